-- Who changed what, from what to what, when: written in the same transaction as the change.
CREATE TABLE audit_entries (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    -- No foreign key: the entry outlives the person, so it also keeps the name.
    actor_id INTEGER,
    actor_name TEXT NOT NULL,
    action TEXT NOT NULL CHECK (length(action) > 0),
    record_type TEXT NOT NULL,
    record_id INTEGER,
    record_label TEXT NOT NULL,
    -- [{"field": …, "from": …, "to": …}], never a secret.
    changes TEXT NOT NULL DEFAULT '[]' CHECK (changes LIKE '[%]')
) STRICT;

CREATE INDEX audit_entries_by_record ON audit_entries (record_type, record_id, id);

INSERT INTO row_counts (name, amount) VALUES ('audit_entries', 0);

CREATE TRIGGER audit_entries_counted_in AFTER INSERT ON audit_entries BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'audit_entries';
END;

CREATE TRIGGER audit_entries_counted_out AFTER DELETE ON audit_entries BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'audit_entries';
END;

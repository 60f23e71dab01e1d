-- A number that is another one after each change of what the search index or the rights say: sets of
-- books that the program keeps in memory hold as long as it stands. It is drawn, not counted, so that
-- no number comes back after a transaction that was undone.
CREATE TABLE catalog_stamp (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    value INTEGER NOT NULL
) STRICT;

INSERT INTO catalog_stamp (id, value) VALUES (1, random());

-- What changes the search index writes the stamp itself (`BookIndex`); of rights, triggers know.
CREATE TRIGGER rights_windows_added_stamp AFTER INSERT ON rights_windows BEGIN
    UPDATE catalog_stamp SET value = random();
END;

CREATE TRIGGER rights_windows_changed_stamp AFTER UPDATE ON rights_windows BEGIN
    UPDATE catalog_stamp SET value = random();
END;

CREATE TRIGGER rights_windows_removed_stamp AFTER DELETE ON rights_windows BEGIN
    UPDATE catalog_stamp SET value = random();
END;

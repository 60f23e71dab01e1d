-- Erasing takes many transactions: what is being erased is hidden by the first of them, and its row is
-- removed by the last.

ALTER TABLE families ADD COLUMN erased_at INTEGER;
ALTER TABLE children ADD COLUMN erased_at INTEGER
    CHECK (erased_at IS NULL OR deleted_at IS NOT NULL);
ALTER TABLE users ADD COLUMN erased_at INTEGER
    CHECK (erased_at IS NULL OR is_disabled = 1);

CREATE INDEX families_being_erased ON families (erased_at) WHERE erased_at IS NOT NULL;
CREATE INDEX children_being_erased ON children (erased_at) WHERE erased_at IS NOT NULL;

CREATE VIEW present_families AS SELECT * FROM families WHERE erased_at IS NULL;

CREATE TRIGGER families_erased_counted AFTER UPDATE OF erased_at ON families
WHEN old.erased_at IS NULL AND new.erased_at IS NOT NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'families';
END;

DROP TRIGGER families_counted_out;
CREATE TRIGGER families_counted_out AFTER DELETE ON families WHEN old.erased_at IS NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'families';
END;

-- Nobody asks what has left the library of a child who is being erased, and its covers go with it: made
-- anew for each book, the cover of a long series would read all of them each time.

DROP TRIGGER library_items_touched_out;
CREATE TRIGGER library_items_touched_out AFTER DELETE ON library_items
WHEN EXISTS (SELECT 1 FROM children WHERE id = old.child_id AND erased_at IS NULL) BEGIN
    INSERT INTO touched VALUES ('library', old.child_id, old.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

DROP TRIGGER library_covers_made_anew;
CREATE TRIGGER library_covers_made_anew INSTEAD OF INSERT ON stale_library_covers BEGIN
    DELETE FROM library_covers WHERE series_id = new.series_id AND child_id = new.child_id;
    -- A child who is being erased gets none.
    INSERT INTO library_covers (child_id, series_id, title_key, added_at, item_id, last_played_at)
    SELECT i.child_id, s.id, s.name_key, max(i.added_at), max(i.id), max(i.last_played_at)
    FROM series AS s CROSS JOIN books AS b ON b.series_id = s.id
    CROSS JOIN library_items AS i ON i.book_id = b.id
    WHERE s.id = new.series_id AND b.deleted_at IS NULL AND i.child_id = new.child_id
        AND EXISTS (SELECT 1 FROM children AS k WHERE k.id = new.child_id AND k.erased_at IS NULL)
    GROUP BY s.id;
END;

-- A child's library as covers: one for each series of which the library has books, one for each other
-- book. Kept by triggers, so that a shelf costs what it shows, however many books are behind it. What
-- is in the bin has none.
CREATE TABLE library_covers (
    id INTEGER PRIMARY KEY,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    -- One of the two.
    series_id INTEGER,
    book_id INTEGER,
    -- Of the series' name, or of the book's title.
    title_key TEXT NOT NULL,
    -- Of its newest item: when it was added, and its number.
    added_at INTEGER NOT NULL,
    item_id INTEGER NOT NULL,
    -- Of the item that was played last.
    last_played_at INTEGER,
    CHECK ((series_id IS NULL) <> (book_id IS NULL))
) STRICT;

CREATE UNIQUE INDEX library_covers_by_series ON library_covers (series_id, child_id)
    WHERE series_id IS NOT NULL;
CREATE UNIQUE INDEX library_covers_by_book ON library_covers (book_id, child_id)
    WHERE book_id IS NOT NULL;
CREATE INDEX library_covers_by_age ON library_covers (child_id, added_at, item_id);
CREATE INDEX library_covers_by_title ON library_covers (child_id, title_key, item_id);
CREATE INDEX library_covers_by_play ON library_covers (child_id, last_played_at, added_at, item_id);

-- "Continue Watching" looks for the series that were played lately.
CREATE INDEX child_series_by_play ON child_series (child_id, played_at)
    WHERE played_at IS NOT NULL;

-- Inserting a child and a series here makes their cover anew: what several triggers have to do.
CREATE VIEW stale_library_covers AS SELECT NULL AS child_id, NULL AS series_id WHERE 0;

CREATE TRIGGER library_covers_made_anew INSTEAD OF INSERT ON stale_library_covers BEGIN
    DELETE FROM library_covers WHERE series_id = new.series_id AND child_id = new.child_id;
    -- A child who is being erased gets none.
    INSERT INTO library_covers (child_id, series_id, title_key, added_at, item_id, last_played_at)
    SELECT i.child_id, s.id, s.name_key, max(i.added_at), max(i.id), max(i.last_played_at)
    FROM series AS s CROSS JOIN books AS b ON b.series_id = s.id
    CROSS JOIN library_items AS i ON i.book_id = b.id
    WHERE s.id = new.series_id AND b.deleted_at IS NULL AND i.child_id = new.child_id
        AND EXISTS (SELECT 1 FROM children AS k WHERE k.id = new.child_id)
    GROUP BY s.id;
END;

CREATE TRIGGER library_items_get_covers AFTER INSERT ON library_items BEGIN
    INSERT INTO library_covers (child_id, book_id, title_key, added_at, item_id, last_played_at)
    SELECT new.child_id, b.id, new.title_key, new.added_at, new.id, new.last_played_at
    FROM books AS b WHERE b.id = new.book_id AND b.series_id IS NULL AND b.deleted_at IS NULL;
    INSERT INTO library_covers (child_id, series_id, title_key, added_at, item_id, last_played_at)
    SELECT new.child_id, s.id, s.name_key, new.added_at, new.id, new.last_played_at
    FROM books AS b CROSS JOIN series AS s ON s.id = b.series_id
    WHERE b.id = new.book_id AND b.deleted_at IS NULL
    ON CONFLICT (series_id, child_id) WHERE series_id IS NOT NULL DO UPDATE SET
        added_at = max(added_at, excluded.added_at),
        item_id = max(item_id, excluded.item_id),
        last_played_at = max(coalesce(last_played_at, excluded.last_played_at),
            coalesce(excluded.last_played_at, last_played_at));
END;

CREATE TRIGGER library_items_lose_covers AFTER DELETE ON library_items BEGIN
    DELETE FROM library_covers WHERE book_id = old.book_id AND child_id = old.child_id;
    INSERT INTO stale_library_covers (child_id, series_id)
    SELECT old.child_id, b.series_id FROM books AS b
    WHERE b.id = old.book_id AND b.series_id IS NOT NULL;
END;

CREATE TRIGGER library_items_move_covers AFTER UPDATE OF title_key, last_played_at ON library_items
WHEN (old.title_key, old.last_played_at) IS NOT (new.title_key, new.last_played_at) BEGIN
    UPDATE library_covers SET title_key = new.title_key, last_played_at = new.last_played_at
    WHERE book_id = new.book_id AND child_id = new.child_id;
    -- A player tells of it twice a minute: what is newer needs no look at the others.
    UPDATE library_covers SET last_played_at = new.last_played_at
    WHERE series_id = (SELECT b.series_id FROM books AS b
            WHERE b.id = new.book_id AND b.deleted_at IS NULL)
        AND child_id = new.child_id
        AND new.last_played_at > coalesce(old.last_played_at, -1)
        AND new.last_played_at > coalesce(last_played_at, -1);
    INSERT INTO stale_library_covers (child_id, series_id)
    SELECT new.child_id, b.series_id FROM books AS b
    WHERE b.id = new.book_id AND b.series_id IS NOT NULL AND old.last_played_at IS NOT NULL
        AND coalesce(new.last_played_at, -1) < old.last_played_at;
END;

CREATE TRIGGER books_move_covers AFTER UPDATE OF series_id, deleted_at ON books
WHEN old.series_id IS NOT new.series_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)
BEGIN
    DELETE FROM library_covers WHERE book_id = new.id;
    INSERT INTO library_covers (child_id, book_id, title_key, added_at, item_id, last_played_at)
    SELECT i.child_id, i.book_id, i.title_key, i.added_at, i.id, i.last_played_at
    FROM library_items AS i
    WHERE i.book_id = new.id AND new.series_id IS NULL AND new.deleted_at IS NULL;
    INSERT INTO stale_library_covers (child_id, series_id)
    SELECT i.child_id, old.series_id FROM library_items AS i
    WHERE i.book_id = new.id AND old.series_id IS NOT NULL;
    INSERT INTO stale_library_covers (child_id, series_id)
    SELECT i.child_id, new.series_id FROM library_items AS i
    WHERE i.book_id = new.id AND new.series_id IS NOT NULL AND new.series_id IS NOT old.series_id;
END;

CREATE TRIGGER series_rename_covers AFTER UPDATE OF name_key ON series
WHEN old.name_key <> new.name_key BEGIN
    UPDATE library_covers SET title_key = new.name_key WHERE series_id = new.id;
END;

INSERT INTO library_covers (child_id, book_id, title_key, added_at, item_id, last_played_at)
SELECT i.child_id, i.book_id, i.title_key, i.added_at, i.id, i.last_played_at
FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
WHERE b.series_id IS NULL AND b.deleted_at IS NULL;

INSERT INTO library_covers (child_id, series_id, title_key, added_at, item_id, last_played_at)
SELECT i.child_id, s.id, s.name_key, max(i.added_at), max(i.id), max(i.last_played_at)
FROM library_items AS i CROSS JOIN books AS b ON b.id = i.book_id
CROSS JOIN series AS s ON s.id = b.series_id
WHERE b.deleted_at IS NULL
GROUP BY i.child_id, s.id;

-- Reading along: where parents left stories that they look at by themselves, how fast whoever reads
-- along likes them, and which children may read along in Kids Mode.

ALTER TABLE children ADD COLUMN may_read_along INTEGER NOT NULL DEFAULT 0
    CHECK (may_read_along IN (0, 1));

-- A parent's own place in a story. It is nobody's viewing and counts for nothing.
CREATE TABLE parent_places (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    seconds INTEGER NOT NULL CHECK (seconds >= 0),
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX parent_places_by_book ON parent_places (book_id);

-- How fast a series is read along, or a book without one: with a child, or by a parent alone.
CREATE TABLE reading_speeds (
    id INTEGER PRIMARY KEY,
    user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    child_id INTEGER REFERENCES children (id) ON DELETE CASCADE,
    -- No foreign key: a series in the bin has left its table, and comes back.
    series_id INTEGER,
    book_id INTEGER REFERENCES books (id) ON DELETE CASCADE,
    -- In quarters of the usual speed: 3 is three quarters.
    quarters INTEGER NOT NULL CHECK (quarters BETWEEN 2 AND 8),
    updated_at INTEGER NOT NULL,
    CHECK ((user_id IS NULL) <> (child_id IS NULL)),
    CHECK ((series_id IS NULL) <> (book_id IS NULL))
) STRICT;

CREATE UNIQUE INDEX reading_speeds_of_reader
    ON reading_speeds (coalesce(user_id, 0), coalesce(child_id, 0), coalesce(series_id, 0),
        coalesce(book_id, 0));
CREATE INDEX reading_speeds_by_user ON reading_speeds (user_id);
CREATE INDEX reading_speeds_by_child ON reading_speeds (child_id);
CREATE INDEX reading_speeds_by_book ON reading_speeds (book_id);

-- Each child's library: the books that its parents chose, and how far they were watched.

CREATE TABLE library_items (
    -- Rises with every book that is added: of those added in one second, too, the order is known.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    -- The book's title_key again: a library is read in the order of its titles from one index.
    title_key TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    -- Where it was left; NULL: at the beginning, or watched to the end.
    last_position_seconds INTEGER CHECK (last_position_seconds >= 0),
    last_played_at INTEGER,
    -- When it was taken out of "Continue Watching". It is there again when it is played after that.
    hidden_at INTEGER,
    UNIQUE (child_id, book_id)
) STRICT;

-- The three orders of a library. The second half of "recently watched" are those that never were.
CREATE INDEX library_items_by_age ON library_items (child_id, added_at, id);
CREATE INDEX library_items_by_title ON library_items (child_id, title_key, id);
CREATE INDEX library_items_by_play ON library_items (child_id, last_played_at, added_at, id);
-- Who has a book; and what a book that goes takes along.
CREATE INDEX library_items_by_book ON library_items (book_id, child_id);

-- How many books are in a library, those in the bin left out; kept by triggers.
ALTER TABLE children ADD COLUMN book_count INTEGER NOT NULL DEFAULT 0 CHECK (book_count >= 0);

CREATE TRIGGER library_items_counted_in AFTER INSERT ON library_items BEGIN
    UPDATE children SET book_count = book_count + 1
    WHERE id = new.child_id
        AND EXISTS (SELECT 1 FROM books WHERE id = new.book_id AND deleted_at IS NULL);
END;

CREATE TRIGGER library_items_counted_out AFTER DELETE ON library_items BEGIN
    UPDATE children SET book_count = book_count - 1
    WHERE id = old.child_id
        AND EXISTS (SELECT 1 FROM books WHERE id = old.book_id AND deleted_at IS NULL);
END;

CREATE TRIGGER books_leave_or_return_to_libraries AFTER UPDATE OF deleted_at ON books
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE children SET book_count = book_count + iif(new.deleted_at IS NULL, 1, -1)
    WHERE id IN (SELECT child_id FROM library_items WHERE book_id = new.id);
END;

CREATE TRIGGER books_change_titles_in_libraries AFTER UPDATE OF title_key ON books
WHEN old.title_key <> new.title_key BEGIN
    UPDATE library_items SET title_key = new.title_key WHERE book_id = new.id;
END;

-- What was done to a library, so that it can be taken back as a whole. Kept for a day.
CREATE TABLE library_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('added', 'removed', 'hidden', 'forgotten')),
    undone_at INTEGER
) STRICT;

CREATE INDEX library_changes_by_child ON library_changes (child_id, at);
CREATE INDEX library_changes_by_age ON library_changes (at);

-- The books of a change, and how their items were before it; of what was added, how they became.
CREATE TABLE library_change_rows (
    change_id INTEGER NOT NULL REFERENCES library_changes (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    item_id INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    last_position_seconds INTEGER,
    last_played_at INTEGER,
    hidden_at INTEGER,
    PRIMARY KEY (change_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX library_change_rows_by_book ON library_change_rows (book_id);

-- The words of the search index, by which a word that was mistyped is found among its neighbours.
CREATE VIRTUAL TABLE books_words USING fts5vocab (books_search, col);

-- Categories, publishers and series in the bin. Their rows leave their own tables, so that their names and
-- slugs are free and nothing that reads those tables has to know about the bin. Here is what brings
-- them back.
CREATE TABLE binned_shelves (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('category', 'publisher', 'series')),
    -- Its key, which it gets again: no table ever reuses one (AUTOINCREMENT).
    record_id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 100),
    -- What only its kind has, by the names of its columns (ShelfStore.details).
    details TEXT NOT NULL CHECK (details LIKE '{%}'),
    -- How many books it had, without those in the bin.
    book_count INTEGER NOT NULL CHECK (book_count >= 0),
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER NOT NULL,
    deleted_by TEXT NOT NULL,
    -- The batch that took it off its books; undoing that gives them back.
    batch_id INTEGER,
    -- Which one its books were given to, if to one.
    successor_id INTEGER,
    successor_name TEXT CHECK ((successor_id IS NULL) = (successor_name IS NULL)),
    UNIQUE (kind, record_id)
) STRICT;

CREATE INDEX binned_shelves_by_time ON binned_shelves (kind, deleted_at, record_id);
CREATE INDEX binned_shelves_by_batch ON binned_shelves (batch_id) WHERE batch_id IS NOT NULL;

-- Its books that were in the bin themselves: no batch changes those.
CREATE TABLE binned_shelf_books (
    shelf_id INTEGER NOT NULL REFERENCES binned_shelves (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    -- Whether it was given to the successor, and did not have that one before.
    is_moved INTEGER NOT NULL CHECK (is_moved IN (0, 1)),
    PRIMARY KEY (shelf_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX binned_shelf_books_by_book ON binned_shelf_books (book_id);

-- The children from whom a category was hidden.
CREATE TABLE binned_shelf_children (
    shelf_id INTEGER NOT NULL REFERENCES binned_shelves (id) ON DELETE CASCADE,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    PRIMARY KEY (shelf_id, child_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX binned_shelf_children_by_child ON binned_shelf_children (child_id);

INSERT INTO row_counts (name, amount) VALUES ('category_binned', 0), ('publisher_binned', 0),
    ('series_binned', 0);

CREATE TRIGGER binned_shelves_counted_in AFTER INSERT ON binned_shelves BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = new.kind || '_binned';
END;

CREATE TRIGGER binned_shelves_counted_out AFTER DELETE ON binned_shelves BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = old.kind || '_binned';
END;

-- Batches: what was done to many books at once, so that it can be taken back at once.

CREATE TABLE batches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- No foreign key: as in the audit log, the batch outlives the person.
    actor_id INTEGER,
    actor_name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('bulk', 'import', 'undo')),
    -- What was done, as people say it: "37 books put into Bedtime Stories".
    summary TEXT NOT NULL CHECK (length(summary) > 0),
    -- How many books it changed.
    row_count INTEGER NOT NULL CHECK (row_count >= 0),
    undone_at INTEGER,
    undone_by TEXT CHECK ((undone_at IS NULL) = (undone_by IS NULL))
) STRICT;

CREATE INDEX batches_by_time ON batches (at);

-- What a batch made of each field of each book that it changed, and what it was before.
CREATE TABLE batch_rows (
    batch_id INTEGER NOT NULL REFERENCES batches (id),
    -- No foreign key: that a book is gone is what somebody who undoes a batch is told.
    book_id INTEGER NOT NULL,
    -- As the program names them (BatchField).
    field TEXT NOT NULL CHECK (length(field) > 0),
    -- The category of a link between it and the book, which was or is there (1) or not (0).
    category_id INTEGER NOT NULL DEFAULT 0 CHECK ((category_id <> 0) = (field = 'category')),
    was ANY,
    now ANY,
    -- Whether the batch was undone and this could not be restored: somebody changed it since.
    is_overtaken INTEGER NOT NULL DEFAULT 0 CHECK (is_overtaken IN (0, 1)),
    PRIMARY KEY (batch_id, book_id, field, category_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX batch_rows_overtaken ON batch_rows (batch_id, book_id) WHERE is_overtaken = 1;

-- No foreign key: the entry outlives the batch.
ALTER TABLE audit_entries ADD COLUMN batch_id INTEGER;
CREATE INDEX audit_entries_by_batch ON audit_entries (batch_id, at) WHERE batch_id IS NOT NULL;

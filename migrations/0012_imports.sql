-- Books from CSV files: what was brought, and what would become of each row before anything does.

CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- No foreign key: as in the audit log, the import outlives the person.
    actor_id INTEGER,
    actor_name TEXT NOT NULL,
    -- As it was sent: never a path.
    file_name TEXT NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
    bytes INTEGER NOT NULL CHECK (bytes >= 0),
    state TEXT NOT NULL
        CHECK (state IN ('mapping', 'checking', 'checked', 'importing', 'done', 'failed')),
    -- How the file is read, as the program names it.
    encoding TEXT NOT NULL,
    delimiter TEXT NOT NULL CHECK (length(delimiter) = 1),
    -- What the file calls its columns, and what each of them is taken for: lists in JSON.
    headings TEXT NOT NULL,
    columns TEXT NOT NULL,
    -- What is wrong with the file as a whole.
    message TEXT CHECK ((message IS NOT NULL) = (state = 'failed')),
    -- The SHA-256 of what the dry run planned, and the last audit entry that it knew of.
    digest BLOB CHECK (length(digest) = 32),
    stamp INTEGER,
    -- Whether the catalog has changed since, so that the plan is another one than was shown.
    is_anew INTEGER NOT NULL DEFAULT 0 CHECK (is_anew IN (0, 1)),
    -- What was done. No foreign key: batches are removed after a while.
    batch_id INTEGER,
    created_count INTEGER NOT NULL DEFAULT 0,
    changed_count INTEGER NOT NULL DEFAULT 0,
    same_count INTEGER NOT NULL DEFAULT 0,
    refused_count INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX imports_by_time ON imports (at);

-- What would become of each row. The numbers count the rows of one outcome, so that a page of them
-- is found without counting.
CREATE TABLE import_rows (
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    outcome TEXT NOT NULL CHECK (outcome IN ('created', 'changed', 'same', 'refused')),
    number INTEGER NOT NULL CHECK (number > 0),
    -- The line of the file in which the row begins.
    line INTEGER NOT NULL CHECK (line > 0),
    book_id INTEGER,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    -- In JSON: what would change, or for a row that is refused why.
    details TEXT NOT NULL,
    -- The cells of a row that is refused, as the file has them: a list in JSON.
    cells TEXT,
    PRIMARY KEY (import_id, outcome, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_rows_by_line ON import_rows (import_id, line);

-- Categories and publishers that the file names and the catalog doesn't have.
CREATE TABLE import_names (
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('category', 'publisher')),
    name_key TEXT NOT NULL,
    name TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    is_wanted INTEGER NOT NULL DEFAULT 1 CHECK (is_wanted IN (0, 1)),
    PRIMARY KEY (import_id, kind, name_key)
) STRICT, WITHOUT ROWID;

-- What the values and columns of a file stand for, as somebody said, and why its rows are refused.

-- How the file is written, so that refused rows are given back in the same way.
ALTER TABLE imports ADD COLUMN has_mark INTEGER NOT NULL DEFAULT 0 CHECK (has_mark IN (0, 1));
ALTER TABLE imports ADD COLUMN line_end TEXT NOT NULL DEFAULT 'crlf'
    CHECK (line_end IN ('crlf', 'lf', 'cr'));
ALTER TABLE imports ADD COLUMN quoting TEXT NOT NULL DEFAULT 'needed'
    CHECK (quoting IN ('needed', 'texts', 'always'));
ALTER TABLE imports ADD COLUMN has_hint INTEGER NOT NULL DEFAULT 0 CHECK (has_hint IN (0, 1));

-- The values of a file that the catalog doesn't know.
CREATE TABLE import_values (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    -- The column that the value is of, as the program names it.
    field TEXT NOT NULL CHECK (length(field) > 0),
    value_key TEXT NOT NULL,
    value TEXT NOT NULL,
    -- In how many rows it stands.
    row_count INTEGER NOT NULL CHECK (row_count > 0),
    -- What is done with it; NULL until somebody says it.
    choice TEXT CHECK (choice IN ('use', 'create', 'leave', 'refuse')),
    -- What is used instead: the key of a record, or a value as files write it.
    target TEXT CHECK ((target IS NOT NULL) = (choice IS 'use')),
    -- When the choice was made for an earlier file; NULL if it was made for this one.
    matched_at INTEGER,
    UNIQUE (import_id, field, value_key)
) STRICT;

CREATE INDEX import_values_by_use ON import_values (import_id, field, row_count DESC, value_key);

-- What was said of headings and values, for the files to come.
CREATE TABLE import_matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The column that the value is of; empty for a heading.
    field TEXT NOT NULL,
    text_key TEXT NOT NULL CHECK (length(text_key) > 0),
    text TEXT NOT NULL,
    choice TEXT NOT NULL CHECK (choice IN ('use', 'leave', 'refuse')),
    target TEXT CHECK ((target IS NOT NULL) = (choice = 'use')),
    at INTEGER NOT NULL,
    UNIQUE (field, text_key)
) STRICT;

-- Why rows of a file are refused, the same reason once.
CREATE TABLE import_reasons (
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 0),
    -- The heading of the column; empty for what is wrong with the row as a whole.
    heading TEXT NOT NULL,
    reason TEXT NOT NULL,
    row_count INTEGER NOT NULL CHECK (row_count > 0),
    -- The lines of the first rows: a list in JSON.
    first_lines TEXT NOT NULL,
    PRIMARY KEY (import_id, number)
) STRICT, WITHOUT ROWID;

-- The refused rows of each reason, counted in the order of the file.
CREATE TABLE import_reason_rows (
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    reason INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place > 0),
    -- The number of the row among those that are refused.
    number INTEGER NOT NULL,
    PRIMARY KEY (import_id, reason, place)
) STRICT, WITHOUT ROWID;

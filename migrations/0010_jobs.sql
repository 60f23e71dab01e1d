-- Work in the background, which survives the end of the program; and what it needs to know of covers.

CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Which handler does it.
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 50),
    -- What it is to be done with: JSON that the program wrote.
    payload TEXT NOT NULL,
    -- The same for people.
    label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 500),
    state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
    is_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
    -- How often it was begun.
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- When it may be begun: one that went wrong waits before it is tried again.
    run_after INTEGER NOT NULL,
    -- In percent.
    progress INTEGER NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    -- What went wrong the last time, in words for people.
    error TEXT CHECK (state <> 'failed' OR error IS NOT NULL),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER CHECK ((finished_at IS NULL) = (state IN ('queued', 'running')))
) STRICT;

CREATE INDEX jobs_by_turn ON jobs (state, run_after);
CREATE INDEX jobs_by_end ON jobs (state, finished_at);
-- The same work is not queued twice.
CREATE INDEX jobs_queued ON jobs (kind, payload) WHERE state = 'queued';

-- Pictures that a book had until lately: their files stay for a while, so that it can have them back.
CREATE TABLE unused_covers (
    cover_key TEXT PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER books_cover_changed AFTER UPDATE OF cover_key ON books
WHEN old.cover_key IS NOT NULL AND old.cover_key IS NOT new.cover_key BEGIN
    INSERT OR REPLACE INTO unused_covers (cover_key, since)
    VALUES (old.cover_key, new.updated_at);
END;

-- Pictures whose smaller ones are still to be made.
CREATE INDEX books_with_unsized_cover ON books (cover_key)
WHERE cover_key IS NOT NULL AND cover_is_sized = 0;

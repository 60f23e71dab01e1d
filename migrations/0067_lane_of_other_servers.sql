-- Jobs that ask other servers have a lane of their own: a slow one keeps nobody's photos and covers waiting.

CREATE TABLE jobs_new (
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
    finished_at INTEGER CHECK ((finished_at IS NULL) = (state IN ('queued', 'running'))),
    -- The furthest that an interrupted attempt got, in percent.
    furthest INTEGER NOT NULL DEFAULT 0 CHECK (furthest BETWEEN 0 AND 100),
    -- Attempts that were interrupted further on than all before them. They don't count towards failing.
    forgiven INTEGER NOT NULL DEFAULT 0 CHECK (forgiven >= 0),
    -- Which worker does it: jobs of one lane are done one after another.
    lane TEXT NOT NULL DEFAULT 'short' CHECK (lane IN ('short', 'long', 'outgoing')),
    -- Whose work it is: 'family 3', or the kind of the library's work.
    owner TEXT NOT NULL DEFAULT 'library' CHECK (length(owner) BETWEEN 1 AND 60),
    -- Its place in the queue of its lane, where each owner has every number once at most. NULL: it isn't to be
    -- begun yet.
    turn INTEGER CHECK (turn > 0)
) STRICT;

INSERT INTO jobs_new (id, kind, payload, label, state, is_cancelled, attempts, run_after, progress, error,
    created_at, started_at, finished_at, furthest, forgiven, lane, owner, turn)
SELECT id, kind, payload, label, state, is_cancelled, attempts, run_after, progress, error,
    created_at, started_at, finished_at, furthest, forgiven,
    iif(kind IN ('mux-check', 'mux-captions', 'tmdb-series', 'videos'), 'outgoing', lane), owner,
    iif(kind IN ('mux-check', 'mux-captions', 'tmdb-series', 'videos'), NULL, turn)
FROM jobs;

-- Numbers of jobs are never given out twice.
DELETE FROM sqlite_sequence WHERE name = 'jobs_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'jobs_new', seq FROM sqlite_sequence WHERE name = 'jobs';

DROP TABLE jobs;
ALTER TABLE jobs_new RENAME TO jobs;

CREATE INDEX jobs_by_end ON jobs (state, finished_at);
CREATE INDEX jobs_by_owner ON jobs (lane, owner, turn)
    WHERE state = 'queued' AND turn IS NOT NULL;
CREATE INDEX jobs_by_turn ON jobs (lane, turn, id, kind)
    WHERE state = 'queued' AND turn IS NOT NULL;
CREATE INDEX jobs_queued ON jobs (kind, payload) WHERE state = 'queued';
CREATE INDEX jobs_without_turn ON jobs (lane, run_after, id, kind)
    WHERE state = 'queued' AND turn IS NULL;

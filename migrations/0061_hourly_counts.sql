-- How often a family has done within an hour what has a limit: it lasts beyond a restart.

CREATE TABLE hourly_counts (
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    -- Which limit.
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    -- When the hour began: with the first time.
    since INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (family_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX hourly_counts_by_time ON hourly_counts (since);

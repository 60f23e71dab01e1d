-- A refresh token that was just used is taken once more, for half a minute: an app whose answer was lost
-- asks again, and two that ask at once both go on. A generation of tokens is what came of one refresh:
-- refresh_hash, and sibling_hash where the token before was taken once more. Those of the generation
-- before are kept to be known; older ones are known by not being kept.
ALTER TABLE sessions ADD COLUMN sibling_hash BLOB
    CHECK (sibling_hash IS NULL OR length(sibling_hash) = 32);
ALTER TABLE sessions ADD COLUMN previous_hash BLOB
    CHECK (previous_hash IS NULL OR length(previous_hash) = 32);
ALTER TABLE sessions ADD COLUMN previous_sibling_hash BLOB
    CHECK (previous_sibling_hash IS NULL OR length(previous_sibling_hash) = 32);
-- When the generation before was used first.
ALTER TABLE sessions ADD COLUMN refreshed_at INTEGER NOT NULL DEFAULT 0;

-- The number of a session that has ended is not given to the next one: something that is still being
-- done for the first must not change the other.
CREATE TABLE sessions_once (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    idle_seconds INTEGER NOT NULL CHECK (idle_seconds > 0),
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL DEFAULT 0,
    refresh_hash BLOB CHECK (refresh_hash IS NULL OR length(refresh_hash) = 32),
    sibling_hash BLOB CHECK (sibling_hash IS NULL OR length(sibling_hash) = 32),
    previous_hash BLOB CHECK (previous_hash IS NULL OR length(previous_hash) = 32),
    previous_sibling_hash BLOB
        CHECK (previous_sibling_hash IS NULL OR length(previous_sibling_hash) = 32),
    refreshed_at INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO sessions_once (id, secret_hash, user_id, address, user_agent, idle_seconds, created_at,
    last_seen_at, expires_at, confirmed_at, refresh_hash, sibling_hash, previous_hash,
    previous_sibling_hash, refreshed_at)
SELECT id, secret_hash, user_id, address, user_agent, idle_seconds, created_at, last_seen_at,
    expires_at, confirmed_at, refresh_hash, sibling_hash, previous_hash, previous_sibling_hash,
    refreshed_at
FROM sessions;

DROP TABLE sessions;
ALTER TABLE sessions_once RENAME TO sessions;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

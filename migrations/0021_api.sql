-- Programs sign in, too: their sessions are those of browsers, with a refresh token in the place of a
-- cookie. The hash is that of the part which changes with each use; secret_hash is of the part that
-- stays, by which a token that was used before is known.
ALTER TABLE sessions ADD COLUMN refresh_hash BLOB
    CHECK (refresh_hash IS NULL OR length(refresh_hash) = 32);

-- Keys that people make for scripts of theirs. What is revoked is not here any more.
CREATE TABLE access_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    -- The SHA-256 of the key, which has 256 bits of its own and is looked up by this.
    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    -- The key's last characters, by which its owner tells it from others.
    ending TEXT NOT NULL CHECK (length(ending) = 4),
    -- What may be done with it, separated by spaces (RFC 6749 section 3.3).
    scopes TEXT NOT NULL CHECK (length(scopes) BETWEEN 1 AND 500),
    created_at INTEGER NOT NULL,
    -- NULL: it doesn't end.
    expires_at INTEGER,
    last_used_at INTEGER
) STRICT;

CREATE INDEX access_keys_by_user ON access_keys (user_id, id);

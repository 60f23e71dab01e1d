-- A second factor: codes that change with time (TOTP, RFC 6238), and what goes with them.

-- When the person last proved who they are: by signing in, or when they were asked again. 0 asks those
-- who are signed in when this migration is applied.
ALTER TABLE sessions ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;

-- The secret itself is here, for codes can't be checked against a hash of it.
CREATE TABLE second_factors (
    user_id INTEGER NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret BLOB NOT NULL CHECK (length(secret) = 20),
    -- The step of the last code that was accepted: it and those before it are used up.
    last_step INTEGER NOT NULL DEFAULT 0,
    proposed_at INTEGER NOT NULL,
    -- NULL while nobody has typed a code of it: until then it asks nobody for anything.
    confirmed_at INTEGER
) STRICT, WITHOUT ROWID;

-- One use each: a code that was used is gone. Those of one person share a salt.
CREATE TABLE recovery_codes (
    user_id INTEGER NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

-- Sign-ins whose password was right and whose code is awaited, in the browser that holds the secret.
CREATE TABLE pending_sign_ins (
    id INTEGER PRIMARY KEY,
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    is_remembered INTEGER NOT NULL CHECK (is_remembered IN (0, 1)),
    failures INTEGER NOT NULL DEFAULT 0,
    -- Where to go on to, and the form that was sent after its session had ended.
    next TEXT,
    kept_path TEXT,
    kept_body BLOB,
    expires_at INTEGER NOT NULL,
    CHECK ((kept_path IS NULL) = (kept_body IS NULL))
) STRICT;

CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (user_id);
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);

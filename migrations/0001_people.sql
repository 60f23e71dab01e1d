-- People: who may sign in, their sessions, and what slows down a guesser.
-- Times are seconds since 1970 (UTC). Columns ending in _key hold folded text, written by the
-- application: they serve uniqueness, sorting and search without a custom collation.

-- AUTOINCREMENT where an id lives on outside its row, in a form that is open somewhere or in the
-- audit log: without it the next row takes the id of the last one when that is deleted, and a stale
-- form would be saved over a record that it never showed.
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    email_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    role TEXT NOT NULL CHECK (role IN ('admin', 'parent')),
    password_hash TEXT NOT NULL,
    is_disabled INTEGER NOT NULL DEFAULT 0 CHECK (is_disabled IN (0, 1)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- "Is there an admin who can sign in?" is asked by every visit to the start page.
CREATE INDEX users_active_admins ON users (id) WHERE role = 'admin' AND is_disabled = 0;

CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    idle_seconds INTEGER NOT NULL CHECK (idle_seconds > 0),
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Addresses from which someone has signed in before: the throttle of a whole account, which a
-- stranger can fill from elsewhere, does not hold the owner up there.
CREATE TABLE sign_in_addresses (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, address)
) STRICT, WITHOUT ROWID;

-- Failed attempts by scope: a pair of account and address, an address, an account. The subject is
-- a hash, so that neither typed addresses nor mistyped passwords in the wrong field are kept.
CREATE TABLE sign_in_failures (
    scope TEXT NOT NULL CHECK (scope IN ('pair', 'address', 'account')),
    subject TEXT NOT NULL,
    failures INTEGER NOT NULL CHECK (failures > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (scope, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_failures_by_time ON sign_in_failures (last_at);

-- Keys that the program makes for itself (the one that signs its notices, for example).
CREATE TABLE program_keys (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Accounts: what people choose for themselves, and links that let someone in once.

-- NULL: what the configuration says.
ALTER TABLE users ADD COLUMN time_zone TEXT;
ALTER TABLE users ADD COLUMN language TEXT;
ALTER TABLE users ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- Invitations of new people, and resets of forgotten passwords. Only the hash of a link's secret is
-- kept: the link is shown once, to whoever made it.
CREATE TABLE one_time_links (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('invitation', 'reset')),
    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    -- An invitation is for a name and a role, a reset for someone who is there.
    name TEXT CHECK (name IS NULL OR length(name) BETWEEN 1 AND 100),
    role TEXT CHECK (role IS NULL OR role IN ('admin', 'parent')),
    user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK ((kind = 'invitation') = (user_id IS NULL)),
    CHECK ((kind = 'invitation') = (name IS NOT NULL AND role IS NOT NULL))
) STRICT;

CREATE INDEX one_time_links_by_user ON one_time_links (user_id);
CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);

-- The text of forms that were sent after a session had ended: kept for the person who signs in
-- again, until it is saved or an hour has passed.
CREATE TABLE kept_forms (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX kept_forms_by_user ON kept_forms (user_id);
CREATE INDEX kept_forms_by_time ON kept_forms (created_at);

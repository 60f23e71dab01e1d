-- What operators keep an eye on: how each person's files are written, when people signed in, what the
-- backups were worth when they were checked, and which alerts were put aside.

ALTER TABLE users ADD COLUMN csv_files TEXT NOT NULL DEFAULT 'plain'
    CHECK (csv_files IN ('plain', 'excel'));

-- Sessions are removed when they have ended; this stays.
ALTER TABLE users ADD COLUMN signed_in_at INTEGER;
UPDATE users SET signed_in_at =
    (SELECT max(s.created_at) FROM sessions AS s WHERE s.user_id = users.id);
CREATE INDEX users_by_sign_in ON users (signed_in_at);
CREATE INDEX users_by_role ON users (role, email_key);
CREATE INDEX users_disabled ON users (email_key) WHERE is_disabled = 1;

-- The words of all names, to find the one that somebody mistyped.
CREATE VIRTUAL TABLE names_words USING fts5vocab (names_search, col);

-- The last check of each of the console's own backups.
CREATE TABLE backup_checks (
    -- The file's name, which contains the time of its content.
    name TEXT NOT NULL PRIMARY KEY,
    checked_at INTEGER NOT NULL,
    -- What was wrong, in words for people; NULL if nothing was.
    finding TEXT CHECK (finding IS NULL OR length(finding) > 0)
) STRICT, WITHOUT ROWID;

-- Alerts and hints of the dashboard that an admin has put aside, for everybody.
CREATE TABLE hidden_alerts (
    -- As the program names it: "books.cover".
    alert TEXT NOT NULL PRIMARY KEY CHECK (length(alert) BETWEEN 1 AND 50),
    -- How many records it was about: it comes back once there are more.
    amount INTEGER NOT NULL CHECK (amount >= 0),
    hidden_at INTEGER NOT NULL,
    hidden_by TEXT NOT NULL,
    -- NULL: until there are more.
    until INTEGER
) STRICT, WITHOUT ROWID;

-- Recent changes without those of bulk edits, of which the dashboard shows one line each.
CREATE INDEX audit_entries_alone ON audit_entries (at) WHERE batch_id IS NULL;

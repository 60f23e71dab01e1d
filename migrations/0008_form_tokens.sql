-- Forms that make something and were sent: the same form, sent again, makes nothing more.

CREATE TABLE sent_forms (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the form's path and content, in which a random token stands.
    content_hash BLOB NOT NULL CHECK (length(content_hash) = 32),
    -- Where its sender was led, and what they were told.
    location TEXT NOT NULL,
    message TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, content_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX sent_forms_by_time ON sent_forms (created_at);

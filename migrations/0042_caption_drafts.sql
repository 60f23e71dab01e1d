-- Caption files that were sent and looked at, before anything is made of them.

CREATE TABLE caption_imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    made_at INTEGER NOT NULL
) STRICT;

CREATE INDEX caption_imports_by_user ON caption_imports (user_id);
CREATE INDEX caption_imports_by_time ON caption_imports (made_at);

CREATE TABLE caption_drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    import_id INTEGER NOT NULL REFERENCES caption_imports (id) ON DELETE CASCADE,
    -- As it was sent: never a path. Empty for a text that was pasted.
    file_name TEXT NOT NULL CHECK (length(file_name) <= 200),
    -- The video that was chosen before, if any was.
    asset_id INTEGER REFERENCES video_assets (id) ON DELETE SET NULL,
    -- As somebody corrected them; NULL: the content says.
    format TEXT CHECK (format IN ('srt', 'vtt', 'sbv', 'csv', 'lrc', 'ttml')),
    encoding TEXT CHECK (length(encoding) BETWEEN 1 AND 40),
    -- As it was sent, compressed.
    content BLOB NOT NULL
) STRICT;

CREATE INDEX caption_drafts_by_import ON caption_drafts (import_id);
CREATE INDEX caption_drafts_by_asset ON caption_drafts (asset_id);

-- Videos that this server keeps: what they are made of, and uploads that are on their way.

-- What a video is made of, until it is ready.
CREATE TABLE video_sources (
    asset_id INTEGER PRIMARY KEY REFERENCES video_assets (id) ON DELETE CASCADE,
    -- Our file of it, in the folder of videos; NULL: it lies in the inbox.
    file_key TEXT UNIQUE CHECK (length(file_key) BETWEEN 1 AND 100),
    -- Its name in the inbox, where it stays until the video is ready.
    inbox_name TEXT CHECK (length(inbox_name) BETWEEN 1 AND 255),
    CHECK ((file_key IS NULL) <> (inbox_name IS NULL))
) STRICT, WITHOUT ROWID;

-- Uploads that come in parts. How much of one is there, its file says.
CREATE TABLE video_uploads (
    -- Its file and its address are named by it; nobody guesses it.
    key TEXT PRIMARY KEY CHECK (length(key) BETWEEN 20 AND 60),
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- As it is called where it comes from, how large it is there, and when it was changed last, in
    -- milliseconds: the same file goes on where it stopped. NULL: it comes as a whole.
    file_name TEXT NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
    size_bytes INTEGER NOT NULL CHECK (size_bytes > 0),
    modified_ms INTEGER,
    created_at INTEGER NOT NULL,
    -- When something of it came last.
    news_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX video_uploads_by_book ON video_uploads (book_id, user_id);
CREATE INDEX video_uploads_by_user ON video_uploads (user_id);
CREATE INDEX video_uploads_by_news ON video_uploads (news_at);

-- Deleted videos whose files are still there.
CREATE INDEX video_assets_leaving ON video_assets (id)
    WHERE provider = 'local' AND deleted_at IS NOT NULL AND file_key IS NOT NULL;

-- Nobody can play the video of a book that was purged, and it takes gigabytes.
CREATE TRIGGER books_take_their_local_videos BEFORE DELETE ON books BEGIN
    UPDATE video_assets SET is_current = 0, deleted_at = coalesce(old.deleted_at, old.updated_at)
    WHERE book_id = old.id AND provider = 'local' AND deleted_at IS NULL;
END;

-- Videos by the dozen: files that wait for their books, posters that somebody chose, and a search.

-- An upload without a book is one of many that find theirs later.
CREATE TEMP TABLE uploads_before AS SELECT * FROM video_uploads;
DROP TABLE video_uploads;
CREATE TABLE video_uploads (
    -- Its file and its address are named by it; nobody guesses it.
    key TEXT PRIMARY KEY CHECK (length(key) BETWEEN 20 AND 60),
    book_id INTEGER REFERENCES books (id) ON DELETE CASCADE,
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
INSERT INTO video_uploads SELECT * FROM uploads_before;
DROP TABLE uploads_before;
CREATE INDEX video_uploads_by_book ON video_uploads (book_id, user_id);
CREATE INDEX video_uploads_by_news ON video_uploads (news_at);
CREATE INDEX video_uploads_by_user ON video_uploads (user_id);

-- Files that wait for their books, and what became of them.
CREATE TABLE waiting_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('video', 'captions')),
    -- Our file of it, in the folder of videos; or its name in the inbox, where it stays; or the video
    -- that is made of it.
    file_key TEXT UNIQUE CHECK (length(file_key) BETWEEN 1 AND 100),
    inbox_name TEXT UNIQUE CHECK (length(inbox_name) BETWEEN 1 AND 255),
    asset_id INTEGER UNIQUE REFERENCES video_assets (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    -- The folded name without its ending, by which captions are found beside their video.
    stem_key TEXT NOT NULL,
    size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
    -- When a file in the inbox was changed: another one has another length.
    modified_at INTEGER,
    duration_seconds INTEGER CHECK (duration_seconds >= 0),
    -- Why no video can be made of it, or was not; NULL if nothing is known to be wrong.
    trouble TEXT CHECK (length(trouble) BETWEEN 1 AND 2000),
    -- What somebody chose for it, if is_wanted isn't NULL.
    book_id INTEGER REFERENCES books (id) ON DELETE SET NULL,
    is_wanted INTEGER CHECK (is_wanted IN (0, 1)),
    added_at INTEGER NOT NULL,
    CHECK ((file_key IS NOT NULL) + (inbox_name IS NOT NULL) + (asset_id IS NOT NULL) = 1)
) STRICT;
CREATE INDEX waiting_files_in_order ON waiting_files (kind, stem_key, id)
    WHERE file_key IS NOT NULL;
CREATE INDEX waiting_files_by_age ON waiting_files (added_at) WHERE file_key IS NOT NULL;
CREATE INDEX waiting_files_by_book ON waiting_files (book_id) WHERE book_id IS NOT NULL;

-- A poster that somebody chose stands before the automatic one, which stays: a picture of ours, or a
-- moment of the video.
ALTER TABLE video_assets ADD COLUMN chosen_poster_key TEXT
    CHECK (length(chosen_poster_key) BETWEEN 1 AND 100);
ALTER TABLE video_assets ADD COLUMN poster_seconds INTEGER CHECK (poster_seconds >= 0);

-- Videos are found by where they came from, and by their ids at Mux.
INSERT INTO names_search (words, kind, record_id)
SELECT source, 'video video' || id, id FROM video_assets
WHERE source IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX video_assets_by_signed_id ON video_assets (signed_playback_id)
    WHERE signed_playback_id IS NOT NULL;
CREATE INDEX video_assets_by_public_id ON video_assets (public_playback_id)
    WHERE public_playback_id IS NOT NULL;

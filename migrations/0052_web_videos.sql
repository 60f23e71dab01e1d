-- Videos that parents open by their address: nothing of the library, and never for children.

CREATE TABLE web_videos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('youtube', 'file', 'hls')),
    -- The one address of this video, however it was written: it is in a family's list once.
    url TEXT NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
    -- '' if nobody says.
    author TEXT NOT NULL DEFAULT '' CHECK (length(author) <= 200),
    duration_seconds INTEGER CHECK (duration_seconds > 0),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    -- Removed, but not for good yet.
    removed_at INTEGER,
    UNIQUE (family_id, url)
) STRICT;

CREATE INDEX web_videos_by_family ON web_videos (family_id, id);
CREATE INDEX web_videos_removed ON web_videos (removed_at) WHERE removed_at IS NOT NULL;

-- The picture of one, fetched once: a browser that asked for it elsewhere would say who looks.
CREATE TABLE web_video_pictures (
    web_video_id INTEGER PRIMARY KEY REFERENCES web_videos (id) ON DELETE CASCADE,
    format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
    bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 1000000)
) STRICT, WITHOUT ROWID;

-- Where a parent left one, and how fast they like it.
CREATE TABLE web_video_places (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    web_video_id INTEGER NOT NULL REFERENCES web_videos (id) ON DELETE CASCADE,
    seconds INTEGER NOT NULL CHECK (seconds >= 0),
    -- In quarters of the usual speed, as in reading_speeds.
    quarters INTEGER NOT NULL DEFAULT 4 CHECK (quarters BETWEEN 2 AND 8),
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, web_video_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX web_video_places_by_video ON web_video_places (web_video_id);

-- A family's own captions belong to a story or to such a video. A column can't be made to take NULL, so
-- the table is made anew.
CREATE TABLE new_family_captions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    book_id INTEGER REFERENCES books (id) ON DELETE CASCADE,
    web_video_id INTEGER REFERENCES web_videos (id) ON DELETE CASCADE,
    -- BCP 47; "und" if unknown.
    language TEXT NOT NULL CHECK (length(language) BETWEEN 1 AND 35),
    label TEXT NOT NULL DEFAULT '' CHECK (length(label) <= 200),
    -- The name of the file that was brought; '' for a text that was pasted.
    file_name TEXT NOT NULL DEFAULT '' CHECK (length(file_name) <= 200),
    format TEXT NOT NULL CHECK (format IN ('srt', 'vtt', 'sbv', 'csv', 'lrc', 'ttml')),
    -- Everything that the file said, packed as the library's versions are.
    document BLOB NOT NULL,
    cue_count INTEGER NOT NULL CHECK (cue_count >= 0),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    -- Removed, but not for good yet.
    removed_at INTEGER,
    CHECK ((book_id IS NULL) <> (web_video_id IS NULL))
) STRICT;

INSERT INTO new_family_captions (id, family_id, book_id, language, label, file_name, format, document,
    cue_count, created_at, created_by, removed_at)
SELECT id, family_id, book_id, language, label, file_name, format, document,
    cue_count, created_at, created_by, removed_at
FROM family_captions;

DROP TABLE family_captions;
ALTER TABLE new_family_captions RENAME TO family_captions;

CREATE INDEX family_captions_by_book ON family_captions (book_id, family_id, id);
CREATE INDEX family_captions_by_web_video ON family_captions (web_video_id, family_id, id);
CREATE INDEX family_captions_by_family ON family_captions (family_id, id);
CREATE INDEX family_captions_removed ON family_captions (removed_at) WHERE removed_at IS NOT NULL;

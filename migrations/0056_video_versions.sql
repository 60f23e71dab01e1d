-- Versions of videos in other sizes: files made here of a video that this server keeps, or static
-- renditions of one at Mux.

CREATE TABLE video_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    asset_id INTEGER NOT NULL REFERENCES video_assets (id) ON DELETE CASCADE,
    -- The shorter side of its picture, like '720p'; 'highest' is the largest that Mux makes.
    size TEXT NOT NULL CHECK (size IN
        ('highest', '2160p', '1440p', '1080p', '720p', '540p', '480p', '360p', '270p')),
    -- Skipped: it would not be smaller than the original, or Mux would have to enlarge it.
    status TEXT NOT NULL CHECK (status IN ('waiting', 'preparing', 'ready', 'skipped', 'errored')),
    progress_percent INTEGER CHECK (progress_percent BETWEEN 0 AND 100),
    -- Why it failed or was skipped, for people.
    error TEXT CHECK (length(error) BETWEEN 1 AND 2000),
    width INTEGER CHECK (width > 0),
    height INTEGER CHECK (height > 0),
    size_bytes INTEGER CHECK (size_bytes >= 0),
    -- Our file of it, in the folder of videos.
    file_key TEXT UNIQUE CHECK (length(file_key) BETWEEN 1 AND 100),
    -- Its id and its name at Mux.
    mux_rendition_id TEXT CHECK (length(mux_rendition_id) BETWEEN 1 AND 255),
    mux_name TEXT CHECK (length(mux_name) BETWEEN 1 AND 100),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK (file_key IS NULL OR status = 'ready'),
    CHECK (file_key IS NULL OR mux_name IS NULL)
) STRICT;

CREATE UNIQUE INDEX video_versions_of_video ON video_versions (asset_id, size);
-- How much space those take that were made here.
CREATE INDEX video_versions_made ON video_versions (size_bytes) WHERE file_key IS NOT NULL;

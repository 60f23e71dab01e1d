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
    UNIQUE (family_id, url)
) STRICT;

-- Where a parent left one.
CREATE TABLE web_video_places (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    web_video_id INTEGER NOT NULL REFERENCES web_videos (id) ON DELETE CASCADE,
    seconds INTEGER NOT NULL CHECK (seconds >= 0),
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, web_video_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX web_video_places_by_video ON web_video_places (web_video_id);

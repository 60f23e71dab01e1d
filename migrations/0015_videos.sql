-- Videos: the assets of books, their captions and what happened to them, and what Mux told us.

CREATE TABLE video_assets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- NULL: Mux has it and nobody said for which book, or its book was purged.
    book_id INTEGER REFERENCES books (id) ON DELETE SET NULL,
    provider TEXT NOT NULL CHECK (provider IN ('local', 'mux')),
    -- The one that the book plays; the others are its history.
    is_current INTEGER NOT NULL DEFAULT 0
        CHECK (is_current IN (0, 1) AND (is_current = 0 OR book_id IS NOT NULL)),
    -- When it was chosen for its book: as it was made, or later by whoever went back to it.
    chosen_at INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'waiting'
        CHECK (status IN ('waiting', 'preparing', 'ready', 'errored')),
    progress_percent INTEGER CHECK (progress_percent BETWEEN 0 AND 100),
    -- Rounded, as the API tells it.
    duration_seconds INTEGER CHECK (duration_seconds >= 0),
    -- Whether a caption track is ready; kept by triggers.
    has_captions INTEGER NOT NULL DEFAULT 0 CHECK (has_captions IN (0, 1)),
    width INTEGER CHECK (width > 0),
    height INTEGER CHECK (height > 0),
    -- As Mux names it, like "1080p".
    resolution TEXT CHECK (length(resolution) BETWEEN 1 AND 40),
    aspect_ratio TEXT CHECK (length(aspect_ratio) BETWEEN 1 AND 40),
    codec TEXT CHECK (length(codec) BETWEEN 1 AND 100),
    size_bytes INTEGER CHECK (size_bytes >= 0),
    -- Why it failed: a word for programs, and a sentence for people.
    error_code TEXT CHECK (length(error_code) BETWEEN 1 AND 100),
    error TEXT CHECK (length(error) BETWEEN 1 AND 2000),
    -- Where it came from: the name of a file, or an address.
    source TEXT CHECK (length(source) BETWEEN 1 AND 2000),
    mux_asset_id TEXT UNIQUE CHECK (length(mux_asset_id) BETWEEN 1 AND 255),
    mux_upload_id TEXT UNIQUE CHECK (length(mux_upload_id) BETWEEN 1 AND 255),
    signed_playback_id TEXT CHECK (length(signed_playback_id) BETWEEN 1 AND 255),
    public_playback_id TEXT CHECK (length(public_playback_id) BETWEEN 1 AND 255),
    -- The name of the MP4 rendition, once it is ready.
    mp4_name TEXT CHECK (length(mp4_name) BETWEEN 1 AND 100),
    -- What Mux keeps for us with the asset, like "book:7;video:12".
    passthrough TEXT CHECK (length(passthrough) <= 255),
    -- Files of ours, by their names.
    file_key TEXT CHECK (length(file_key) BETWEEN 1 AND 100),
    poster_key TEXT CHECK (length(poster_key) BETWEEN 1 AND 100),
    storyboard_key TEXT CHECK (length(storyboard_key) BETWEEN 1 AND 100),
    -- When something was last heard of it: one that prepares without news is stuck.
    news_at INTEGER NOT NULL,
    deleted_at INTEGER,
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK ((status = 'errored') = (error IS NOT NULL)),
    CHECK (deleted_at IS NULL OR is_current = 0),
    CHECK (provider = 'mux' OR coalesce(mux_asset_id, mux_upload_id) IS NULL)
) STRICT;

CREATE INDEX video_assets_by_book ON video_assets (book_id, chosen_at);
CREATE UNIQUE INDEX video_assets_current ON video_assets (book_id) WHERE is_current = 1;
-- The orders in which the list is read; what it can be filtered by stands in each, so that a
-- page with filters passes over rows in the index alone.
CREATE INDEX video_assets_by_age
    ON video_assets (created_at, status, provider, has_captions) WHERE deleted_at IS NULL;
CREATE INDEX video_assets_by_duration
    ON video_assets (duration_seconds, status, provider, has_captions, created_at)
    WHERE deleted_at IS NULL;
CREATE INDEX video_assets_by_status
    ON video_assets (status, created_at, provider, has_captions) WHERE deleted_at IS NULL;
CREATE INDEX video_assets_without_book ON video_assets (created_at, status)
    WHERE book_id IS NULL AND deleted_at IS NULL;
-- Those that are still to come: which of them are stuck, and which Mux is asked about.
CREATE INDEX video_assets_unsettled ON video_assets (news_at, provider)
    WHERE status IN ('waiting', 'preparing') AND deleted_at IS NULL;
CREATE INDEX video_assets_at_mux ON video_assets (news_at)
    WHERE provider = 'mux' AND deleted_at IS NULL;

CREATE TABLE caption_tracks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    asset_id INTEGER NOT NULL REFERENCES video_assets (id) ON DELETE CASCADE,
    -- BCP 47; "und" where nobody said.
    language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 35),
    label TEXT NOT NULL CHECK (length(label) <= 200),
    -- As in HTML: captions tell of sounds, too.
    kind TEXT NOT NULL CHECK (kind IN ('captions', 'subtitles')),
    origin TEXT NOT NULL CHECK (origin IN ('embedded', 'uploaded', 'generated')),
    status TEXT NOT NULL CHECK (status IN ('preparing', 'ready', 'errored')),
    error TEXT CHECK (length(error) BETWEEN 1 AND 2000),
    mux_track_id TEXT UNIQUE CHECK (length(mux_track_id) BETWEEN 1 AND 255),
    file_key TEXT CHECK (length(file_key) BETWEEN 1 AND 100),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX caption_tracks_by_asset ON caption_tracks (asset_id, language, status);

-- What Mux told us: its webhooks, and its answers when it was asked. They are kept whole, because
-- the state of an asset is made of all that was told of it, in the order in which it happened.
CREATE TABLE webhook_deliveries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Mux's id of the event: what is delivered twice is one.
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 100),
    source TEXT NOT NULL CHECK (source IN ('webhook', 'answer')),
    type TEXT NOT NULL CHECK (length(type) <= 100),
    object_id TEXT CHECK (length(object_id) <= 255),
    -- Which asset and which upload it is about, wherever in the body that stands.
    mux_asset_id TEXT CHECK (length(mux_asset_id) <= 255),
    mux_upload_id TEXT CHECK (length(mux_upload_id) <= 255),
    -- By Mux's clock, in microseconds since 1970: seconds would not tell which came first.
    happened_us INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    times_received INTEGER NOT NULL DEFAULT 1 CHECK (times_received >= 1),
    verdict TEXT NOT NULL DEFAULT 'new' CHECK (
        verdict IN ('new', 'applied', 'unchanged', 'kept', 'ignored', 'unreadable', 'failed')
    ),
    -- What it did, in words.
    effect TEXT NOT NULL DEFAULT '' CHECK (length(effect) <= 2000),
    asset_id INTEGER REFERENCES video_assets (id) ON DELETE SET NULL,
    -- As it came, byte for byte.
    body BLOB NOT NULL CHECK (length(body) <= 1048576)
) STRICT;

CREATE INDEX webhook_deliveries_by_mux_asset ON webhook_deliveries (mux_asset_id, happened_us, id)
    WHERE mux_asset_id IS NOT NULL;
CREATE INDEX webhook_deliveries_by_mux_upload
    ON webhook_deliveries (mux_upload_id, happened_us, id) WHERE mux_upload_id IS NOT NULL;
CREATE INDEX webhook_deliveries_by_asset ON webhook_deliveries (asset_id);
CREATE INDEX webhook_deliveries_unfinished ON webhook_deliveries (verdict, number)
    WHERE verdict IN ('new', 'failed');

-- The timeline of an asset: everything that happened to it.
CREATE TABLE video_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    asset_id INTEGER NOT NULL REFERENCES video_assets (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    -- Who did it; NULL: the program, or Mux.
    actor_name TEXT CHECK (length(actor_name) BETWEEN 1 AND 200),
    -- The delivery that told of it, which is told once.
    delivery_number INTEGER UNIQUE REFERENCES webhook_deliveries (number) ON DELETE SET NULL
) STRICT;

CREATE INDEX video_events_in_order ON video_events (asset_id, at, id);

-- What is kept of counts: all assets that are not deleted, and those of each status.
INSERT INTO row_counts (name, amount)
VALUES ('videos', 0), ('videos_waiting', 0), ('videos_preparing', 0), ('videos_ready', 0),
    ('videos_errored', 0), ('webhook_deliveries', 0);

CREATE TRIGGER video_assets_counted_in AFTER INSERT ON video_assets
WHEN new.deleted_at IS NULL BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name IN ('videos', 'videos_' || new.status);
END;

CREATE TRIGGER video_assets_counted_anew AFTER UPDATE OF status, deleted_at ON video_assets
WHEN old.status <> new.status OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE row_counts SET amount = amount - 1
    WHERE old.deleted_at IS NULL AND name IN ('videos', 'videos_' || old.status);
    UPDATE row_counts SET amount = amount + 1
    WHERE new.deleted_at IS NULL AND name IN ('videos', 'videos_' || new.status);
END;

CREATE TRIGGER video_assets_counted_out AFTER DELETE ON video_assets
WHEN old.deleted_at IS NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name IN ('videos', 'videos_' || old.status);
END;

CREATE TRIGGER webhook_deliveries_counted_in AFTER INSERT ON webhook_deliveries BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'webhook_deliveries';
END;

CREATE TRIGGER webhook_deliveries_counted_out AFTER DELETE ON webhook_deliveries BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'webhook_deliveries';
END;

-- A book that is purged lets its assets go: their files are still to be removed.
CREATE TRIGGER books_leave_their_videos BEFORE DELETE ON books BEGIN
    UPDATE video_assets SET is_current = 0 WHERE book_id = old.id AND is_current = 1;
END;

CREATE TRIGGER caption_tracks_added AFTER INSERT ON caption_tracks BEGIN
    UPDATE video_assets SET has_captions = EXISTS (
        SELECT 1 FROM caption_tracks WHERE asset_id = new.asset_id AND status = 'ready')
    WHERE id = new.asset_id;
END;

CREATE TRIGGER caption_tracks_changed AFTER UPDATE OF status ON caption_tracks
WHEN old.status <> new.status BEGIN
    UPDATE video_assets SET has_captions = EXISTS (
        SELECT 1 FROM caption_tracks WHERE asset_id = new.asset_id AND status = 'ready')
    WHERE id = new.asset_id;
END;

CREATE TRIGGER caption_tracks_removed AFTER DELETE ON caption_tracks BEGIN
    UPDATE video_assets SET has_captions = EXISTS (
        SELECT 1 FROM caption_tracks WHERE asset_id = old.asset_id AND status = 'ready')
    WHERE id = old.asset_id;
END;

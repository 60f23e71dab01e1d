-- Captions are documents: tracks with their cues, which are searched, and with their earlier versions.

-- Mux's own tracks are told apart from those that somebody brought here, and a track may also describe
-- pictures or name chapters. Several tracks may have one language; players get one of each kind.
CREATE TABLE caption_tracks_new (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    asset_id INTEGER NOT NULL REFERENCES video_assets (id) ON DELETE CASCADE,
    -- BCP 47; "und" if unknown.
    language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 35),
    label TEXT NOT NULL CHECK (length(label) <= 200),
    -- As in HTML: captions describe sounds, too, and descriptions the picture.
    kind TEXT NOT NULL CHECK (kind IN ('captions', 'subtitles', 'descriptions', 'chapters')),
    origin TEXT NOT NULL
        CHECK (origin IN ('embedded', 'uploaded', 'mux', 'generated', 'edited')),
    status TEXT NOT NULL CHECK (status IN ('preparing', 'ready', 'errored')),
    error TEXT CHECK (length(error) BETWEEN 1 AND 2000),
    mux_track_id TEXT UNIQUE CHECK (length(mux_track_id) BETWEEN 1 AND 255),
    -- WebVTT for players, in the folder of videos.
    file_key TEXT CHECK (length(file_key) BETWEEN 1 AND 100),
    -- Whether players get it, and whether they begin with it.
    is_shown INTEGER NOT NULL DEFAULT 1 CHECK (is_shown IN (0, 1)),
    is_default INTEGER NOT NULL DEFAULT 0
        CHECK (is_default IN (0, 1) AND is_default <= is_shown),
    -- The format of the file that it was read from; NULL until its cues are here.
    format TEXT CHECK (format IN ('srt', 'vtt', 'sbv', 'csv', 'lrc', 'ttml')),
    cue_count INTEGER NOT NULL DEFAULT 0 CHECK (cue_count >= 0),
    -- How many cues have trouble, as counted when it was saved.
    problem_count INTEGER NOT NULL DEFAULT 0 CHECK (problem_count >= 0),
    -- The number of the version that the cues are; NULL until they are here.
    saved_version INTEGER CHECK (saved_version > 0),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK ((saved_version IS NULL) = (format IS NULL))
) STRICT;

INSERT INTO caption_tracks_new (id, asset_id, language, label, kind, origin, status, error,
    mux_track_id, file_key, is_shown, created_at, updated_at)
SELECT id, asset_id, language, label, kind,
    CASE WHEN mux_track_id IS NOT NULL AND origin <> 'generated' THEN 'mux' ELSE origin END,
    status, error, mux_track_id, file_key,
    -- The newest of those that can be read, as if it had been added last.
    row_number() OVER (PARTITION BY asset_id, language, kind
        ORDER BY status = 'ready' DESC, id DESC) = 1,
    created_at, updated_at
FROM caption_tracks
-- Nothing is left of the captions of a deleted video.
WHERE asset_id IN (SELECT id FROM video_assets WHERE deleted_at IS NULL);

DROP TABLE caption_tracks;
ALTER TABLE caption_tracks_new RENAME TO caption_tracks;

CREATE INDEX caption_tracks_by_asset ON caption_tracks (asset_id, language, status);
CREATE UNIQUE INDEX caption_tracks_shown ON caption_tracks (asset_id, language, kind)
    WHERE is_shown = 1;
CREATE UNIQUE INDEX caption_tracks_default ON caption_tracks (asset_id) WHERE is_default = 1;
-- The orders in which the list is read; what it can be filtered by stands in each.
CREATE INDEX caption_tracks_by_change
    ON caption_tracks (updated_at, id, language, kind, origin, problem_count);
CREATE INDEX caption_tracks_by_language
    ON caption_tracks (language, updated_at, id, kind, origin, problem_count);
CREATE INDEX caption_tracks_by_trouble
    ON caption_tracks (problem_count, id, language, kind, origin);
CREATE INDEX caption_tracks_by_length
    ON caption_tracks (cue_count, id, language, kind, origin, problem_count);
-- Which videos have captions in a language.
CREATE INDEX caption_tracks_readable ON caption_tracks (asset_id, language)
    WHERE status = 'ready' AND kind IN ('captions', 'subtitles');
-- The videos that books play, to find those without captions.
CREATE INDEX video_assets_playing ON video_assets (book_id, has_captions, is_current, status)
    WHERE is_current = 1 AND status = 'ready';
-- Those whose cues are still only in their files.
CREATE INDEX caption_tracks_unread ON caption_tracks (id)
    WHERE saved_version IS NULL AND file_key IS NOT NULL;

-- The cues of the saved version, to be listed and searched. The number of a cue stays while its track
-- is edited, and is never given to another.
CREATE TABLE caption_cues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    track_id INTEGER NOT NULL REFERENCES caption_tracks (id) ON DELETE CASCADE,
    -- Counted from 0, in the order of the document.
    position INTEGER NOT NULL CHECK (position >= 0),
    start_ms INTEGER NOT NULL,
    -- NULL: unknown.
    end_ms INTEGER,
    -- Without markup; the document has the rest.
    text TEXT NOT NULL
) STRICT;

-- Not unique: positions are moved by one statement, row by row.
CREATE INDEX caption_cues_in_order ON caption_cues (track_id, position);
CREATE INDEX caption_cues_in_time ON caption_cues (track_id, start_ms);

-- Finds cues by their words, folded by the application, which writes it together with the cue. The
-- facets are words for the language and the kind of the track: "len kcaptions". Three letters are the
-- fewest that stand for the beginning of a word. Without an index of its own for such a length, FTS5
-- puts together all cues that have one of the words: 18 ms instead of 0.2 where they are frequent.
CREATE VIRTUAL TABLE caption_words USING fts5 (words, facets, prefix = '3 4 5 6 7 8');
INSERT INTO caption_words (caption_words, rank) VALUES ('automerge', 8);

-- What a track was each time it was saved: the whole document, compressed.
CREATE TABLE caption_versions (
    id INTEGER PRIMARY KEY,
    track_id INTEGER NOT NULL REFERENCES caption_tracks (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    made_at INTEGER NOT NULL,
    -- No foreign key: as in the audit log, the version outlives the person.
    user_id INTEGER,
    user_name TEXT NOT NULL,
    -- What was done, in a few words.
    note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 200),
    cue_count INTEGER NOT NULL CHECK (cue_count >= 0),
    document BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX caption_versions_by_track ON caption_versions (track_id, number);

INSERT INTO row_counts (name, amount)
SELECT 'caption_tracks', count(*) FROM caption_tracks UNION ALL SELECT 'caption_cues', 0;

CREATE TRIGGER caption_tracks_added AFTER INSERT ON caption_tracks BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'caption_tracks';
    UPDATE video_assets SET has_captions = EXISTS (
        SELECT 1 FROM caption_tracks WHERE asset_id = new.asset_id AND status = 'ready'
            AND kind IN ('captions', 'subtitles'))
    WHERE id = new.asset_id;
END;

CREATE TRIGGER caption_tracks_changed AFTER UPDATE OF status, kind ON caption_tracks
WHEN old.status <> new.status OR old.kind <> new.kind BEGIN
    UPDATE video_assets SET has_captions = EXISTS (
        SELECT 1 FROM caption_tracks WHERE asset_id = new.asset_id AND status = 'ready'
            AND kind IN ('captions', 'subtitles'))
    WHERE id = new.asset_id;
END;

CREATE TRIGGER caption_tracks_recounted AFTER UPDATE OF cue_count ON caption_tracks
WHEN old.cue_count <> new.cue_count BEGIN
    UPDATE row_counts SET amount = amount + new.cue_count - old.cue_count
    WHERE name = 'caption_cues';
END;

CREATE TRIGGER caption_tracks_removed AFTER DELETE ON caption_tracks BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'caption_tracks';
    UPDATE row_counts SET amount = amount - old.cue_count WHERE name = 'caption_cues';
    UPDATE video_assets SET has_captions = EXISTS (
        SELECT 1 FROM caption_tracks WHERE asset_id = old.asset_id AND status = 'ready'
            AND kind IN ('captions', 'subtitles'))
    WHERE id = old.asset_id;
END;

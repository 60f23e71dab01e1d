-- What parents turn on and off for themselves, and what is written down from a microphone.

-- Only what somebody has set: without a row a switch is as the program begins.
CREATE TABLE parent_switches (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name IN ('vocabulary', 'playlists', 'live', 'cue_details')),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

-- A session belongs to the parent who began it. Sound is never kept.
CREATE TABLE live_sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    -- What is spoken (BCP 47).
    language TEXT NOT NULL CHECK (length(language) BETWEEN 1 AND 35),
    -- Who listens: the browser, or the transcription service.
    way TEXT NOT NULL CHECK (way IN ('browser', 'service')),
    started_at INTEGER NOT NULL,
    -- What its pieces add up to.
    piece_count INTEGER NOT NULL DEFAULT 0 CHECK (piece_count >= 0),
    character_count INTEGER NOT NULL DEFAULT 0 CHECK (character_count >= 0),
    length_ms INTEGER NOT NULL DEFAULT 0 CHECK (length_ms >= 0),
    -- Deleted, but not for good yet.
    removed_at INTEGER
) STRICT;

CREATE INDEX live_sessions_by_user ON live_sessions (user_id, id) WHERE removed_at IS NULL;
CREATE INDEX live_sessions_of_user ON live_sessions (user_id, id);
CREATE INDEX live_sessions_removed ON live_sessions (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX live_sessions_empty ON live_sessions (started_at) WHERE piece_count = 0;

CREATE TABLE live_pieces (
    session_id INTEGER NOT NULL REFERENCES live_sessions (id) ON DELETE CASCADE,
    -- As the page counts them: one that is sent again is kept once.
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 5000),
    start_ms INTEGER NOT NULL CHECK (start_ms >= 0),
    end_ms INTEGER NOT NULL CHECK (end_ms >= start_ms),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    PRIMARY KEY (session_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER live_pieces_counted AFTER INSERT ON live_pieces BEGIN
    UPDATE live_sessions SET piece_count = piece_count + 1,
        character_count = character_count + length(new.text),
        length_ms = max(length_ms, new.end_ms)
    WHERE id = new.session_id;
END;

-- What devices tell of watching, the viewings that it adds up to, and the totals that reports read.

-- How long single events are kept, in days; NULL: for ever. Viewings and totals stay.
ALTER TABLE families ADD COLUMN usage_retention_days INTEGER
    CHECK (usage_retention_days IN (90, 365));

-- A family of the demo, which can be taken away again.
ALTER TABLE families ADD COLUMN is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1));

-- When the position of an item was taken, in milliseconds since 1970 and never later than we heard of
-- it: the newest wins, whichever arrives last.
ALTER TABLE library_items ADD COLUMN position_recorded_ms INTEGER
    CHECK (position_recorded_ms >= 0);

-- A story that was opened once: what the events of one session add up to.
CREATE TABLE viewings (
    -- Never given twice: an address of one that was deleted leads to no other.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    -- The device's own name for what lies between opening a story and leaving it.
    session_id TEXT NOT NULL CHECK (length(session_id) BETWEEN 1 AND 64),
    -- No foreign key, here and below: what was watched stays true when a book is purged.
    book_id INTEGER NOT NULL,
    -- The day on which it began, in the family's zone.
    day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL CHECK (ended_at >= started_at),
    -- For how long the video really played.
    watched_ms INTEGER NOT NULL CHECK (watched_ms >= 0),
    -- NULL: at its end, or no event said where.
    stopped_position_seconds INTEGER CHECK (stopped_position_seconds >= 0),
    is_finished INTEGER NOT NULL CHECK (is_finished IN (0, 1)),
    -- It is in no total, because a parent said so.
    is_left_out INTEGER NOT NULL DEFAULT 0 CHECK (is_left_out IN (0, 1)),
    -- Its events are kept no longer, so it stays as it is.
    is_frozen INTEGER NOT NULL DEFAULT 0 CHECK (is_frozen IN (0, 1)),
    event_count INTEGER NOT NULL CHECK (event_count > 0),
    UNIQUE (child_id, session_id, book_id)
) STRICT;

-- The list of a child's viewings, and those of some days.
CREATE INDEX viewings_by_day ON viewings (child_id, day, started_at, id);
-- Which of the books a child has ever opened.
CREATE INDEX viewings_by_book ON viewings (child_id, book_id);
-- Whose events may be old enough to go.
CREATE INDEX viewings_with_events ON viewings (child_id, day) WHERE is_frozen = 0;

-- What of a viewing was watched on a day after the one on which it began: that which goes on past
-- midnight.
CREATE TABLE viewing_days (
    viewing_id INTEGER NOT NULL REFERENCES viewings (id) ON DELETE CASCADE,
    day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    watched_ms INTEGER NOT NULL CHECK (watched_ms > 0),
    PRIMARY KEY (viewing_id, day)
) STRICT, WITHOUT ROWID;

-- What devices said. Child, session and book are those of the viewing.
CREATE TABLE usage_events (
    id INTEGER PRIMARY KEY,
    viewing_id INTEGER NOT NULL REFERENCES viewings (id) ON DELETE CASCADE,
    -- The device's own name for the event, by which a repeat is known.
    client_event_id TEXT NOT NULL CHECK (length(client_event_id) BETWEEN 1 AND 64),
    event_type TEXT NOT NULL
        CHECK (event_type IN ('play_start', 'pause', 'resume', 'play_end', 'heartbeat', 'seek')),
    -- In milliseconds since 1970: when it counts as having happened, when it did by the device's own
    -- clock, and when it was received.
    occurred_ms INTEGER NOT NULL CHECK (occurred_ms >= 0),
    claimed_ms INTEGER NOT NULL,
    received_ms INTEGER NOT NULL CHECK (received_ms >= occurred_ms),
    position_seconds INTEGER CHECK (position_seconds >= 0),
    from_position_seconds INTEGER CHECK (from_position_seconds >= 0),
    to_position_seconds INTEGER CHECK (to_position_seconds >= 0),
    UNIQUE (viewing_id, client_event_id),
    CHECK ((event_type = 'seek') = (from_position_seconds IS NOT NULL)),
    CHECK ((event_type = 'seek') = (to_position_seconds IS NOT NULL))
) STRICT;

-- Viewings that were deleted: what happened in them up to a moment does not come back when a device
-- sends it again.
CREATE TABLE forgotten_viewings (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL,
    book_id INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    PRIMARY KEY (child_id, session_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX forgotten_viewings_by_age ON forgotten_viewings (until_ms);

-- The totals that reports read: of each child, day and book, apart by how long a viewing lasted as a
-- whole, so that a report may leave short ones out: 0 is less than 5 seconds, 1 less than 10, 2 less
-- than 30, 3 less than 60, and 4 all others. Plays and completions count on the day on which a viewing
-- began. A row that has nothing to say is not there.
CREATE TABLE daily_usage (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    book_id INTEGER NOT NULL,
    length_class INTEGER NOT NULL CHECK (length_class BETWEEN 0 AND 4),
    watched_ms INTEGER NOT NULL CHECK (watched_ms >= 0),
    plays INTEGER NOT NULL CHECK (plays >= 0),
    completions INTEGER NOT NULL CHECK (completions BETWEEN 0 AND plays),
    PRIMARY KEY (child_id, day, book_id, length_class)
) STRICT, WITHOUT ROWID;

-- Reports over all children, from the index alone.
CREATE INDEX daily_usage_by_day
    ON daily_usage (day, book_id, child_id, length_class, watched_ms, plays, completions);

-- The same over all children and books; kept by triggers.
CREATE TABLE usage_days (
    day TEXT NOT NULL,
    length_class INTEGER NOT NULL CHECK (length_class BETWEEN 0 AND 4),
    watched_ms INTEGER NOT NULL CHECK (watched_ms >= 0),
    plays INTEGER NOT NULL CHECK (plays >= 0),
    completions INTEGER NOT NULL CHECK (completions BETWEEN 0 AND plays),
    PRIMARY KEY (day, length_class)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER daily_usage_counted_in AFTER INSERT ON daily_usage BEGIN
    INSERT INTO usage_days (day, length_class, watched_ms, plays, completions)
    VALUES (new.day, new.length_class, new.watched_ms, new.plays, new.completions)
    ON CONFLICT (day, length_class) DO UPDATE SET watched_ms = watched_ms + excluded.watched_ms,
        plays = plays + excluded.plays, completions = completions + excluded.completions;
END;

CREATE TRIGGER daily_usage_counted_anew AFTER UPDATE ON daily_usage BEGIN
    UPDATE usage_days SET watched_ms = watched_ms + new.watched_ms - old.watched_ms,
        plays = plays + new.plays - old.plays,
        completions = completions + new.completions - old.completions
    WHERE day = new.day AND length_class = new.length_class;
END;

CREATE TRIGGER daily_usage_counted_out AFTER DELETE ON daily_usage BEGIN
    UPDATE usage_days SET watched_ms = watched_ms - old.watched_ms, plays = plays - old.plays,
        completions = completions - old.completions
    WHERE day = old.day AND length_class = old.length_class;
    DELETE FROM usage_days WHERE day = old.day AND length_class = old.length_class
        AND watched_ms = 0 AND plays = 0;
END;

-- Stories that children have packed for a journey, and what their devices keep of them.

-- What is taken out of a library stays packed as long as that can be taken back.
CREATE TABLE journey_stories (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    packed_at INTEGER NOT NULL,
    PRIMARY KEY (child_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX journey_stories_by_book ON journey_stories (book_id);

-- The last that a device in Kids Mode said of what it keeps.
CREATE TABLE journey_reports (
    device_id INTEGER PRIMARY KEY NOT NULL REFERENCES kids_devices (id) ON DELETE CASCADE,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    reported_at INTEGER NOT NULL,
    -- What browsers still have room for; NULL: it doesn't say.
    free_bytes INTEGER CHECK (free_bytes >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX journey_reports_by_child ON journey_reports (child_id);

CREATE TABLE journey_report_stories (
    device_id INTEGER NOT NULL REFERENCES journey_reports (device_id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('kept', 'waiting', 'full')),
    PRIMARY KEY (device_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX journey_report_stories_by_book ON journey_report_stories (book_id);

-- Clocks of devices, two devices of a child at once, and days whose figures were put right.

-- When a viewing began and in which times it played: "1795194000000 0 45000 50000 60000", in
-- milliseconds, the second and all further numbers counted from the first. Of one that is frozen, what
-- counts. NULL: it was computed by the rules of an earlier version.
ALTER TABLE viewings ADD COLUMN played TEXT;

-- Those, until they are computed anew.
CREATE INDEX viewings_by_old_rules ON viewings (child_id, day) WHERE played IS NULL AND is_frozen = 0;

-- A viewing that was left paused overnight: whoever looks for those that overlap a moment looks through
-- the hours before it by `viewings_by_day`, and for longer ones here.
CREATE INDEX viewings_of_hours ON viewings (child_id, ended_at) WHERE ended_at - started_at > 10800;

-- Who sent it: the number of a sign-in, or below zero of an access key. NULL: not known any more, the
-- session then stands for the device. And when, by the device's clock, if it said so.
ALTER TABLE usage_events ADD COLUMN device INTEGER;
ALTER TABLE usage_events ADD COLUMN sent_ms INTEGER;

-- How far the clock of a device was ahead in each quarter of an hour in which something came that shows
-- it: by the events that are later than their arrival, and by what requests say of it.
CREATE TABLE device_clocks (
    device INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    ahead_ms INTEGER NOT NULL DEFAULT 0 CHECK (ahead_ms >= 0),
    sent_ahead_ms INTEGER,
    PRIMARY KEY (device, slot)
) STRICT, WITHOUT ROWID;

-- Of which viewings a device told something in a quarter of an hour: those that move when more is known
-- of its clock. Kept for some hours. No foreign key: numbers of viewings are never given twice.
CREATE TABLE usage_deliveries (
    device INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    viewing_id INTEGER NOT NULL,
    PRIMARY KEY (device, slot, viewing_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_deliveries_by_age ON usage_deliveries (slot);

-- What is deleted does not come back from a device whose clock is ahead, either.
ALTER TABLE forgotten_viewings ADD COLUMN claimed_until_ms INTEGER;

-- Days of a child whose figures are others since the rules of counting became more exact, and why: words
-- like "pauses devices".
CREATE TABLE usage_corrections (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    before_ms INTEGER NOT NULL CHECK (before_ms >= 0),
    after_ms INTEGER NOT NULL CHECK (after_ms >= 0),
    reasons TEXT NOT NULL,
    noted_at INTEGER NOT NULL,
    PRIMARY KEY (child_id, day)
) STRICT, WITHOUT ROWID;

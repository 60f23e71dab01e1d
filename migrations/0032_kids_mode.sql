-- Kids Mode: browsers that a parent handed over to a child, and the PIN that leads out of it.

-- The PIN of a family, 4 to 8 digits, as scrypt's text; NULL until a parent has chosen one.
ALTER TABLE families ADD COLUMN kids_pin_hash TEXT CHECK (length(kids_pin_hash) BETWEEN 20 AND 200);
ALTER TABLE families ADD COLUMN kids_pin_set_at INTEGER
    CHECK ((kids_pin_hash IS NULL) = (kids_pin_set_at IS NULL));
-- Who set it; NULL if they are gone.
ALTER TABLE families ADD COLUMN kids_pin_set_by INTEGER REFERENCES users (id) ON DELETE SET NULL;

CREATE INDEX families_by_kids_pin_set_by ON families (kids_pin_set_by);

-- Whether titles are spoken when a cover is touched, and whether categories are shown as pictures.
ALTER TABLE children ADD COLUMN speaks_titles INTEGER NOT NULL DEFAULT 0
    CHECK (speaks_titles IN (0, 1));
ALTER TABLE children ADD COLUMN shows_categories INTEGER NOT NULL DEFAULT 0
    CHECK (shows_categories IN (0, 1));

-- A browser in Kids Mode. Its cookie has the id and a secret, as that of a session has; the session
-- of the parent who handed it over is gone, and what is kept of it here says whether the PIN may
-- begin it anew.
CREATE TABLE kids_devices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Who watches; NULL: nobody has been chosen yet.
    child_id INTEGER REFERENCES children (id) ON DELETE SET NULL,
    -- Given to Kids Mode for good: it asks who is watching.
    is_permanent INTEGER NOT NULL CHECK (is_permanent IN (0, 1)),
    -- Whether the children may switch among themselves without the PIN.
    switches_freely INTEGER NOT NULL CHECK (switches_freely IN (0, 1)),
    user_agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- How long the parked session could stay unused, and when it would have ended.
    idle_seconds INTEGER NOT NULL CHECK (idle_seconds > 0),
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX kids_devices_by_family ON kids_devices (family_id, id);
CREATE INDEX kids_devices_by_user ON kids_devices (user_id);
CREATE INDEX kids_devices_by_child ON kids_devices (child_id);

-- The children who may watch on a device.
CREATE TABLE kids_device_children (
    device_id INTEGER NOT NULL REFERENCES kids_devices (id) ON DELETE CASCADE,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    PRIMARY KEY (device_id, child_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX kids_device_children_by_child ON kids_device_children (child_id);

-- Wrong PINs, of a device and of all devices of a family: each makes the next one wait longer.
CREATE TABLE kids_pin_failures (
    scope TEXT NOT NULL CHECK (scope IN ('device', 'family')),
    subject INTEGER NOT NULL,
    failures INTEGER NOT NULL CHECK (failures > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (scope, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX kids_pin_failures_by_time ON kids_pin_failures (last_at);

CREATE TRIGGER kids_devices_forget_failures AFTER DELETE ON kids_devices BEGIN
    DELETE FROM kids_pin_failures WHERE scope = 'device' AND subject = old.id;
END;

CREATE TRIGGER families_forget_pin_failures AFTER DELETE ON families BEGIN
    DELETE FROM kids_pin_failures WHERE scope = 'family' AND subject = old.id;
END;

-- Family photos: what parents keep for their children to look at, and what Kids Mode shows of it.

-- Whether the files that were uploaded are kept as they were, with all that they say besides their
-- pixels.
ALTER TABLE families ADD COLUMN keeps_originals INTEGER NOT NULL DEFAULT 0
    CHECK (keeps_originals IN (0, 1));
-- Kept by triggers: the photos outside the bin, and the space that the files of all of them take.
ALTER TABLE families ADD COLUMN photo_count INTEGER NOT NULL DEFAULT 0 CHECK (photo_count >= 0);
ALTER TABLE families ADD COLUMN photo_bytes INTEGER NOT NULL DEFAULT 0 CHECK (photo_bytes >= 0);

-- A family's own categories, beside those of the catalog.
CREATE TABLE photo_categories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    name_key TEXT NOT NULL,
    -- Children who don't read know it by these two.
    color TEXT NOT NULL CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
    icon_name TEXT NOT NULL CHECK (length(icon_name) BETWEEN 1 AND 60),
    display_order INTEGER NOT NULL CHECK (display_order BETWEEN 0 AND 1000000),
    -- Kept by triggers: the photos that can be shown.
    photo_count INTEGER NOT NULL DEFAULT 0 CHECK (photo_count >= 0),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX photo_categories_by_name ON photo_categories (family_id, name_key);
CREATE INDEX photo_categories_in_order ON photo_categories (family_id, display_order, id);

-- What every family begins with. Each color is 4.5 : 1 against white at least.
CREATE TRIGGER families_begin_with_photo_categories AFTER INSERT ON families BEGIN
    INSERT INTO photo_categories (family_id, name, name_key, color, icon_name, display_order,
        created_at, updated_at)
    VALUES (new.id, 'Family', 'family', '#b3325f', 'heart', 10, new.created_at, new.created_at),
        (new.id, 'Trips', 'trips', '#1f6f9f', 'map', 20, new.created_at, new.created_at),
        (new.id, 'Animals', 'animals', '#8a5a17', 'pawprint', 30, new.created_at, new.created_at),
        (new.id, 'Birthdays', 'birthdays', '#7c4bb5', 'gift', 40, new.created_at, new.created_at),
        (new.id, 'At Home', 'at home', '#2e7252', 'star', 50, new.created_at, new.created_at);
END;

INSERT INTO photo_categories (family_id, name, name_key, color, icon_name, display_order,
    created_at, updated_at)
SELECT f.id, s.name, s.name_key, s.color, s.icon_name, s.place, f.created_at, f.created_at
FROM families AS f CROSS JOIN (
    SELECT 'Family' AS name, 'family' AS name_key, '#b3325f' AS color, 'heart' AS icon_name,
        10 AS place
    UNION ALL SELECT 'Trips', 'trips', '#1f6f9f', 'map', 20
    UNION ALL SELECT 'Animals', 'animals', '#8a5a17', 'pawprint', 30
    UNION ALL SELECT 'Birthdays', 'birthdays', '#7c4bb5', 'gift', 40
    UNION ALL SELECT 'At Home', 'at home', '#2e7252', 'star', 50) AS s
ORDER BY f.id, s.place;

CREATE TABLE photos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES photo_categories (id),
    -- Its files are named by a word that nobody can guess, a new one each time they are made.
    file_key TEXT NOT NULL UNIQUE CHECK (length(file_key) = 24),
    -- SHA-256 of the file as it was uploaded: the same one isn't kept twice.
    content_hash BLOB NOT NULL CHECK (length(content_hash) = 32),
    -- The name of that file, only to be shown.
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp', 'heic', 'avif')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
    -- Why it failed, as a sentence for its parents.
    trouble TEXT CHECK ((trouble IS NOT NULL) = (state = 'failed')),
    -- The size of the largest picture that is served, and what is shown until one is there.
    width INTEGER CHECK (width > 0),
    height INTEGER CHECK (height > 0),
    color TEXT CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
    -- Quarter turns to the right that its parents asked for, and those that its files have.
    turns INTEGER NOT NULL DEFAULT 0 CHECK (turns BETWEEN 0 AND 3),
    turns_made INTEGER NOT NULL DEFAULT 0 CHECK (turns_made BETWEEN 0 AND 3),
    -- "2024-05-06T07:08:09" or "2024-05-06" on the clock of the place; NULL: nobody knows.
    taken_at TEXT CHECK (length(taken_at) IN (10, 19)),
    -- What it shows, for whom it can't be seen.
    words TEXT NOT NULL DEFAULT '' CHECK (length(words) <= 500),
    -- Where it stands in its category: the second at which it was taken, or between two others.
    place REAL NOT NULL,
    -- The space that all its files take.
    bytes INTEGER NOT NULL CHECK (bytes >= 0),
    has_original INTEGER NOT NULL CHECK (has_original IN (0, 1)),
    created_at INTEGER NOT NULL,
    deleted_at INTEGER,
    deleted_by TEXT CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)),
    CHECK ((state = 'ready') = (width IS NOT NULL AND height IS NOT NULL AND color IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX photos_by_content ON photos (family_id, content_hash);
CREATE INDEX photos_by_age ON photos (family_id, id);
CREATE INDEX photos_of_family ON photos (family_id, place, id) WHERE deleted_at IS NULL;
CREATE INDEX photos_in_category ON photos (category_id, place, id);
-- What children walk through: the photo with a number is found without the others' rows.
CREATE INDEX photos_shown ON photos (category_id, place, id)
    WHERE state = 'ready' AND deleted_at IS NULL;
-- What parents see besides: those that are being prepared, and those that can't be read.
CREATE INDEX photos_not_shown ON photos (family_id, category_id)
    WHERE state <> 'ready' AND deleted_at IS NULL;
CREATE INDEX photos_with_original ON photos (family_id, id) WHERE has_original = 1;
CREATE INDEX photos_in_bin ON photos (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX photos_in_bin_of_family ON photos (family_id, deleted_at, id)
    WHERE deleted_at IS NOT NULL;

-- Files that no photo has any more, until they are removed: those of a key, or "original-" with the
-- family and the content's hash.
CREATE TABLE unused_photo_files (
    name TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TRIGGER photos_leave_files AFTER DELETE ON photos BEGIN
    INSERT OR IGNORE INTO unused_photo_files
    VALUES (old.file_key),
        ('original-' || old.family_id || '-' || lower(hex(old.content_hash)));
END;

CREATE TRIGGER photos_leave_old_files AFTER UPDATE OF file_key ON photos
WHEN old.file_key <> new.file_key BEGIN
    INSERT OR IGNORE INTO unused_photo_files VALUES (old.file_key);
END;

CREATE TRIGGER photos_leave_originals AFTER UPDATE OF has_original ON photos
WHEN old.has_original = 1 AND new.has_original = 0 BEGIN
    INSERT OR IGNORE INTO unused_photo_files
    VALUES ('original-' || old.family_id || '-' || lower(hex(old.content_hash)));
END;

CREATE TRIGGER photos_counted_in AFTER INSERT ON photos BEGIN
    UPDATE families SET photo_bytes = photo_bytes + new.bytes,
        photo_count = photo_count + (new.deleted_at IS NULL)
    WHERE id = new.family_id;
    UPDATE photo_categories
    SET photo_count = photo_count + (new.state = 'ready' AND new.deleted_at IS NULL)
    WHERE id = new.category_id;
END;

CREATE TRIGGER photos_counted_out AFTER DELETE ON photos BEGIN
    UPDATE families SET photo_bytes = photo_bytes - old.bytes,
        photo_count = photo_count - (old.deleted_at IS NULL)
    WHERE id = old.family_id;
    UPDATE photo_categories
    SET photo_count = photo_count - (old.state = 'ready' AND old.deleted_at IS NULL)
    WHERE id = old.category_id;
END;

CREATE TRIGGER photos_counted_anew
AFTER UPDATE OF bytes, state, category_id, deleted_at ON photos BEGIN
    UPDATE families SET photo_bytes = photo_bytes + new.bytes - old.bytes,
        photo_count = photo_count + (new.deleted_at IS NULL) - (old.deleted_at IS NULL)
    WHERE id = new.family_id;
    UPDATE photo_categories
    SET photo_count = photo_count - (old.state = 'ready' AND old.deleted_at IS NULL)
    WHERE id = old.category_id;
    UPDATE photo_categories
    SET photo_count = photo_count + (new.state = 'ready' AND new.deleted_at IS NULL)
    WHERE id = new.category_id;
END;

-- What one child's gallery shows. A child without a row has what stands here as the default.
CREATE TABLE gallery_settings (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    shows_photos INTEGER NOT NULL DEFAULT 1 CHECK (shows_photos IN (0, 1)),
    -- Whether the covers of the child's library are a category of their own.
    shows_covers INTEGER NOT NULL DEFAULT 1 CHECK (shows_covers IN (0, 1)),
    -- How far a finger goes before the category changes, in CSS pixels.
    swipe_distance INTEGER NOT NULL DEFAULT 150 CHECK (swipe_distance BETWEEN 80 AND 250),
    PRIMARY KEY (child_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE hidden_photo_categories (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES photo_categories (id) ON DELETE CASCADE,
    PRIMARY KEY (child_id, category_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX hidden_photo_categories_by_category ON hidden_photo_categories (category_id);

-- Where a device's gallery is: the number of a category, or "covers".
ALTER TABLE kids_devices ADD COLUMN gallery_category TEXT;
-- When it last told of looking at photos.
ALTER TABLE kids_devices ADD COLUMN looked_at INTEGER;

-- How long a child looked at photos, on a day of the family's zone: no viewing, and in no report's
-- minutes of watching.
CREATE TABLE photo_looks (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    -- 0 is the covers of the child's library. A category that is gone keeps its number.
    category_id INTEGER NOT NULL CHECK (category_id >= 0),
    seconds INTEGER NOT NULL CHECK (seconds BETWEEN 1 AND 90000),
    PRIMARY KEY (child_id, day, category_id)
) STRICT, WITHOUT ROWID;

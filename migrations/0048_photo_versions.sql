-- Two parents may change one photo at once: the second is told.
ALTER TABLE photos ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- All photos of a family are listed as they came, the latest first, and no longer by their places.
DROP INDEX photos_of_family;
CREATE INDEX photos_by_arrival ON photos (family_id, id) WHERE deleted_at IS NULL;

-- A child who is removed stays for a while, so that it can be taken back. Nobody sees them meanwhile,
-- and nothing counts them.
ALTER TABLE children ADD COLUMN deleted_at INTEGER;
ALTER TABLE children ADD COLUMN deleted_by TEXT
    CHECK ((deleted_at IS NULL) = (deleted_by IS NULL));

CREATE INDEX children_in_bin ON children (deleted_at) WHERE deleted_at IS NOT NULL;

-- The children that everything is about but the bin, what is erased and what is taken along.
CREATE VIEW present_children AS SELECT * FROM children WHERE deleted_at IS NULL;

DROP TRIGGER children_counted_out;
CREATE TRIGGER children_counted_out AFTER DELETE ON children WHEN old.deleted_at IS NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'children';
    UPDATE families SET child_count = child_count - 1 WHERE id = old.family_id;
END;

CREATE TRIGGER children_binned_or_restored AFTER UPDATE OF deleted_at ON children
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE row_counts SET amount = amount + iif(new.deleted_at IS NULL, 1, -1)
    WHERE name = 'children';
    UPDATE families SET child_count = child_count + iif(new.deleted_at IS NULL, 1, -1)
    WHERE id = new.family_id;
END;

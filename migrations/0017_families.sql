-- Families, the parents and children in them, and invitations that lead into one.

CREATE TABLE families (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    name_key TEXT NOT NULL,
    -- ISO 3166-1 alpha-2: where they watch, which decides what the rights allow.
    territory TEXT NOT NULL CHECK (length(territory) = 2),
    -- The zone of their days: birthdays, and what a report calls a day.
    time_zone TEXT NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
    -- The language in which they look for books first; NULL: any.
    language TEXT CHECK (length(language) BETWEEN 2 AND 35),
    -- Kept by triggers.
    parent_count INTEGER NOT NULL DEFAULT 0 CHECK (parent_count >= 0),
    child_count INTEGER NOT NULL DEFAULT 0 CHECK (child_count >= 0),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- The orders of the list; two families may have one name.
CREATE INDEX families_by_name ON families (name_key, id);
CREATE INDEX families_by_children ON families (child_count, name_key, id);
CREATE INDEX families_by_age ON families (created_at, id);

-- A parent belongs to one family. NULL: an admin, or a parent whom no admin has put into one yet;
-- those who were parents before there were families wait so.
ALTER TABLE users ADD COLUMN family_id INTEGER REFERENCES families (id)
    CHECK (family_id IS NULL OR role = 'parent');
CREATE INDEX users_by_family ON users (family_id, email_key) WHERE family_id IS NOT NULL;

-- Those who wait, by address.
CREATE INDEX users_without_family ON users (email_key)
    WHERE family_id IS NULL AND role = 'parent';

-- An invitation into a family; gone with it.
ALTER TABLE one_time_links ADD COLUMN family_id INTEGER
    REFERENCES families (id) ON DELETE CASCADE
    CHECK (family_id IS NULL OR (kind = 'invitation' AND role = 'parent'));
CREATE INDEX one_time_links_by_family ON one_time_links (family_id, id)
    WHERE family_id IS NOT NULL;

CREATE TABLE children (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    name_key TEXT NOT NULL,
    -- A day, "2023-03-04" (ISO 8601): a birthday has no time and no zone.
    birth_date TEXT NOT NULL
        CHECK (birth_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    avatar TEXT NOT NULL CHECK (length(avatar) BETWEEN 1 AND 40),
    -- What Kids Mode does for this child.
    may_scrub INTEGER NOT NULL DEFAULT 0 CHECK (may_scrub IN (0, 1)),
    has_captions INTEGER NOT NULL DEFAULT 0 CHECK (has_captions IN (0, 1)),
    has_reduced_motion INTEGER NOT NULL DEFAULT 0 CHECK (has_reduced_motion IN (0, 1)),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX children_by_family ON children (family_id, name_key, id);

-- Which categories a child does not see. What is kept is what is hidden, so that a category which is
-- added later is seen, and one that is deleted takes nothing else along.
CREATE TABLE child_hidden_categories (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    PRIMARY KEY (child_id, category_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX child_hidden_categories_by_category ON child_hidden_categories (category_id);

-- Which family an entry is about, by number alone: its name is read from the family as long as there
-- is one, so that nothing of it stays here when it is erased. No foreign key, for the same reason.
ALTER TABLE audit_entries ADD COLUMN family_id INTEGER;
-- Whether an admin did for a family what its parents do.
ALTER TABLE audit_entries ADD COLUMN is_on_behalf INTEGER NOT NULL DEFAULT 0
    CHECK (is_on_behalf = 0 OR (is_on_behalf = 1 AND family_id IS NOT NULL));
CREATE INDEX audit_entries_by_family ON audit_entries (family_id, at)
    WHERE family_id IS NOT NULL;

-- A parent who was an admin once may have changed many books.
CREATE INDEX batches_by_actor ON batches (actor_id) WHERE actor_id IS NOT NULL;

-- What is kept of counts.
INSERT INTO row_counts (name, amount) VALUES ('families', 0), ('children', 0);

CREATE TRIGGER families_counted_in AFTER INSERT ON families BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'families';
END;

CREATE TRIGGER families_counted_out AFTER DELETE ON families BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'families';
END;

CREATE TRIGGER users_counted_in AFTER INSERT ON users WHEN new.family_id IS NOT NULL BEGIN
    UPDATE families SET parent_count = parent_count + 1 WHERE id = new.family_id;
END;

CREATE TRIGGER users_counted_anew AFTER UPDATE OF family_id ON users
WHEN old.family_id IS NOT new.family_id BEGIN
    UPDATE families SET parent_count = parent_count - 1 WHERE id = old.family_id;
    UPDATE families SET parent_count = parent_count + 1 WHERE id = new.family_id;
END;

CREATE TRIGGER users_counted_out AFTER DELETE ON users WHEN old.family_id IS NOT NULL BEGIN
    UPDATE families SET parent_count = parent_count - 1 WHERE id = old.family_id;
END;

CREATE TRIGGER children_counted_in AFTER INSERT ON children BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'children';
    UPDATE families SET child_count = child_count + 1 WHERE id = new.family_id;
END;

CREATE TRIGGER children_counted_anew AFTER UPDATE OF family_id ON children
WHEN old.family_id <> new.family_id BEGIN
    UPDATE families SET child_count = child_count - 1 WHERE id = old.family_id;
    UPDATE families SET child_count = child_count + 1 WHERE id = new.family_id;
END;

CREATE TRIGGER children_counted_out AFTER DELETE ON children BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'children';
    UPDATE families SET child_count = child_count - 1 WHERE id = old.family_id;
END;

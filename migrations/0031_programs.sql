-- A refresh token that was just used is taken once more, for half a minute: an app whose answer was lost
-- asks again, and two that ask at once both go on. A generation of tokens is what came of one refresh:
-- refresh_hash, and sibling_hash where the token before was taken once more. Those of the generation
-- before are kept to be known; older ones are known by not being kept.
ALTER TABLE sessions ADD COLUMN sibling_hash BLOB
    CHECK (sibling_hash IS NULL OR length(sibling_hash) = 32);
ALTER TABLE sessions ADD COLUMN previous_hash BLOB
    CHECK (previous_hash IS NULL OR length(previous_hash) = 32);
ALTER TABLE sessions ADD COLUMN previous_sibling_hash BLOB
    CHECK (previous_sibling_hash IS NULL OR length(previous_sibling_hash) = 32);
-- When the generation before was used first.
ALTER TABLE sessions ADD COLUMN refreshed_at INTEGER NOT NULL DEFAULT 0;

-- What was answered to requests with an Idempotency-Key: the same request gets the same answer again.
CREATE TABLE idempotency_keys (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the key.
    key_hash BLOB NOT NULL CHECK (length(key_hash) = 32),
    -- SHA-256 of the request: a key stands for one request and no other.
    request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
    -- NULL as long as it is not known what became of it, which is for ever where the program was
    -- killed in the middle of asking somebody else.
    status INTEGER CHECK (status BETWEEN 200 AND 299),
    -- NULL where it was erased with the child that it told of.
    content BLOB CHECK (length(content) <= 1048576),
    location TEXT,
    -- The child that it tells of.
    child_id INTEGER,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, key_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

CREATE INDEX idempotency_keys_by_child ON idempotency_keys (child_id) WHERE child_id IS NOT NULL;

-- Whoever removes a child removes everything that is kept of them.
CREATE TRIGGER children_leave_no_answers AFTER DELETE ON children BEGIN
    UPDATE idempotency_keys SET content = NULL WHERE child_id = old.id;
END;

-- When what programs keep copies of was changed last, or removed: each thing stands here once, so that
-- what changed since a moment is a short walk through an index.
CREATE TABLE touched (
    kind TEXT NOT NULL CHECK (kind IN ('book', 'category', 'child', 'library')),
    -- The family of a child, the child of a library's book; 0 for what is everybody's.
    owner_id INTEGER NOT NULL,
    record_id INTEGER NOT NULL,
    touched_at INTEGER NOT NULL,
    PRIMARY KEY (kind, owner_id, record_id)
) STRICT, WITHOUT ROWID;

INSERT INTO touched SELECT 'book', 0, id, updated_at FROM books;
INSERT INTO touched SELECT 'category', 0, id, updated_at FROM categories;
INSERT INTO touched SELECT 'child', family_id, id, updated_at FROM children;
INSERT INTO touched SELECT 'library', child_id, book_id, max(added_at, coalesce(last_played_at, 0))
FROM library_items;

CREATE INDEX touched_by_time ON touched (kind, owner_id, touched_at, record_id);

-- Rights begin and end without anybody's doing.
CREATE INDEX rights_windows_by_start ON rights_windows (first_day, book_id);

CREATE TRIGGER books_touched_in AFTER INSERT ON books BEGIN
    INSERT INTO touched VALUES ('book', 0, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER books_touched AFTER UPDATE OF updated_at, deleted_at, status, cover_key, cover_url, cover_is_sized ON books BEGIN
    INSERT INTO touched VALUES ('book', 0, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER books_touched_out AFTER DELETE ON books BEGIN
    INSERT INTO touched VALUES ('book', 0, old.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER rights_windows_touched_in AFTER INSERT ON rights_windows BEGIN
    INSERT INTO touched VALUES ('book', 0, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER rights_windows_touched AFTER UPDATE ON rights_windows BEGIN
    INSERT INTO touched VALUES ('book', 0, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER rights_windows_touched_out AFTER DELETE ON rights_windows BEGIN
    INSERT INTO touched VALUES ('book', 0, old.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER video_assets_touched_in AFTER INSERT ON video_assets
WHEN new.is_current = 1 BEGIN
    INSERT INTO touched VALUES ('book', 0, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER video_assets_touched_on AFTER UPDATE OF is_current, status, duration_seconds, has_captions ON video_assets
WHEN new.is_current = 1 BEGIN
    INSERT INTO touched VALUES ('book', 0, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER video_assets_touched_off AFTER UPDATE OF is_current, book_id ON video_assets
WHEN old.is_current = 1 BEGIN
    INSERT INTO touched VALUES ('book', 0, old.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER categories_touched_in AFTER INSERT ON categories BEGIN
    INSERT INTO touched VALUES ('category', 0, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER categories_touched AFTER UPDATE OF updated_at ON categories BEGIN
    INSERT INTO touched VALUES ('category', 0, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER categories_touched_out AFTER DELETE ON categories BEGIN
    INSERT INTO touched VALUES ('category', 0, old.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER children_touched_in AFTER INSERT ON children BEGIN
    INSERT INTO touched VALUES ('child', new.family_id, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER children_touched AFTER UPDATE OF updated_at, family_id ON children BEGIN
    INSERT INTO touched VALUES ('child', old.family_id, old.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
    INSERT INTO touched VALUES ('child', new.family_id, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

-- Of a child that is gone its number stays, so that programs learn it; of its library nothing.
CREATE TRIGGER children_touched_out AFTER DELETE ON children BEGIN
    INSERT INTO touched VALUES ('child', old.family_id, old.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
    DELETE FROM touched WHERE kind = 'library' AND owner_id = old.id;
END;

CREATE TRIGGER families_touched_out AFTER DELETE ON families BEGIN
    DELETE FROM touched WHERE kind = 'child' AND owner_id = old.id;
END;

CREATE TRIGGER library_items_touched_in AFTER INSERT ON library_items BEGIN
    INSERT INTO touched VALUES ('library', new.child_id, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER library_items_touched AFTER UPDATE OF last_position_seconds, last_played_at ON library_items BEGIN
    INSERT INTO touched VALUES ('library', new.child_id, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER library_items_touched_out AFTER DELETE ON library_items BEGIN
    INSERT INTO touched VALUES ('library', old.child_id, old.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

-- Books are answered with the names of their categories and publishers.
CREATE TRIGGER categories_touch_books AFTER UPDATE OF name, slug ON categories
WHEN old.name IS NOT new.name OR old.slug IS NOT new.slug BEGIN
    INSERT INTO touched SELECT 'book', 0, book_id, unixepoch() FROM book_categories WHERE category_id = new.id
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER categories_touch_books_out BEFORE DELETE ON categories BEGIN
    INSERT INTO touched SELECT 'book', 0, book_id, unixepoch() FROM book_categories WHERE category_id = old.id
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER publishers_touch_books AFTER UPDATE OF name ON publishers
WHEN old.name IS NOT new.name BEGIN
    INSERT INTO touched SELECT 'book', 0, id, unixepoch() FROM books WHERE publisher_id = new.id
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER publishers_touch_books_out BEFORE DELETE ON publishers BEGIN
    INSERT INTO touched SELECT 'book', 0, id, unixepoch() FROM books WHERE publisher_id = old.id
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

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

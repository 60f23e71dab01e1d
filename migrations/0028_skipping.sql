-- Children may skip forward and back in a story unless a parent turns that off, those who are there
-- already, too: they were given the opposite, and nearly nobody chose it.

-- Another default needs another column (https://sqlite.org/lang_altertable.html): it takes the place of
-- the old one.
ALTER TABLE children ADD COLUMN may_skip INTEGER NOT NULL DEFAULT 1 CHECK (may_skip IN (0, 1));

-- It stays off where a parent turned it off after it had been on.
UPDATE children SET may_skip = 0
WHERE may_scrub = 0 AND EXISTS (
    SELECT 1 FROM audit_entries AS e CROSS JOIN json_each(e.changes) AS c
    WHERE e.record_type = 'child' AND e.record_id = children.id AND e.action = 'changed'
        AND c.value ->> 'field' = 'scrubbing_allowed' AND c.value ->> 'from' = 'yes'
        AND c.value ->> 'to' = 'no');

-- What parents are told once: for which of their children it is on now. Gone when they have read it.
CREATE TABLE skipping_news (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, child_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX skipping_news_by_child ON skipping_news (child_id);

INSERT INTO skipping_news (user_id, child_id)
SELECT u.id, c.id FROM children AS c JOIN users AS u ON u.family_id = c.family_id
WHERE c.may_scrub = 0 AND c.may_skip = 1;

INSERT INTO audit_entries
    (at, actor_name, action, record_type, record_id, record_label, changes, family_id)
SELECT unixepoch(), 'Storytime', 'changed', 'child', id, name,
    json_array(json_object('field', 'scrubbing_allowed', 'from', 'no', 'to', 'yes')), family_id
FROM children WHERE may_scrub = 0 AND may_skip = 1;

-- A form that was opened before is asked about, and does not turn it off again.
UPDATE children SET version = version + 1, updated_at = unixepoch()
WHERE may_scrub = 0 AND may_skip = 1;

ALTER TABLE children DROP COLUMN may_scrub;
ALTER TABLE children RENAME COLUMN may_skip TO may_scrub;

-- Where families live, and in which zones: for which places it is asked whether books may be shown.
CREATE INDEX families_by_place ON families (territory, time_zone);

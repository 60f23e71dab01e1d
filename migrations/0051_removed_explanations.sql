-- A conversation with a model that was deleted can come back for a day, as captions and words of a
-- family's own do. All rows of a conversation are removed together.

ALTER TABLE explanations ADD COLUMN removed_at INTEGER;

CREATE INDEX explanations_removed ON explanations (removed_at) WHERE removed_at IS NOT NULL;
-- Conversations in the order in which they were begun.
CREATE INDEX explanations_begun ON explanations (family_id, id)
    WHERE thread_id IS NULL AND state = 'done' AND removed_at IS NULL;

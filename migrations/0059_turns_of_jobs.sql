-- Owners take turns in a lane: one photo of a family doesn't wait for three hundred of another.

ALTER TABLE jobs ADD COLUMN lane TEXT NOT NULL DEFAULT 'short' CHECK (lane IN ('short', 'long'));
UPDATE jobs SET lane = 'long'
WHERE kind IN ('transcribe', 'video', 'video-version');
-- Whose work it is: 'family 3', or the kind of the library's work.
ALTER TABLE jobs ADD COLUMN owner TEXT NOT NULL DEFAULT 'library'
    CHECK (length(owner) BETWEEN 1 AND 60);
-- Its place in the queue of its lane, where each owner has every number once at most. NULL: it isn't to be
-- begun yet.
ALTER TABLE jobs ADD COLUMN turn INTEGER CHECK (turn > 0);

DROP INDEX jobs_by_turn;
CREATE INDEX jobs_by_turn ON jobs (lane, turn, id, kind)
    WHERE state = 'queued' AND turn IS NOT NULL;
CREATE INDEX jobs_by_owner ON jobs (lane, owner, turn)
    WHERE state = 'queued' AND turn IS NOT NULL;
CREATE INDEX jobs_without_turn ON jobs (lane, run_after, id, kind)
    WHERE state = 'queued' AND turn IS NULL;

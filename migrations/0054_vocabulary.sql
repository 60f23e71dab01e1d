-- Kept words become a vocabulary: notes, where each stands in learning it, and when it is asked again.

ALTER TABLE kept_words ADD COLUMN notes TEXT NOT NULL DEFAULT '' CHECK (length(notes) <= 4000);
-- The words of the term, the meaning and the notes, folded, each after a space; '': not written yet.
ALTER TABLE kept_words ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
-- The badge that people see.
ALTER TABLE kept_words ADD COLUMN state TEXT NOT NULL DEFAULT 'new'
    CHECK (state IN ('new', 'learning', 'reviewing', 'mastered'));
-- Where the schedule (FSRS) has it, and at which of its learning steps.
ALTER TABLE kept_words ADD COLUMN phase TEXT NOT NULL DEFAULT 'new'
    CHECK (phase IN ('new', 'learning', 'review', 'relearning'));
ALTER TABLE kept_words ADD COLUMN step INTEGER NOT NULL DEFAULT 0 CHECK (step BETWEEN 0 AND 9);
-- Days until it is remembered nine times out of ten, and how hard it is; NULL: never answered.
ALTER TABLE kept_words ADD COLUMN stability REAL CHECK (stability > 0);
ALTER TABLE kept_words ADD COLUMN difficulty REAL CHECK (difficulty BETWEEN 1 AND 10);
ALTER TABLE kept_words ADD COLUMN reviewed_at INTEGER;
-- When it was answered for the first time: it counts as one of that day's new words.
ALTER TABLE kept_words ADD COLUMN started_at INTEGER;
-- NULL: new, or at rest because somebody marked it as mastered.
ALTER TABLE kept_words ADD COLUMN due_at INTEGER;
-- Counts what changes its schedule: an answer says which turn it is for, and counts once.
ALTER TABLE kept_words ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
-- Counts what changes its text.
ALTER TABLE kept_words ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE kept_words ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;

UPDATE kept_words SET updated_at = created_at;

-- All that the day's agenda is counted from.
CREATE INDEX kept_words_due ON kept_words (family_id, child_id, phase, due_at, started_at)
    WHERE removed_at IS NULL;
CREATE INDEX kept_words_reviewed ON kept_words (family_id, child_id, reviewed_at)
    WHERE removed_at IS NULL;
CREATE INDEX kept_words_unsearched ON kept_words (id) WHERE search_key = '';

-- Every answer and every badge that was set by hand, with the schedule before it, so that it can be taken
-- back. One that was taken back is gone.
CREATE TABLE word_reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    word_id INTEGER NOT NULL REFERENCES kept_words (id) ON DELETE CASCADE,
    turn INTEGER NOT NULL,
    -- 1 again, 2 hard, 3 good, 4 easy; 0: the badge was set by hand.
    grade INTEGER NOT NULL CHECK (grade BETWEEN 0 AND 4),
    reviewed_at INTEGER NOT NULL,
    reviewed_by TEXT NOT NULL,
    old_state TEXT NOT NULL,
    old_phase TEXT NOT NULL,
    old_step INTEGER NOT NULL,
    old_stability REAL,
    old_difficulty REAL,
    old_reviewed_at INTEGER,
    old_started_at INTEGER,
    old_due_at INTEGER,
    UNIQUE (word_id, turn)
) STRICT;

-- How a family learns; without a row, as the program begins.
CREATE TABLE vocabulary_settings (
    family_id INTEGER PRIMARY KEY REFERENCES families (id) ON DELETE CASCADE,
    new_per_day INTEGER NOT NULL CHECK (new_per_day BETWEEN 0 AND 200)
) STRICT, WITHOUT ROWID;

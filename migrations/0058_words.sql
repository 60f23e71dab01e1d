-- Words know the video at an address in which they were met and who changed them last, and an import knows
-- what it added and changed, so that all of it can be taken back.

ALTER TABLE kept_words ADD COLUMN web_video_id INTEGER REFERENCES web_videos (id) ON DELETE SET NULL;
-- Who saved their text last, to tell somebody who was editing it at the same time.
ALTER TABLE kept_words ADD COLUMN changed_by INTEGER REFERENCES users (id) ON DELETE SET NULL;

CREATE INDEX kept_words_by_web_video ON kept_words (web_video_id);
CREATE INDEX kept_words_by_changer ON kept_words (changed_by);

-- Forgotten after a day, with what it changed.
CREATE TABLE word_imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    -- The words that it added; NULL: none.
    first_added INTEGER,
    last_added INTEGER CHECK (last_added >= first_added)
) STRICT;

CREATE INDEX word_imports_by_family ON word_imports (family_id);

-- What it changed, as that was before.
CREATE TABLE word_import_changes (
    import_id INTEGER NOT NULL REFERENCES word_imports (id) ON DELETE CASCADE,
    word_id INTEGER NOT NULL REFERENCES kept_words (id) ON DELETE CASCADE,
    -- The version that it made: a word with another one was changed since.
    version INTEGER NOT NULL,
    old_meaning TEXT NOT NULL,
    old_context TEXT NOT NULL,
    old_notes TEXT NOT NULL,
    PRIMARY KEY (import_id, word_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX word_import_changes_by_word ON word_import_changes (word_id);

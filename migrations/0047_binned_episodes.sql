-- What a series in the bin has to get back: which of its episodes were books, and where they were.
--
-- When a series goes to the bin, its books leave it, and a book that leaves a series is no episode of
-- it any more. What children watched of them must not go with that, so the episodes let their books go
-- first, and remember them here.
CREATE TABLE binned_episodes (
    -- The series in the bin.
    series_id INTEGER NOT NULL,
    episode_id INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    season_number INTEGER NOT NULL,
    episode_number INTEGER NOT NULL,
    -- The book that it was; NULL: it was only known.
    book_id INTEGER REFERENCES books (id) ON DELETE SET NULL,
    is_of_book INTEGER NOT NULL CHECK (is_of_book IN (0, 1)),
    PRIMARY KEY (series_id, episode_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX binned_episodes_by_episode ON binned_episodes (episode_id);
CREATE INDEX binned_episodes_by_book ON binned_episodes (book_id) WHERE book_id IS NOT NULL;

-- A picture that a series no longer has is kept for a day, as those of books are.
CREATE TRIGGER series_covers_unused AFTER UPDATE OF cover_key ON series
WHEN old.cover_key IS NOT NULL AND old.cover_key IS NOT new.cover_key BEGIN
    INSERT OR REPLACE INTO unused_covers (cover_key, since)
    VALUES (old.cover_key, new.updated_at);
END;

-- Series with seasons and episodes, and how far each child has watched them.

-- The number by which programs name a series (the contract's tmdbId); NULL: nobody gave it one.
ALTER TABLE series ADD COLUMN external_id INTEGER CHECK (external_id BETWEEN 1 AND 2147483647);
ALTER TABLE series ADD COLUMN original_name TEXT NOT NULL DEFAULT ''
    CHECK (length(original_name) <= 200);
-- TMDB's words for whether more is to come; '' where nobody said.
ALTER TABLE series ADD COLUMN airing TEXT NOT NULL DEFAULT '' CHECK (airing IN (
    '', 'Returning Series', 'Planned', 'In Production', 'Ended', 'Canceled', 'Pilot'));
-- A day, or '' where nobody knows it.
ALTER TABLE series ADD COLUMN first_air_date TEXT NOT NULL DEFAULT ''
    CHECK (first_air_date = '' OR first_air_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
-- A picture of ours (a hash and a format) or an address elsewhere, as books have.
ALTER TABLE series ADD COLUMN cover_key TEXT;
ALTER TABLE series ADD COLUMN cover_width INTEGER CHECK (cover_width > 0);
ALTER TABLE series ADD COLUMN cover_height INTEGER CHECK (cover_height > 0);
ALTER TABLE series ADD COLUMN cover_is_sized INTEGER NOT NULL DEFAULT 0
    CHECK (cover_is_sized IN (0, 1));
ALTER TABLE series ADD COLUMN cover_url TEXT CHECK (length(cover_url) <= 2000);
-- When TMDB was last asked about it.
ALTER TABLE series ADD COLUMN refreshed_at INTEGER;
-- Kept by triggers: episodes that aren't hidden.
ALTER TABLE series ADD COLUMN episode_count INTEGER NOT NULL DEFAULT 0 CHECK (episode_count >= 0);

CREATE UNIQUE INDEX series_by_external_id ON series (external_id) WHERE external_id IS NOT NULL;
CREATE INDEX series_by_episode_count ON series (episode_count, name_key);
CREATE INDEX series_by_cover ON series (cover_key) WHERE cover_key IS NOT NULL;

-- No foreign key to series, here and below: a series in the bin has left its table, and comes back to
-- its episodes and to what children watched of them. What is purged is removed by the program.
CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    series_id INTEGER NOT NULL,
    -- 0: specials.
    season_number INTEGER NOT NULL CHECK (season_number BETWEEN 0 AND 9999),
    -- '' where it is "Season 2" and nothing else.
    name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 200),
    -- Kept by triggers: episodes that aren't hidden.
    episode_count INTEGER NOT NULL DEFAULT 0 CHECK (episode_count >= 0),
    UNIQUE (series_id, season_number)
) STRICT;

CREATE TABLE episodes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    series_id INTEGER NOT NULL,
    season_number INTEGER NOT NULL,
    episode_number INTEGER NOT NULL CHECK (episode_number BETWEEN 0 AND 99999),
    -- '' where it has the title of its book, or none but its number.
    title TEXT NOT NULL DEFAULT '' CHECK (length(title) <= 300),
    description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 5000),
    -- A day, or '' where nobody knows it. An episode that is a book of ours needs none.
    air_date TEXT NOT NULL DEFAULT ''
        CHECK (air_date = '' OR air_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    runtime_minutes INTEGER CHECK (runtime_minutes BETWEEN 1 AND 9999),
    -- The book of ours that it is; NULL: it is only known.
    book_id INTEGER UNIQUE REFERENCES books (id) ON DELETE SET NULL,
    -- It is there because a book has this number in its series, and nobody entered anything else.
    is_of_book INTEGER NOT NULL DEFAULT 0 CHECK (is_of_book IN (0, 1)),
    -- Its book is in the bin.
    is_hidden INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1)),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (series_id, season_number, episode_number),
    FOREIGN KEY (series_id, season_number) REFERENCES seasons (series_id, season_number)
        ON DELETE CASCADE ON UPDATE CASCADE
) STRICT;

-- Which series have an episode that everybody knows: a search by name asks that of each that matches.
CREATE INDEX episodes_entered ON episodes (series_id) WHERE is_of_book = 0 AND is_hidden = 0;

CREATE TRIGGER episodes_counted_in AFTER INSERT ON episodes WHEN new.is_hidden = 0 BEGIN
    UPDATE seasons SET episode_count = episode_count + 1
    WHERE series_id = new.series_id AND season_number = new.season_number;
    UPDATE series SET episode_count = episode_count + 1 WHERE id = new.series_id;
END;

CREATE TRIGGER episodes_counted_out AFTER DELETE ON episodes WHEN old.is_hidden = 0 BEGIN
    UPDATE seasons SET episode_count = episode_count - 1
    WHERE series_id = old.series_id AND season_number = old.season_number;
    UPDATE series SET episode_count = episode_count - 1 WHERE id = old.series_id;
END;

CREATE TRIGGER episodes_moved AFTER UPDATE OF series_id, season_number, is_hidden ON episodes
WHEN (old.series_id, old.season_number, old.is_hidden)
    IS NOT (new.series_id, new.season_number, new.is_hidden) BEGIN
    UPDATE seasons SET episode_count = episode_count - 1
    WHERE series_id = old.series_id AND season_number = old.season_number AND old.is_hidden = 0;
    UPDATE series SET episode_count = episode_count - 1
    WHERE id = old.series_id AND old.is_hidden = 0;
    UPDATE seasons SET episode_count = episode_count + 1
    WHERE series_id = new.series_id AND season_number = new.season_number AND new.is_hidden = 0;
    UPDATE series SET episode_count = episode_count + 1
    WHERE id = new.series_id AND new.is_hidden = 0;
END;

-- A book with a number in its series is an episode of its first season, without being entered again:
-- unless it is an episode already, or that number is taken. Whoever links a book to an episode, or
-- gives it another number, decides otherwise.
CREATE TRIGGER books_become_episodes AFTER INSERT ON books
WHEN new.series_id IS NOT NULL AND new.series_number IS NOT NULL BEGIN
    INSERT INTO seasons (series_id, season_number) VALUES (new.series_id, 1) ON CONFLICT DO NOTHING;
    INSERT INTO episodes (series_id, season_number, episode_number, book_id, is_of_book, is_hidden,
        created_at, updated_at)
    VALUES (new.series_id, 1, new.series_number, new.id, 1, new.deleted_at IS NOT NULL,
        new.created_at, new.created_at)
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER books_move_as_episodes AFTER UPDATE OF series_id, series_number ON books
WHEN (old.series_id, old.series_number) IS NOT (new.series_id, new.series_number) BEGIN
    -- What was watched of it moves along, if its new place is free.
    INSERT INTO seasons (series_id, season_number)
    SELECT new.series_id, 1 WHERE new.series_id IS NOT NULL AND new.series_number IS NOT NULL
    ON CONFLICT DO NOTHING;
    UPDATE OR IGNORE episodes
    SET series_id = new.series_id, season_number = 1, episode_number = new.series_number
    WHERE book_id = new.id AND is_of_book = 1 AND new.series_id IS NOT NULL
        AND new.series_number IS NOT NULL;
    DELETE FROM episodes
    WHERE book_id = new.id AND is_of_book = 1
        AND (series_id, episode_number) IS NOT (new.series_id, new.series_number);
    -- An episode of another series can't be this book.
    UPDATE episodes SET book_id = NULL
    WHERE book_id = new.id AND is_of_book = 0 AND series_id IS NOT new.series_id;
    INSERT INTO episodes (series_id, season_number, episode_number, book_id, is_of_book, is_hidden,
        created_at, updated_at)
    SELECT new.series_id, 1, new.series_number, new.id, 1, new.deleted_at IS NOT NULL,
        new.updated_at, new.updated_at
    WHERE new.series_id IS NOT NULL AND new.series_number IS NOT NULL
    ON CONFLICT DO NOTHING;
    DELETE FROM seasons
    WHERE series_id = old.series_id AND season_number = 1 AND name = ''
        AND NOT EXISTS (SELECT 1 FROM episodes AS e
            WHERE e.series_id = old.series_id AND e.season_number = 1);
END;

CREATE TRIGGER books_hide_episodes AFTER UPDATE OF deleted_at ON books
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE episodes SET is_hidden = new.deleted_at IS NOT NULL
    WHERE book_id = new.id AND is_of_book = 1;
END;

-- Before the key goes: an episode that is only this book goes with it.
CREATE TRIGGER books_take_episodes_along BEFORE DELETE ON books BEGIN
    DELETE FROM episodes WHERE book_id = old.id AND is_of_book = 1;
END;

INSERT INTO seasons (series_id, season_number)
SELECT DISTINCT series_id, 1 FROM books
WHERE series_id IS NOT NULL AND series_number IS NOT NULL;

-- Of two books with one number, the first one.
INSERT INTO episodes (series_id, season_number, episode_number, book_id, is_of_book, is_hidden,
    created_at, updated_at)
SELECT series_id, 1, series_number, id, 1, deleted_at IS NOT NULL, created_at, created_at
FROM books WHERE series_id IS NOT NULL AND series_number IS NOT NULL
ORDER BY deleted_at IS NOT NULL, id
ON CONFLICT DO NOTHING;

-- A series of a child: on which of its lists, and what is remembered about it.
CREATE TABLE child_series (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    series_id INTEGER NOT NULL,
    -- NULL: on no list, only remembered.
    status TEXT CHECK (status IN ('watchlist', 'watching', 'completed', 'dropped')),
    -- When it came to that list.
    listed_at INTEGER CHECK ((listed_at IS NULL) = (status IS NULL)),
    -- The season that was last looked at.
    season_number INTEGER,
    -- What was played last, from where the next one is found; the episode before the one that
    -- somebody has set as next.
    played_season INTEGER,
    played_episode INTEGER CHECK ((played_episode IS NULL) = (played_season IS NULL)),
    played_at INTEGER CHECK ((played_at IS NULL) = (played_season IS NULL)),
    -- Captions of its stories: 'off', the tag of a language, or NULL as for all stories.
    captions TEXT CHECK (length(captions) <= 35),
    -- Rises with every change of the row or of the marks, so that other devices know.
    version INTEGER NOT NULL DEFAULT 1,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (child_id, series_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX child_series_by_list ON child_series (child_id, status, listed_at)
    WHERE status IS NOT NULL;
CREATE INDEX child_series_by_series ON child_series (series_id);

-- What a child has watched, episode by episode. What isn't here is unwatched.
CREATE TABLE episode_progress (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    episode_id INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('watching', 'watched')),
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (child_id, episode_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX episode_progress_by_episode ON episode_progress (episode_id);

-- What can be taken back for a day: how the list and the marks of a season were before.
CREATE TABLE progress_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    series_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- The series' row before (JSON), and the marks that were changed: [[episode_id, status], …].
    before TEXT NOT NULL,
    -- The row's version after it: undone only while nothing else was changed.
    version INTEGER NOT NULL,
    undone_at INTEGER
) STRICT;

CREATE INDEX progress_changes_by_child ON progress_changes (child_id, at);
CREATE INDEX progress_changes_by_time ON progress_changes (at);

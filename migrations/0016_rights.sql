-- When and where books may be shown.

CREATE TABLE rights_windows (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    -- ISO 3166-1 alpha-2, or '*' for the whole world. No NULL: two territories are compared.
    territory TEXT NOT NULL CHECK (territory = '*' OR territory GLOB '[A-Z][A-Z]'),
    -- Days as ISO 8601 writes them: they sort as they follow each other, and anybody can read them.
    -- Reckoned with, 30 February becomes 2 March: what isn't a day is refused.
    first_day TEXT NOT NULL CHECK (first_day IS date(first_day, '+0 days')),
    -- Both days are part of the window. An open end is 9999-12-31, which comes after every other day:
    -- one comparison and one index then do for all windows.
    last_day TEXT NOT NULL CHECK (last_day IS date(last_day, '+0 days') AND last_day >= first_day),
    note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- The windows of a book, and whether one of them is open, without reading the table.
CREATE INDEX rights_windows_by_book ON rights_windows (book_id, last_day, first_day, territory);
-- What ends soon.
CREATE INDEX rights_windows_by_end ON rights_windows (last_day);

-- The worldwide window of a book that ends last. It says of nearly all books at once whether they
-- have rights on a day, so that those without can be found by asking few: a book whose last window
-- is not open may have another one that is, or one for its country.
ALTER TABLE books ADD COLUMN worldwide_from TEXT;
ALTER TABLE books ADD COLUMN worldwide_until TEXT
    CHECK ((worldwide_from IS NULL) = (worldwide_until IS NULL));
CREATE INDEX books_by_worldwide_from ON books (status, worldwide_from) WHERE deleted_at IS NULL;
CREATE INDEX books_by_worldwide_until ON books (status, worldwide_until) WHERE deleted_at IS NULL;

CREATE TRIGGER rights_windows_added AFTER INSERT ON rights_windows WHEN new.territory = '*' BEGIN
    UPDATE books SET (worldwide_from, worldwide_until) = (
        SELECT first_day, last_day FROM rights_windows
        WHERE book_id = new.book_id AND territory = '*' ORDER BY last_day DESC, first_day LIMIT 1)
    WHERE id = new.book_id;
END;

CREATE TRIGGER rights_windows_changed AFTER UPDATE OF territory, first_day, last_day ON rights_windows
WHEN old.territory = '*' OR new.territory = '*' BEGIN
    UPDATE books SET (worldwide_from, worldwide_until) = (
        SELECT first_day, last_day FROM rights_windows
        WHERE book_id = new.book_id AND territory = '*' ORDER BY last_day DESC, first_day LIMIT 1)
    WHERE id = new.book_id;
END;

CREATE TRIGGER rights_windows_removed AFTER DELETE ON rights_windows WHEN old.territory = '*' BEGIN
    UPDATE books SET (worldwide_from, worldwide_until) = (
        SELECT first_day, last_day FROM rights_windows
        WHERE book_id = old.book_id AND territory = '*' ORDER BY last_day DESC, first_day LIMIT 1)
    WHERE id = old.book_id;
END;

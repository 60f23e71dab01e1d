-- What a librarian knows of a book besides its title and its ages: who drew, translated and reads it,
-- its ISBN, year and pages, the series that it belongs to, and tags. Publishers get an address on the
-- web and a note.

CREATE TABLE series (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    name_key TEXT NOT NULL UNIQUE,
    slug TEXT NOT NULL UNIQUE CHECK (
        length(slug) BETWEEN 1 AND 100 AND slug NOT GLOB '*[^a-z0-9-]*'
        AND slug NOT GLOB '-*' AND slug NOT GLOB '*-' AND slug NOT GLOB '*--*'
    ),
    description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 5000),
    -- Without those in the bin.
    book_count INTEGER NOT NULL DEFAULT 0 CHECK (book_count >= 0),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX series_by_book_count ON series (book_count, name_key);

ALTER TABLE books ADD COLUMN original_title TEXT NOT NULL DEFAULT ''
    CHECK (length(original_title) <= 200);
ALTER TABLE books ADD COLUMN illustrator TEXT NOT NULL DEFAULT '' CHECK (length(illustrator) <= 200);
ALTER TABLE books ADD COLUMN translator TEXT NOT NULL DEFAULT '' CHECK (length(translator) <= 200);
ALTER TABLE books ADD COLUMN narrator TEXT NOT NULL DEFAULT '' CHECK (length(narrator) <= 200);
-- Thirteen digits; those of ten are turned into the same.
ALTER TABLE books ADD COLUMN isbn TEXT CHECK (length(isbn) = 13 AND isbn NOT GLOB '*[^0-9]*');
ALTER TABLE books ADD COLUMN year INTEGER CHECK (year BETWEEN 1400 AND 2999);
ALTER TABLE books ADD COLUMN page_count INTEGER CHECK (page_count BETWEEN 1 AND 9999);
ALTER TABLE books ADD COLUMN series_id INTEGER REFERENCES series (id) ON DELETE SET NULL;
ALTER TABLE books ADD COLUMN series_number INTEGER CHECK (series_number BETWEEN 0 AND 9999);

CREATE INDEX books_by_isbn ON books (isbn) WHERE isbn IS NOT NULL;
CREATE INDEX books_by_series ON books (series_id, series_number) WHERE series_id IS NOT NULL;

-- A tag that no book has any more stays, so that its number means the same when one has it again.
CREATE TABLE tags (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- A bar separates names in files, a comma in forms.
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 50 AND name NOT GLOB '*[|,]*'),
    name_key TEXT NOT NULL UNIQUE,
    -- With those in the bin.
    book_count INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX tags_by_book_count ON tags (book_count, name_key);

CREATE TABLE book_tags (
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    tag_id INTEGER NOT NULL REFERENCES tags (id),
    PRIMARY KEY (book_id, tag_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX book_tags_by_tag ON book_tags (tag_id, book_id);

CREATE TRIGGER book_tags_counted_in AFTER INSERT ON book_tags BEGIN
    UPDATE tags SET book_count = book_count + 1 WHERE id = new.tag_id;
END;

CREATE TRIGGER book_tags_counted_out AFTER DELETE ON book_tags BEGIN
    UPDATE tags SET book_count = book_count - 1 WHERE id = old.tag_id;
END;

ALTER TABLE publishers ADD COLUMN website TEXT NOT NULL DEFAULT '' CHECK (length(website) <= 2000);
ALTER TABLE publishers ADD COLUMN note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 2000);

INSERT INTO row_counts (name, amount) VALUES ('series', 0);

CREATE TRIGGER series_counted_in AFTER INSERT ON series BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'series';
END;

CREATE TRIGGER series_counted_out AFTER DELETE ON series BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'series';
END;

CREATE TRIGGER books_series_counted_in AFTER INSERT ON books WHEN new.series_id IS NOT NULL BEGIN
    UPDATE series SET book_count = book_count + 1 WHERE id = new.series_id;
END;

CREATE TRIGGER books_series_changed AFTER UPDATE OF series_id, deleted_at ON books
WHEN old.series_id IS NOT new.series_id
    OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE series SET book_count = book_count - 1
    WHERE id = old.series_id AND old.deleted_at IS NULL;
    UPDATE series SET book_count = book_count + 1
    WHERE id = new.series_id AND new.deleted_at IS NULL;
END;

-- What lists of books are filtered by, with their series (qqr…) and tags (qqt…).
DROP VIEW books_facets;
CREATE VIEW books_facets (book_id, facets) AS
SELECT b.id,
    'qqs' || b.status
    || ' qqp' || coalesce(b.publisher_id, 'none')
    || ' qqr' || coalesce(b.series_id, 'none')
    -- "pt-BR" is found as Portuguese, too.
    || ' qql' || coalesce(lower(replace(b.language, '-', ''))
        || iif(instr(b.language, '-'),
            ' qql' || lower(substr(b.language, 1, instr(b.language, '-') - 1)), ''), 'none')
    || iif(b.cover_key IS NULL AND b.cover_url IS NULL, ' qqvno', ' qqvyes')
    || coalesce((SELECT CASE v.status WHEN 'ready' THEN ' qqmready'
            WHEN 'errored' THEN ' qqmunready qqmerrored'
            ELSE ' qqmunready qqmpreparing' END
        FROM video_assets AS v WHERE v.book_id = b.id AND v.is_current = 1), ' qqmunready qqmnone')
    || coalesce((SELECT ' ' || group_concat('qqc' || bc.category_id, ' ')
        FROM book_categories AS bc WHERE bc.book_id = b.id), ' qqcnone')
    || coalesce((SELECT ' ' || group_concat('qqt' || bt.tag_id, ' ')
        FROM book_tags AS bt WHERE bt.book_id = b.id), ' qqtnone')
    || iif(b.age_min IS NULL AND b.age_max IS NULL, ' qqanone ', ' ')
    || substr('qqa00 qqa01 qqa02 qqa03 qqa04 qqa05 qqa06 qqa07 qqa08 qqa09 qqa10 qqa11 qqa12 qqa13 '
        || 'qqa14 qqa15 qqa16 qqa17 qqa18 ', 6 * coalesce(b.age_min, 0) + 1,
        6 * (coalesce(b.age_max, 18) - coalesce(b.age_min, 0) + 1))
FROM books AS b WHERE b.deleted_at IS NULL;

UPDATE books_search SET facets = (SELECT f.facets FROM books_facets AS f
    WHERE f.book_id = books_search.rowid);

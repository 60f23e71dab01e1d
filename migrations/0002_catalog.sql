-- The catalog's first part: categories, books, and which book is in which category.

-- The size of tables that pages show unfiltered: kept by triggers, because counting a million
-- rows to print one number is work that grows with the table.
CREATE TABLE row_counts (
    name TEXT PRIMARY KEY,
    amount INTEGER NOT NULL CHECK (amount >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE categories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    name_key TEXT NOT NULL UNIQUE,
    slug TEXT NOT NULL UNIQUE CHECK (
        length(slug) BETWEEN 1 AND 100 AND slug NOT GLOB '*[^a-z0-9-]*'
        AND slug NOT GLOB '-*' AND slug NOT GLOB '*-' AND slug NOT GLOB '*--*'
    ),
    display_order INTEGER NOT NULL DEFAULT 0 CHECK (display_order BETWEEN 0 AND 1000000),
    icon_name TEXT CHECK (icon_name IS NULL OR length(icon_name) BETWEEN 1 AND 60),
    book_count INTEGER NOT NULL DEFAULT 0 CHECK (book_count >= 0),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX categories_in_order ON categories (display_order, name_key, id);

CREATE TABLE books (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    title_key TEXT NOT NULL,
    author TEXT NOT NULL CHECK (length(author) <= 200),
    author_key TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'active', 'archived')),
    category_count INTEGER NOT NULL DEFAULT 0 CHECK (category_count >= 0),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX books_by_title ON books (title_key, id);
CREATE INDEX books_without_category ON books (title_key, id) WHERE category_count = 0;

CREATE TABLE book_categories (
    id INTEGER PRIMARY KEY,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    -- The book's title_key again: a category's books are read in the order of their titles from
    -- one index, whatever the size of the category.
    title_key TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (book_id, category_id)
) STRICT;

CREATE INDEX book_categories_by_title ON book_categories (category_id, title_key, book_id);

INSERT INTO row_counts (name, amount)
VALUES ('categories', 0), ('books', 0), ('books_without_category', 0);

CREATE TRIGGER categories_counted_in AFTER INSERT ON categories BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'categories';
END;

CREATE TRIGGER categories_counted_out AFTER DELETE ON categories BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'categories';
END;

CREATE TRIGGER books_counted_in AFTER INSERT ON books BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name IN ('books', 'books_without_category');
END;

CREATE TRIGGER books_counted_out AFTER DELETE ON books BEGIN
    UPDATE row_counts SET amount = amount - 1
    WHERE name = 'books' OR (name = 'books_without_category' AND old.category_count = 0);
END;

CREATE TRIGGER books_category_count_changed AFTER UPDATE OF category_count ON books
WHEN (old.category_count = 0) <> (new.category_count = 0) BEGIN
    UPDATE row_counts SET amount = amount + iif(new.category_count = 0, 1, -1)
    WHERE name = 'books_without_category';
END;

CREATE TRIGGER book_categories_counted_in AFTER INSERT ON book_categories BEGIN
    UPDATE categories SET book_count = book_count + 1 WHERE id = new.category_id;
    UPDATE books SET category_count = category_count + 1 WHERE id = new.book_id;
END;

CREATE TRIGGER book_categories_counted_out AFTER DELETE ON book_categories BEGIN
    UPDATE categories SET book_count = book_count - 1 WHERE id = old.category_id;
    UPDATE books SET category_count = category_count - 1 WHERE id = old.book_id;
END;

CREATE TRIGGER books_title_changed AFTER UPDATE OF title_key ON books
WHEN old.title_key <> new.title_key BEGIN
    UPDATE book_categories SET title_key = new.title_key WHERE book_id = new.id;
END;

-- Search in titles and authors, over the folded text: case, accents, ß, æ, ø and ł do not matter
-- (unicode61 alone would leave some of them). The prefix indexes serve searching while typing.
-- The application writes it together with the book: no trigger may, because the program opens its
-- database with trusted_schema=OFF, and FTS5 tables of this SQLite are not marked as harmless there.
CREATE VIRTUAL TABLE books_search USING fts5 (title_key, author_key, prefix = '2 3');

CREATE TABLE audit_entries (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    -- No foreign key: the entry outlives the person, so it also keeps the name.
    actor_id INTEGER,
    actor_name TEXT NOT NULL,
    action TEXT NOT NULL CHECK (length(action) > 0),
    record_type TEXT NOT NULL,
    record_id INTEGER,
    record_label TEXT NOT NULL,
    -- [{"field": …, "from": …, "to": …}], never a secret.
    changes TEXT NOT NULL DEFAULT '[]' CHECK (changes LIKE '[%]')
, batch_id INTEGER) STRICT;

CREATE INDEX audit_entries_by_action ON audit_entries (action, at);

CREATE INDEX audit_entries_by_actor ON audit_entries (actor_id, at);

CREATE INDEX audit_entries_by_batch ON audit_entries (batch_id, at) WHERE batch_id IS NOT NULL;

CREATE INDEX audit_entries_by_record ON audit_entries (record_type, record_id, at);

CREATE INDEX audit_entries_by_time ON audit_entries (at);

CREATE INDEX audit_entries_by_type ON audit_entries (record_type, at);

CREATE TRIGGER audit_entries_counted_in AFTER INSERT ON audit_entries BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'audit_entries';
END;

CREATE TRIGGER audit_entries_counted_out AFTER DELETE ON audit_entries BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'audit_entries';
END;

CREATE TABLE batch_rows (
    batch_id INTEGER NOT NULL REFERENCES batches (id),
    -- No foreign key: that a book is gone is what somebody who undoes a batch is told.
    book_id INTEGER NOT NULL,
    -- As the program names them (BatchField).
    field TEXT NOT NULL CHECK (length(field) > 0),
    -- The category of a link between it and the book, which was or is there (1) or not (0).
    category_id INTEGER NOT NULL DEFAULT 0 CHECK ((category_id <> 0) = (field = 'category')),
    was ANY,
    now ANY,
    -- Whether the batch was undone and this could not be restored: somebody changed it since.
    is_overtaken INTEGER NOT NULL DEFAULT 0 CHECK (is_overtaken IN (0, 1)),
    PRIMARY KEY (batch_id, book_id, field, category_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX batch_rows_overtaken ON batch_rows (batch_id, book_id) WHERE is_overtaken = 1;

CREATE TABLE batches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- No foreign key: as in the audit log, the batch outlives the person.
    actor_id INTEGER,
    actor_name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('bulk', 'import', 'undo')),
    -- What was done, as people say it: "37 books put into Bedtime Stories".
    summary TEXT NOT NULL CHECK (length(summary) > 0),
    -- How many books it changed.
    row_count INTEGER NOT NULL CHECK (row_count >= 0),
    undone_at INTEGER,
    undone_by TEXT CHECK ((undone_at IS NULL) = (undone_by IS NULL))
) STRICT;

CREATE INDEX batches_by_time ON batches (at);

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

CREATE TRIGGER book_categories_counted_in AFTER INSERT ON book_categories BEGIN
    UPDATE categories SET book_count = book_count + 1
    WHERE id = new.category_id
        AND EXISTS (SELECT 1 FROM books WHERE id = new.book_id AND deleted_at IS NULL);
    UPDATE books SET category_count = category_count + 1 WHERE id = new.book_id;
END;

CREATE TRIGGER book_categories_counted_out AFTER DELETE ON book_categories BEGIN
    UPDATE categories SET book_count = book_count - 1
    WHERE id = old.category_id
        AND EXISTS (SELECT 1 FROM books WHERE id = old.book_id AND deleted_at IS NULL);
    UPDATE books SET category_count = category_count - 1 WHERE id = old.book_id;
END;

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
, description TEXT NOT NULL DEFAULT ''
    CHECK (length(description) <= 5000), age_min INTEGER CHECK (age_min BETWEEN 0 AND 18), age_max INTEGER
    CHECK (age_max BETWEEN 0 AND 18 AND (age_min IS NULL OR age_min <= age_max)), language TEXT CHECK (length(language) BETWEEN 2 AND 35), publisher_id INTEGER REFERENCES publishers (id) ON DELETE SET NULL, cover_key TEXT CHECK (length(cover_key) BETWEEN 1 AND 100), cover_width INTEGER CHECK (cover_width > 0), cover_height INTEGER CHECK (cover_height > 0), cover_is_sized INTEGER NOT NULL DEFAULT 0
    CHECK (cover_is_sized IN (0, 1)), cover_url TEXT
    CHECK (length(cover_url) BETWEEN 1 AND 2000 AND (cover_url IS NULL OR cover_key IS NULL)), deleted_at INTEGER, deleted_by TEXT
    CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)), worldwide_from TEXT, worldwide_until TEXT
    CHECK ((worldwide_from IS NULL) = (worldwide_until IS NULL))) STRICT;

CREATE INDEX books_by_author ON books (author_key, title_key) WHERE deleted_at IS NULL;

CREATE INDEX books_by_change ON books (updated_at) WHERE deleted_at IS NULL;

CREATE INDEX books_by_cover ON books (cover_key) WHERE cover_key IS NOT NULL;

CREATE INDEX books_by_language ON books (language) WHERE deleted_at IS NULL;

CREATE INDEX books_by_publisher ON books (publisher_id);

CREATE INDEX books_by_title ON books (title_key) WHERE deleted_at IS NULL;

CREATE INDEX books_by_worldwide_from ON books (status, worldwide_from) WHERE deleted_at IS NULL;

CREATE INDEX books_by_worldwide_until ON books (status, worldwide_until) WHERE deleted_at IS NULL;

CREATE INDEX books_in_bin ON books (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TRIGGER books_binned_or_restored AFTER UPDATE OF deleted_at ON books
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE categories SET book_count = book_count + iif(new.deleted_at IS NULL, 1, -1)
    WHERE id IN (SELECT category_id FROM book_categories WHERE book_id = new.id);
END;

CREATE TRIGGER books_counted_anew AFTER UPDATE OF status, deleted_at ON books
WHEN old.status <> new.status OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name IN (
        iif(old.deleted_at IS NULL, 'books', 'books_binned'),
        iif(old.deleted_at IS NULL, 'books_' || old.status, NULL));
    UPDATE row_counts SET amount = amount + 1 WHERE name IN (
        iif(new.deleted_at IS NULL, 'books', 'books_binned'),
        iif(new.deleted_at IS NULL, 'books_' || new.status, NULL));
END;

CREATE TRIGGER books_counted_in AFTER INSERT ON books BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name IN ('books', 'books_' || new.status);
    UPDATE publishers SET book_count = book_count + 1 WHERE id = new.publisher_id;
END;

CREATE TRIGGER books_counted_out AFTER DELETE ON books BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'books_binned';
END;

CREATE TRIGGER books_go_by_the_bin BEFORE DELETE ON books WHEN old.deleted_at IS NULL BEGIN
    SELECT raise(ABORT, 'a book is removed from the bin only');
END;

CREATE TRIGGER books_publisher_changed AFTER UPDATE OF publisher_id, deleted_at ON books
WHEN old.publisher_id IS NOT new.publisher_id
    OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE publishers SET book_count = book_count - 1
    WHERE id = old.publisher_id AND old.deleted_at IS NULL;
    UPDATE publishers SET book_count = book_count + 1
    WHERE id = new.publisher_id AND new.deleted_at IS NULL;
END;

CREATE TRIGGER books_title_changed AFTER UPDATE OF title_key ON books
WHEN old.title_key <> new.title_key BEGIN
    UPDATE book_categories SET title_key = new.title_key WHERE book_id = new.id;
END;

CREATE VIRTUAL TABLE books_search USING fts5 (
    title_key, author_key, description_key, facets, prefix = '2 3'
);

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

CREATE TRIGGER categories_counted_in AFTER INSERT ON categories BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'categories';
END;

CREATE TRIGGER categories_counted_out AFTER DELETE ON categories BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'categories';
END;

CREATE TABLE kept_forms (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX kept_forms_by_time ON kept_forms (created_at);

CREATE INDEX kept_forms_by_user ON kept_forms (user_id);

CREATE TABLE one_time_links (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('invitation', 'reset')),
    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    -- An invitation is for a name and a role, a reset for someone who is there.
    name TEXT CHECK (name IS NULL OR length(name) BETWEEN 1 AND 100),
    role TEXT CHECK (role IS NULL OR role IN ('admin', 'parent')),
    user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK ((kind = 'invitation') = (user_id IS NULL)),
    CHECK ((kind = 'invitation') = (name IS NOT NULL AND role IS NOT NULL))
) STRICT;

CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);

CREATE INDEX one_time_links_by_user ON one_time_links (user_id);

CREATE TABLE pending_sign_ins (
    id INTEGER PRIMARY KEY,
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    is_remembered INTEGER NOT NULL CHECK (is_remembered IN (0, 1)),
    failures INTEGER NOT NULL DEFAULT 0,
    -- Where to go on to, and the form that was sent after its session had ended.
    next TEXT,
    kept_path TEXT,
    kept_body BLOB,
    expires_at INTEGER NOT NULL,
    CHECK ((kept_path IS NULL) = (kept_body IS NULL))
) STRICT;

CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);

CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (user_id);

CREATE TABLE program_keys (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE publishers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    name_key TEXT NOT NULL UNIQUE,
    slug TEXT NOT NULL UNIQUE CHECK (
        length(slug) BETWEEN 1 AND 100 AND slug NOT GLOB '*[^a-z0-9-]*'
        AND slug NOT GLOB '-*' AND slug NOT GLOB '*-' AND slug NOT GLOB '*--*'
    ),
    -- Without those in the bin.
    book_count INTEGER NOT NULL DEFAULT 0 CHECK (book_count >= 0),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX publishers_by_book_count ON publishers (book_count, name_key);

CREATE TRIGGER publishers_counted_in AFTER INSERT ON publishers BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'publishers';
END;

CREATE TRIGGER publishers_counted_out AFTER DELETE ON publishers BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'publishers';
END;

CREATE TABLE recovery_codes (
    user_id INTEGER NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

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

CREATE INDEX rights_windows_by_book ON rights_windows (book_id, last_day, first_day, territory);

CREATE INDEX rights_windows_by_end ON rights_windows (last_day);

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

CREATE TABLE row_counts (
    name TEXT PRIMARY KEY,
    amount INTEGER NOT NULL CHECK (amount >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE schema_migrations (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    applied_at INTEGER NOT NULL
) STRICT;

CREATE TABLE second_factors (
    user_id INTEGER NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret BLOB NOT NULL CHECK (length(secret) = 20),
    -- The step of the last code that was accepted: it and those before it are used up.
    last_step INTEGER NOT NULL DEFAULT 0,
    proposed_at INTEGER NOT NULL,
    -- NULL while nobody has typed a code of it: until then it asks nobody for anything.
    confirmed_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE sent_forms (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the form's path and content, in which a random token stands.
    content_hash BLOB NOT NULL CHECK (length(content_hash) = 32),
    -- Where its sender was led, and what they were told.
    location TEXT NOT NULL,
    message TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, content_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX sent_forms_by_time ON sent_forms (created_at);

CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    idle_seconds INTEGER NOT NULL CHECK (idle_seconds > 0),
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
, confirmed_at INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE sign_in_addresses (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, address)
) STRICT, WITHOUT ROWID;

CREATE TABLE sign_in_failures (
    scope TEXT NOT NULL CHECK (scope IN ('pair', 'address', 'account')),
    subject TEXT NOT NULL,
    failures INTEGER NOT NULL CHECK (failures > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (scope, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_failures_by_time ON sign_in_failures (last_at);

CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    email_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    role TEXT NOT NULL CHECK (role IN ('admin', 'parent')),
    password_hash TEXT NOT NULL,
    is_disabled INTEGER NOT NULL DEFAULT 0 CHECK (is_disabled IN (0, 1)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
, time_zone TEXT, language TEXT, version INTEGER NOT NULL DEFAULT 1) STRICT;

CREATE INDEX users_active_admins ON users (id) WHERE role = 'admin' AND is_disabled = 0;

CREATE VIEW books_facets (book_id, facets) AS
SELECT b.id,
    'qqs' || b.status
    || ' qqp' || coalesce(b.publisher_id, 'none')
    -- "pt-BR" is found as Portuguese, too.
    || ' qql' || coalesce(lower(replace(b.language, '-', ''))
        || iif(instr(b.language, '-'),
            ' qql' || lower(substr(b.language, 1, instr(b.language, '-') - 1)), ''), 'none')
    || iif(b.cover_key IS NULL AND b.cover_url IS NULL, ' qqvno', ' qqvyes')
    || coalesce((SELECT ' ' || group_concat('qqc' || bc.category_id, ' ')
        FROM book_categories AS bc WHERE bc.book_id = b.id), ' qqcnone')
    || iif(b.age_min IS NULL AND b.age_max IS NULL, ' qqanone ', ' ')
    || substr('qqa00 qqa01 qqa02 qqa03 qqa04 qqa05 qqa06 qqa07 qqa08 qqa09 qqa10 qqa11 qqa12 qqa13 '
        || 'qqa14 qqa15 qqa16 qqa17 qqa18 ', 6 * coalesce(b.age_min, 0) + 1,
        6 * (coalesce(b.age_max, 18) - coalesce(b.age_min, 0) + 1))
FROM books AS b WHERE b.deleted_at IS NULL;

CREATE TABLE access_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    -- The SHA-256 of the key, which has 256 bits of its own and is looked up by this.
    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    -- The key's last characters, by which its owner tells it from others.
    ending TEXT NOT NULL CHECK (length(ending) = 4),
    -- What may be done with it, separated by spaces (RFC 6749 section 3.3).
    scopes TEXT NOT NULL CHECK (length(scopes) BETWEEN 1 AND 500),
    created_at INTEGER NOT NULL,
    -- NULL: it doesn't end.
    expires_at INTEGER,
    last_used_at INTEGER
) STRICT;

CREATE INDEX access_keys_by_user ON access_keys (user_id, id);

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
, batch_id INTEGER, family_id INTEGER, is_on_behalf INTEGER NOT NULL DEFAULT 0
    CHECK (is_on_behalf = 0 OR (is_on_behalf = 1 AND family_id IS NOT NULL))) STRICT;

CREATE INDEX audit_entries_alone ON audit_entries (at) WHERE batch_id IS NULL;

CREATE INDEX audit_entries_by_action ON audit_entries (action, at);

CREATE INDEX audit_entries_by_actor ON audit_entries (actor_id, at);

CREATE INDEX audit_entries_by_batch ON audit_entries (batch_id, at) WHERE batch_id IS NOT NULL;

CREATE INDEX audit_entries_by_family ON audit_entries (family_id, at)
    WHERE family_id IS NOT NULL;

CREATE INDEX audit_entries_by_record ON audit_entries (record_type, record_id, at);

CREATE INDEX audit_entries_by_time ON audit_entries (at);

CREATE INDEX audit_entries_by_type ON audit_entries (record_type, at);

CREATE TRIGGER audit_entries_counted_in AFTER INSERT ON audit_entries BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'audit_entries';
END;

CREATE TRIGGER audit_entries_counted_out AFTER DELETE ON audit_entries BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'audit_entries';
END;

CREATE TABLE backup_checks (
    -- The file's name, which contains the time of its content.
    name TEXT NOT NULL PRIMARY KEY,
    checked_at INTEGER NOT NULL,
    -- What was wrong, in words for people; NULL if nothing was.
    finding TEXT CHECK (finding IS NULL OR length(finding) > 0)
) STRICT, WITHOUT ROWID;

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

CREATE INDEX batches_by_actor ON batches (actor_id) WHERE actor_id IS NOT NULL;

CREATE INDEX batches_by_time ON batches (at);

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

CREATE INDEX binned_episodes_by_book ON binned_episodes (book_id) WHERE book_id IS NOT NULL;

CREATE INDEX binned_episodes_by_episode ON binned_episodes (episode_id);

CREATE TABLE binned_shelf_books (
    shelf_id INTEGER NOT NULL REFERENCES binned_shelves (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    -- Whether it was given to the successor, and did not have that one before.
    is_moved INTEGER NOT NULL CHECK (is_moved IN (0, 1)),
    PRIMARY KEY (shelf_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX binned_shelf_books_by_book ON binned_shelf_books (book_id);

CREATE TABLE binned_shelf_children (
    shelf_id INTEGER NOT NULL REFERENCES binned_shelves (id) ON DELETE CASCADE,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    PRIMARY KEY (shelf_id, child_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX binned_shelf_children_by_child ON binned_shelf_children (child_id);

CREATE TABLE binned_shelves (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('category', 'publisher', 'series')),
    -- Its key, which it gets again: no table ever reuses one (AUTOINCREMENT).
    record_id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 100),
    -- What only its kind has, by the names of its columns (ShelfStore.details).
    details TEXT NOT NULL CHECK (details LIKE '{%}'),
    -- How many books it had, without those in the bin.
    book_count INTEGER NOT NULL CHECK (book_count >= 0),
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER NOT NULL,
    deleted_by TEXT NOT NULL,
    -- The batch that took it off its books; undoing that gives them back.
    batch_id INTEGER,
    -- Which one its books were given to, if to one.
    successor_id INTEGER,
    successor_name TEXT CHECK ((successor_id IS NULL) = (successor_name IS NULL)),
    UNIQUE (kind, record_id)
) STRICT;

CREATE INDEX binned_shelves_by_batch ON binned_shelves (batch_id) WHERE batch_id IS NOT NULL;

CREATE INDEX binned_shelves_by_time ON binned_shelves (kind, deleted_at, record_id);

CREATE TRIGGER binned_shelves_counted_in AFTER INSERT ON binned_shelves BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = new.kind || '_binned';
END;

CREATE TRIGGER binned_shelves_counted_out AFTER DELETE ON binned_shelves BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = old.kind || '_binned';
END;

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
    CHECK ((worldwide_from IS NULL) = (worldwide_until IS NULL)), original_title TEXT NOT NULL DEFAULT ''
    CHECK (length(original_title) <= 200), illustrator TEXT NOT NULL DEFAULT '' CHECK (length(illustrator) <= 200), translator TEXT NOT NULL DEFAULT '' CHECK (length(translator) <= 200), narrator TEXT NOT NULL DEFAULT '' CHECK (length(narrator) <= 200), isbn TEXT CHECK (length(isbn) = 13 AND isbn NOT GLOB '*[^0-9]*'), year INTEGER CHECK (year BETWEEN 1400 AND 2999), page_count INTEGER CHECK (page_count BETWEEN 1 AND 9999), series_id INTEGER REFERENCES series (id) ON DELETE SET NULL, series_number INTEGER CHECK (series_number BETWEEN 0 AND 9999)) STRICT;

CREATE INDEX books_by_author ON books (author_key, title_key) WHERE deleted_at IS NULL;

CREATE INDEX books_by_change ON books (updated_at) WHERE deleted_at IS NULL;

CREATE INDEX books_by_cover ON books (cover_key) WHERE cover_key IS NOT NULL;

CREATE INDEX books_by_isbn ON books (isbn) WHERE isbn IS NOT NULL;

CREATE INDEX books_by_language ON books (language) WHERE deleted_at IS NULL;

CREATE INDEX books_by_publisher ON books (publisher_id);

CREATE INDEX books_by_series ON books (series_id, series_number) WHERE series_id IS NOT NULL;

CREATE INDEX books_by_title ON books (title_key) WHERE deleted_at IS NULL;

CREATE INDEX books_by_worldwide_from ON books (status, worldwide_from) WHERE deleted_at IS NULL;

CREATE INDEX books_by_worldwide_until ON books (status, worldwide_until) WHERE deleted_at IS NULL;

CREATE INDEX books_in_bin ON books (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE INDEX books_with_unsized_cover ON books (cover_key)
WHERE cover_key IS NOT NULL AND cover_is_sized = 0;

CREATE TRIGGER books_become_episodes AFTER INSERT ON books
WHEN new.series_id IS NOT NULL AND new.series_number IS NOT NULL BEGIN
    INSERT INTO seasons (series_id, season_number) VALUES (new.series_id, 1) ON CONFLICT DO NOTHING;
    INSERT INTO episodes (series_id, season_number, episode_number, book_id, is_of_book, is_hidden,
        created_at, updated_at)
    VALUES (new.series_id, 1, new.series_number, new.id, 1, new.deleted_at IS NOT NULL,
        new.created_at, new.created_at)
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER books_binned_counted AFTER UPDATE OF deleted_at ON books
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'books';
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'books_' || old.status;
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'books_binned';
END;

CREATE TRIGGER books_binned_or_restored AFTER UPDATE OF deleted_at ON books
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE categories SET book_count = book_count + iif(new.deleted_at IS NULL, 1, -1)
    WHERE id IN (SELECT category_id FROM book_categories WHERE book_id = new.id);
END;

CREATE TRIGGER books_change_titles_in_libraries AFTER UPDATE OF title_key ON books
WHEN old.title_key <> new.title_key BEGIN
    UPDATE library_items SET title_key = new.title_key WHERE book_id = new.id;
END;

CREATE TRIGGER books_counted_in AFTER INSERT ON books BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name IN ('books', 'books_' || new.status);
    UPDATE publishers SET book_count = book_count + 1 WHERE id = new.publisher_id;
END;

CREATE TRIGGER books_counted_out AFTER DELETE ON books BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'books_binned';
END;

CREATE TRIGGER books_cover_changed AFTER UPDATE OF cover_key ON books
WHEN old.cover_key IS NOT NULL AND old.cover_key IS NOT new.cover_key BEGIN
    INSERT OR REPLACE INTO unused_covers (cover_key, since)
    VALUES (old.cover_key, new.updated_at);
END;

CREATE TRIGGER books_go_by_the_bin BEFORE DELETE ON books WHEN old.deleted_at IS NULL BEGIN
    SELECT raise(ABORT, 'a book is removed from the bin only');
END;

CREATE TRIGGER books_hide_episodes AFTER UPDATE OF deleted_at ON books
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE episodes SET is_hidden = new.deleted_at IS NOT NULL
    WHERE book_id = new.id AND is_of_book = 1;
END;

CREATE TRIGGER books_leave_or_return_to_libraries AFTER UPDATE OF deleted_at ON books
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE children SET book_count = book_count + iif(new.deleted_at IS NULL, 1, -1)
    WHERE id IN (SELECT child_id FROM library_items WHERE book_id = new.id);
END;

CREATE TRIGGER books_leave_their_videos BEFORE DELETE ON books BEGIN
    UPDATE video_assets SET is_current = 0 WHERE book_id = old.id AND is_current = 1;
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

CREATE TRIGGER books_move_covers AFTER UPDATE OF series_id, deleted_at ON books
WHEN old.series_id IS NOT new.series_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)
BEGIN
    DELETE FROM library_covers WHERE book_id = new.id;
    INSERT INTO library_covers (child_id, book_id, title_key, added_at, item_id, last_played_at)
    SELECT i.child_id, i.book_id, i.title_key, i.added_at, i.id, i.last_played_at
    FROM library_items AS i
    WHERE i.book_id = new.id AND new.series_id IS NULL AND new.deleted_at IS NULL;
    INSERT INTO stale_library_covers (child_id, series_id)
    SELECT i.child_id, old.series_id FROM library_items AS i
    WHERE i.book_id = new.id AND old.series_id IS NOT NULL;
    INSERT INTO stale_library_covers (child_id, series_id)
    SELECT i.child_id, new.series_id FROM library_items AS i
    WHERE i.book_id = new.id AND new.series_id IS NOT NULL AND new.series_id IS NOT old.series_id;
END;

CREATE TRIGGER books_publisher_changed AFTER UPDATE OF publisher_id, deleted_at ON books
WHEN old.publisher_id IS NOT new.publisher_id
    OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE publishers SET book_count = book_count - 1
    WHERE id = old.publisher_id AND old.deleted_at IS NULL;
    UPDATE publishers SET book_count = book_count + 1
    WHERE id = new.publisher_id AND new.deleted_at IS NULL;
END;

CREATE TRIGGER books_restored_counted AFTER UPDATE OF deleted_at ON books
WHEN old.deleted_at IS NOT NULL AND new.deleted_at IS NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'books_binned';
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'books';
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'books_' || new.status;
END;

CREATE TRIGGER books_series_changed AFTER UPDATE OF series_id, deleted_at ON books
WHEN old.series_id IS NOT new.series_id
    OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE series SET book_count = book_count - 1
    WHERE id = old.series_id AND old.deleted_at IS NULL;
    UPDATE series SET book_count = book_count + 1
    WHERE id = new.series_id AND new.deleted_at IS NULL;
END;

CREATE TRIGGER books_series_counted_in AFTER INSERT ON books WHEN new.series_id IS NOT NULL BEGIN
    UPDATE series SET book_count = book_count + 1 WHERE id = new.series_id;
END;

CREATE TRIGGER books_status_counted AFTER UPDATE OF status ON books
WHEN old.status <> new.status AND old.deleted_at IS NULL AND new.deleted_at IS NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'books_' || old.status;
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'books_' || new.status;
END;

CREATE TRIGGER books_take_episodes_along BEFORE DELETE ON books BEGIN
    DELETE FROM episodes WHERE book_id = old.id AND is_of_book = 1;
END;

CREATE TRIGGER books_take_their_local_videos BEFORE DELETE ON books BEGIN
    UPDATE video_assets SET is_current = 0, deleted_at = coalesce(old.deleted_at, old.updated_at)
    WHERE book_id = old.id AND provider = 'local' AND deleted_at IS NULL;
END;

CREATE TRIGGER books_title_changed AFTER UPDATE OF title_key ON books
WHEN old.title_key <> new.title_key BEGIN
    UPDATE book_categories SET title_key = new.title_key WHERE book_id = new.id;
END;

CREATE TRIGGER books_touched AFTER UPDATE OF updated_at, deleted_at, status, cover_key, cover_url, cover_is_sized ON books BEGIN
    INSERT INTO touched VALUES ('book', 0, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER books_touched_in AFTER INSERT ON books BEGIN
    INSERT INTO touched VALUES ('book', 0, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER books_touched_out AFTER DELETE ON books BEGIN
    INSERT INTO touched VALUES ('book', 0, old.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE VIRTUAL TABLE books_search USING fts5 (
    title_key, author_key, description_key, facets, prefix = '1 2'
);

CREATE VIRTUAL TABLE books_words USING fts5vocab (books_search, col);

CREATE TABLE caption_cues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    track_id INTEGER NOT NULL REFERENCES caption_tracks (id) ON DELETE CASCADE,
    -- Counted from 0, in the order of the document.
    position INTEGER NOT NULL CHECK (position >= 0),
    start_ms INTEGER NOT NULL,
    -- NULL: unknown.
    end_ms INTEGER,
    -- Without markup; the document has the rest.
    text TEXT NOT NULL
) STRICT;

CREATE INDEX caption_cues_in_order ON caption_cues (track_id, position);

CREATE INDEX caption_cues_in_time ON caption_cues (track_id, start_ms);

CREATE TABLE caption_drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    import_id INTEGER NOT NULL REFERENCES caption_imports (id) ON DELETE CASCADE,
    -- As it was sent: never a path. Empty for a text that was pasted.
    file_name TEXT NOT NULL CHECK (length(file_name) <= 200),
    -- The video that was chosen before, if any was.
    asset_id INTEGER REFERENCES video_assets (id) ON DELETE SET NULL,
    -- As somebody corrected them; NULL: the content says.
    format TEXT CHECK (format IN ('srt', 'vtt', 'sbv', 'csv', 'lrc', 'ttml')),
    encoding TEXT CHECK (length(encoding) BETWEEN 1 AND 40),
    -- As it was sent, compressed.
    content BLOB NOT NULL
) STRICT;

CREATE INDEX caption_drafts_by_asset ON caption_drafts (asset_id);

CREATE INDEX caption_drafts_by_import ON caption_drafts (import_id);

CREATE TABLE caption_imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    made_at INTEGER NOT NULL
) STRICT;

CREATE INDEX caption_imports_by_time ON caption_imports (made_at);

CREATE INDEX caption_imports_by_user ON caption_imports (user_id);

CREATE TABLE "caption_tracks" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    asset_id INTEGER NOT NULL REFERENCES video_assets (id) ON DELETE CASCADE,
    -- BCP 47; "und" if unknown.
    language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 35),
    label TEXT NOT NULL CHECK (length(label) <= 200),
    -- As in HTML: captions describe sounds, too, and descriptions the picture.
    kind TEXT NOT NULL CHECK (kind IN ('captions', 'subtitles', 'descriptions', 'chapters')),
    origin TEXT NOT NULL
        CHECK (origin IN ('embedded', 'uploaded', 'mux', 'generated', 'edited')),
    status TEXT NOT NULL CHECK (status IN ('preparing', 'ready', 'errored')),
    error TEXT CHECK (length(error) BETWEEN 1 AND 2000),
    mux_track_id TEXT UNIQUE CHECK (length(mux_track_id) BETWEEN 1 AND 255),
    -- WebVTT for players, in the folder of videos.
    file_key TEXT CHECK (length(file_key) BETWEEN 1 AND 100),
    -- Whether players get it, and whether they begin with it.
    is_shown INTEGER NOT NULL DEFAULT 1 CHECK (is_shown IN (0, 1)),
    is_default INTEGER NOT NULL DEFAULT 0
        CHECK (is_default IN (0, 1) AND is_default <= is_shown),
    -- The format of the file that it was read from; NULL until its cues are here.
    format TEXT CHECK (format IN ('srt', 'vtt', 'sbv', 'csv', 'lrc', 'ttml')),
    cue_count INTEGER NOT NULL DEFAULT 0 CHECK (cue_count >= 0),
    -- How many cues have trouble, as counted when it was saved.
    problem_count INTEGER NOT NULL DEFAULT 0 CHECK (problem_count >= 0),
    -- The number of the version that the cues are; NULL until they are here.
    saved_version INTEGER CHECK (saved_version > 0),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK ((saved_version IS NULL) = (format IS NULL))
) STRICT;

CREATE INDEX caption_tracks_by_asset ON caption_tracks (asset_id, language, status);

CREATE INDEX caption_tracks_by_change
    ON caption_tracks (updated_at, id, language, kind, origin, problem_count);

CREATE INDEX caption_tracks_by_language
    ON caption_tracks (language, updated_at, id, kind, origin, problem_count);

CREATE INDEX caption_tracks_by_length
    ON caption_tracks (cue_count, id, language, kind, origin, problem_count);

CREATE INDEX caption_tracks_by_trouble
    ON caption_tracks (problem_count, id, language, kind, origin);

CREATE UNIQUE INDEX caption_tracks_default ON caption_tracks (asset_id) WHERE is_default = 1;

CREATE INDEX caption_tracks_readable ON caption_tracks (asset_id, language)
    WHERE status = 'ready' AND kind IN ('captions', 'subtitles');

CREATE UNIQUE INDEX caption_tracks_shown ON caption_tracks (asset_id, language, kind)
    WHERE is_shown = 1;

CREATE INDEX caption_tracks_unread ON caption_tracks (id)
    WHERE saved_version IS NULL AND file_key IS NOT NULL;

CREATE TRIGGER caption_tracks_added AFTER INSERT ON caption_tracks BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'caption_tracks';
    UPDATE video_assets SET has_captions = EXISTS (
        SELECT 1 FROM caption_tracks WHERE asset_id = new.asset_id AND status = 'ready'
            AND kind IN ('captions', 'subtitles'))
    WHERE id = new.asset_id;
END;

CREATE TRIGGER caption_tracks_changed AFTER UPDATE OF status, kind ON caption_tracks
WHEN old.status <> new.status OR old.kind <> new.kind BEGIN
    UPDATE video_assets SET has_captions = EXISTS (
        SELECT 1 FROM caption_tracks WHERE asset_id = new.asset_id AND status = 'ready'
            AND kind IN ('captions', 'subtitles'))
    WHERE id = new.asset_id;
END;

CREATE TRIGGER caption_tracks_recounted AFTER UPDATE OF cue_count ON caption_tracks
WHEN old.cue_count <> new.cue_count BEGIN
    UPDATE row_counts SET amount = amount + new.cue_count - old.cue_count
    WHERE name = 'caption_cues';
END;

CREATE TRIGGER caption_tracks_removed AFTER DELETE ON caption_tracks BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'caption_tracks';
    UPDATE row_counts SET amount = amount - old.cue_count WHERE name = 'caption_cues';
    UPDATE video_assets SET has_captions = EXISTS (
        SELECT 1 FROM caption_tracks WHERE asset_id = old.asset_id AND status = 'ready'
            AND kind IN ('captions', 'subtitles'))
    WHERE id = old.asset_id;
END;

CREATE TABLE caption_versions (
    id INTEGER PRIMARY KEY,
    track_id INTEGER NOT NULL REFERENCES caption_tracks (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    made_at INTEGER NOT NULL,
    -- No foreign key: as in the audit log, the version outlives the person.
    user_id INTEGER,
    user_name TEXT NOT NULL,
    -- What was done, in a few words.
    note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 200),
    cue_count INTEGER NOT NULL CHECK (cue_count >= 0),
    document BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX caption_versions_by_track ON caption_versions (track_id, number);

CREATE VIRTUAL TABLE caption_words USING fts5 (words, facets, prefix = '3 4 5 6 7 8');

CREATE TABLE catalog_stamp (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    value INTEGER NOT NULL
) STRICT;

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

CREATE TRIGGER categories_touch_books AFTER UPDATE OF name, slug ON categories
WHEN old.name IS NOT new.name OR old.slug IS NOT new.slug BEGIN
    INSERT INTO touched SELECT 'book', 0, book_id, unixepoch() FROM book_categories WHERE category_id = new.id
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER categories_touch_books_out BEFORE DELETE ON categories BEGIN
    INSERT INTO touched SELECT 'book', 0, book_id, unixepoch() FROM book_categories WHERE category_id = old.id
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER categories_touched AFTER UPDATE OF updated_at ON categories BEGIN
    INSERT INTO touched VALUES ('category', 0, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER categories_touched_in AFTER INSERT ON categories BEGIN
    INSERT INTO touched VALUES ('category', 0, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER categories_touched_out AFTER DELETE ON categories BEGIN
    INSERT INTO touched VALUES ('category', 0, old.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TABLE child_hidden_categories (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    PRIMARY KEY (child_id, category_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX child_hidden_categories_by_category ON child_hidden_categories (category_id);

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

CREATE INDEX child_series_by_play ON child_series (child_id, played_at)
    WHERE played_at IS NOT NULL;

CREATE INDEX child_series_by_series ON child_series (series_id);

CREATE TABLE children (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    name_key TEXT NOT NULL,
    -- A day, "2023-03-04" (ISO 8601): a birthday has no time and no zone.
    birth_date TEXT NOT NULL
        CHECK (birth_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    avatar TEXT NOT NULL CHECK (length(avatar) BETWEEN 1 AND 40),
    -- What Kids Mode does for this child.
    has_captions INTEGER NOT NULL DEFAULT 0 CHECK (has_captions IN (0, 1)),
    has_reduced_motion INTEGER NOT NULL DEFAULT 0 CHECK (has_reduced_motion IN (0, 1)),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
, book_count INTEGER NOT NULL DEFAULT 0 CHECK (book_count >= 0), deleted_at INTEGER, deleted_by TEXT
    CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)), may_scrub INTEGER NOT NULL DEFAULT 1 CHECK (may_scrub IN (0, 1)), speaks_titles INTEGER NOT NULL DEFAULT 0
    CHECK (speaks_titles IN (0, 1)), shows_categories INTEGER NOT NULL DEFAULT 0
    CHECK (shows_categories IN (0, 1)), may_read_along INTEGER NOT NULL DEFAULT 0
    CHECK (may_read_along IN (0, 1)), erased_at INTEGER
    CHECK (erased_at IS NULL OR deleted_at IS NOT NULL)) STRICT;

CREATE INDEX children_being_erased ON children (erased_at) WHERE erased_at IS NOT NULL;

CREATE INDEX children_by_family ON children (family_id, name_key, id);

CREATE INDEX children_in_bin ON children (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TRIGGER children_binned_or_restored AFTER UPDATE OF deleted_at ON children
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE row_counts SET amount = amount + iif(new.deleted_at IS NULL, 1, -1)
    WHERE name = 'children';
    UPDATE families SET child_count = child_count + iif(new.deleted_at IS NULL, 1, -1)
    WHERE id = new.family_id;
END;

CREATE TRIGGER children_counted_anew AFTER UPDATE OF family_id ON children
WHEN old.family_id <> new.family_id BEGIN
    UPDATE families SET child_count = child_count - 1 WHERE id = old.family_id;
    UPDATE families SET child_count = child_count + 1 WHERE id = new.family_id;
END;

CREATE TRIGGER children_counted_in AFTER INSERT ON children BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'children';
    UPDATE families SET child_count = child_count + 1 WHERE id = new.family_id;
END;

CREATE TRIGGER children_counted_out AFTER DELETE ON children WHEN old.deleted_at IS NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'children';
    UPDATE families SET child_count = child_count - 1 WHERE id = old.family_id;
END;

CREATE TRIGGER children_leave_no_answers AFTER DELETE ON children BEGIN
    UPDATE idempotency_keys SET content = NULL WHERE child_id = old.id;
END;

CREATE TRIGGER children_totals_moved AFTER UPDATE OF family_id ON children
WHEN new.family_id IS NOT old.family_id BEGIN
    UPDATE usage_families SET watched_ms = usage_families.watched_ms - u.watched_ms,
        plays = usage_families.plays - u.plays,
        completions = usage_families.completions - u.completions
    FROM (SELECT day, length_class, sum(watched_ms) AS watched_ms, sum(plays) AS plays,
            sum(completions) AS completions
        FROM daily_usage WHERE child_id = old.id GROUP BY day, length_class) AS u
    WHERE family_id = old.family_id AND usage_families.day = u.day
        AND usage_families.length_class = u.length_class;
    DELETE FROM usage_families
    WHERE family_id = old.family_id AND watched_ms = 0 AND plays = 0;
    INSERT INTO usage_families (day, family_id, length_class, watched_ms, plays, completions)
    SELECT day, new.family_id, length_class, sum(watched_ms), sum(plays), sum(completions)
    FROM daily_usage WHERE child_id = new.id GROUP BY day, length_class
    ON CONFLICT (day, family_id, length_class) DO UPDATE SET
        watched_ms = watched_ms + excluded.watched_ms, plays = plays + excluded.plays,
        completions = completions + excluded.completions;
END;

CREATE TRIGGER children_totals_out BEFORE DELETE ON children BEGIN
    UPDATE usage_families SET watched_ms = usage_families.watched_ms - u.watched_ms,
        plays = usage_families.plays - u.plays,
        completions = usage_families.completions - u.completions
    FROM (SELECT day, length_class, sum(watched_ms) AS watched_ms, sum(plays) AS plays,
            sum(completions) AS completions
        FROM daily_usage WHERE child_id = old.id GROUP BY day, length_class) AS u
    WHERE family_id = old.family_id AND usage_families.day = u.day
        AND usage_families.length_class = u.length_class;
    DELETE FROM usage_families
    WHERE family_id = old.family_id AND watched_ms = 0 AND plays = 0;
END;

CREATE TRIGGER children_touched AFTER UPDATE OF updated_at, family_id ON children BEGIN
    INSERT INTO touched VALUES ('child', old.family_id, old.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
    INSERT INTO touched VALUES ('child', new.family_id, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER children_touched_in AFTER INSERT ON children BEGIN
    INSERT INTO touched VALUES ('child', new.family_id, new.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER children_touched_out AFTER DELETE ON children BEGIN
    INSERT INTO touched VALUES ('child', old.family_id, old.id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
    DELETE FROM touched WHERE kind = 'library' AND owner_id = old.id;
END;

CREATE TRIGGER kept_words_move AFTER UPDATE OF family_id ON children
WHEN old.family_id <> new.family_id BEGIN
    UPDATE kept_words SET family_id = new.family_id WHERE child_id = new.id;
END;

CREATE TRIGGER playlists_of_moved_child AFTER UPDATE OF family_id ON children
WHEN old.family_id <> new.family_id BEGIN
    DELETE FROM playlist_children WHERE child_id = new.id;
END;

CREATE TABLE crashes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- The number of the signal.
    signal INTEGER NOT NULL CHECK (signal > 0),
    -- As the thread noted it: "job 17", "file caption import 36", "page /watch/{book}".
    work TEXT NOT NULL CHECK (length(work) <= 300),
    -- The same for people, as the end of a sentence.
    words TEXT NOT NULL CHECK (length(words) BETWEEN 1 AND 1000)
) STRICT;

CREATE INDEX crashes_by_time ON crashes (at);

CREATE INDEX crashes_by_work ON crashes (work);

CREATE TABLE daily_usage (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    book_id INTEGER NOT NULL,
    length_class INTEGER NOT NULL CHECK (length_class BETWEEN 0 AND 4),
    watched_ms INTEGER NOT NULL CHECK (watched_ms >= 0),
    plays INTEGER NOT NULL CHECK (plays >= 0),
    completions INTEGER NOT NULL CHECK (completions BETWEEN 0 AND plays),
    PRIMARY KEY (child_id, day, book_id, length_class)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER daily_usage_counted_anew AFTER UPDATE ON daily_usage BEGIN
    UPDATE usage_days SET watched_ms = watched_ms + new.watched_ms - old.watched_ms,
        plays = plays + new.plays - old.plays,
        completions = completions + new.completions - old.completions
    WHERE day = new.day AND length_class = new.length_class;
END;

CREATE TRIGGER daily_usage_counted_in AFTER INSERT ON daily_usage BEGIN
    INSERT INTO usage_days (day, length_class, watched_ms, plays, completions)
    VALUES (new.day, new.length_class, new.watched_ms, new.plays, new.completions)
    ON CONFLICT (day, length_class) DO UPDATE SET watched_ms = watched_ms + excluded.watched_ms,
        plays = plays + excluded.plays, completions = completions + excluded.completions;
END;

CREATE TRIGGER daily_usage_counted_out AFTER DELETE ON daily_usage BEGIN
    UPDATE usage_days SET watched_ms = watched_ms - old.watched_ms, plays = plays - old.plays,
        completions = completions - old.completions
    WHERE day = old.day AND length_class = old.length_class;
    DELETE FROM usage_days WHERE day = old.day AND length_class = old.length_class
        AND watched_ms = 0 AND plays = 0;
END;

CREATE TRIGGER daily_usage_totals_anew AFTER UPDATE ON daily_usage BEGIN
    UPDATE usage_books SET watched_ms = watched_ms + new.watched_ms - old.watched_ms,
        plays = plays + new.plays - old.plays,
        completions = completions + new.completions - old.completions
    WHERE day = new.day AND book_id = new.book_id AND length_class = new.length_class;
    UPDATE usage_families SET watched_ms = watched_ms + new.watched_ms - old.watched_ms,
        plays = plays + new.plays - old.plays,
        completions = completions + new.completions - old.completions
    WHERE day = new.day AND length_class = new.length_class
        AND family_id = (SELECT family_id FROM children WHERE id = new.child_id);
END;

CREATE TRIGGER daily_usage_totals_in AFTER INSERT ON daily_usage BEGIN
    INSERT INTO usage_books (day, book_id, length_class, watched_ms, plays, completions)
    VALUES (new.day, new.book_id, new.length_class, new.watched_ms, new.plays, new.completions)
    ON CONFLICT (day, book_id, length_class) DO UPDATE SET
        watched_ms = watched_ms + excluded.watched_ms, plays = plays + excluded.plays,
        completions = completions + excluded.completions;
    INSERT INTO usage_families (day, family_id, length_class, watched_ms, plays, completions)
    SELECT new.day, family_id, new.length_class, new.watched_ms, new.plays, new.completions
    FROM children WHERE id = new.child_id
    ON CONFLICT (day, family_id, length_class) DO UPDATE SET
        watched_ms = watched_ms + excluded.watched_ms, plays = plays + excluded.plays,
        completions = completions + excluded.completions;
END;

CREATE TRIGGER daily_usage_totals_out AFTER DELETE ON daily_usage BEGIN
    UPDATE usage_books SET watched_ms = watched_ms - old.watched_ms, plays = plays - old.plays,
        completions = completions - old.completions
    WHERE day = old.day AND book_id = old.book_id AND length_class = old.length_class;
    DELETE FROM usage_books WHERE day = old.day AND book_id = old.book_id
        AND length_class = old.length_class AND watched_ms = 0 AND plays = 0;
    UPDATE usage_families SET watched_ms = watched_ms - old.watched_ms,
        plays = plays - old.plays, completions = completions - old.completions
    WHERE day = old.day AND length_class = old.length_class
        AND family_id = (SELECT family_id FROM children WHERE id = old.child_id);
    DELETE FROM usage_families WHERE day = old.day AND length_class = old.length_class
        AND family_id = (SELECT family_id FROM children WHERE id = old.child_id)
        AND watched_ms = 0 AND plays = 0;
END;

CREATE TABLE device_clocks (
    device INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    ahead_ms INTEGER NOT NULL DEFAULT 0 CHECK (ahead_ms >= 0),
    sent_ahead_ms INTEGER,
    PRIMARY KEY (device, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE episode_progress (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    episode_id INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('watching', 'watched')),
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (child_id, episode_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX episode_progress_by_episode ON episode_progress (episode_id);

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

CREATE TABLE explaining_instructions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('explain', 'translate')),
    number INTEGER NOT NULL CHECK (number > 0),
    -- '': the instructions that the program comes with.
    text TEXT NOT NULL CHECK (length(text) <= 4000),
    made_at INTEGER NOT NULL,
    UNIQUE (user_id, kind, number)
) STRICT;

CREATE TABLE explaining_settings (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    language TEXT NOT NULL CHECK (length(language) BETWEEN 1 AND 35),
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE explanations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    -- Who asked; NULL when that account is gone.
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    -- The explanation with which the conversation began; NULL: it is this one.
    thread_id INTEGER REFERENCES explanations (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    -- The track's name in addresses ("12", "own-7"), and the cue's number in it.
    track TEXT NOT NULL CHECK (length(track) BETWEEN 1 AND 40),
    cue INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('explain', 'translate')),
    -- What it was about: the cue, a word, or what was selected.
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    -- The language of the answer (BCP 47).
    language TEXT NOT NULL CHECK (length(language) BETWEEN 1 AND 35),
    -- What was asked on; '' for the first of a thread.
    question TEXT NOT NULL DEFAULT '' CHECK (length(question) <= 2000),
    -- SHA-256 of everything that was sent: the same again needs no model.
    content_hash BLOB NOT NULL CHECK (length(content_hash) = 32),
    -- '' if it came from another caption track.
    model TEXT NOT NULL DEFAULT '' CHECK (length(model) <= 200),
    state TEXT NOT NULL CHECK (state IN ('asking', 'done', 'failed')),
    answer TEXT NOT NULL DEFAULT '' CHECK (length(answer) <= 8000),
    -- Whether the answer would have been longer.
    is_cut INTEGER NOT NULL DEFAULT 0 CHECK (is_cut IN (0, 1)),
    -- Why it failed, as a sentence for parents.
    trouble TEXT CHECK ((trouble IS NOT NULL) = (state = 'failed')),
    asked_at INTEGER NOT NULL
, removed_at INTEGER) STRICT;

CREATE INDEX explanations_begun ON explanations (family_id, id)
    WHERE thread_id IS NULL AND state = 'done' AND removed_at IS NULL;

CREATE INDEX explanations_by_book ON explanations (book_id);

CREATE INDEX explanations_by_content ON explanations (family_id, content_hash) WHERE state = 'done';

CREATE INDEX explanations_by_cue ON explanations (family_id, book_id, track, cue, id);

CREATE INDEX explanations_by_family ON explanations (family_id, id);

CREATE INDEX explanations_by_thread ON explanations (thread_id, id);

CREATE INDEX explanations_by_user ON explanations (user_id);

CREATE INDEX explanations_removed ON explanations (removed_at) WHERE removed_at IS NOT NULL;

CREATE INDEX explanations_unfinished ON explanations (asked_at) WHERE state <> 'done';

CREATE TABLE families (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    name_key TEXT NOT NULL,
    -- ISO 3166-1 alpha-2: where they watch, which decides what the rights allow.
    territory TEXT NOT NULL CHECK (length(territory) = 2),
    -- The zone of their days: birthdays, and what a report calls a day.
    time_zone TEXT NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
    -- The language in which they look for books first; NULL: any.
    language TEXT CHECK (length(language) BETWEEN 2 AND 35),
    -- Kept by triggers.
    parent_count INTEGER NOT NULL DEFAULT 0 CHECK (parent_count >= 0),
    child_count INTEGER NOT NULL DEFAULT 0 CHECK (child_count >= 0),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
, usage_retention_days INTEGER
    CHECK (usage_retention_days IN (90, 365)), is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1)), kids_pin_hash TEXT CHECK (length(kids_pin_hash) BETWEEN 20 AND 200), kids_pin_set_at INTEGER
    CHECK ((kids_pin_hash IS NULL) = (kids_pin_set_at IS NULL)), kids_pin_set_by INTEGER REFERENCES users (id) ON DELETE SET NULL, keeps_originals INTEGER NOT NULL DEFAULT 0
    CHECK (keeps_originals IN (0, 1)), photo_count INTEGER NOT NULL DEFAULT 0 CHECK (photo_count >= 0), photo_bytes INTEGER NOT NULL DEFAULT 0 CHECK (photo_bytes >= 0), erased_at INTEGER) STRICT;

CREATE INDEX families_being_erased ON families (erased_at) WHERE erased_at IS NOT NULL;

CREATE INDEX families_by_age ON families (created_at, id);

CREATE INDEX families_by_children ON families (child_count, name_key, id);

CREATE INDEX families_by_kids_pin_set_by ON families (kids_pin_set_by);

CREATE INDEX families_by_name ON families (name_key, id);

CREATE INDEX families_by_place ON families (territory, time_zone);

CREATE TRIGGER families_begin_with_photo_categories AFTER INSERT ON families BEGIN
    INSERT INTO photo_categories (family_id, name, name_key, color, icon_name, display_order,
        created_at, updated_at)
    VALUES (new.id, 'Family', 'family', '#b3325f', 'heart', 10, new.created_at, new.created_at),
        (new.id, 'Trips', 'trips', '#1f6f9f', 'map', 20, new.created_at, new.created_at),
        (new.id, 'Animals', 'animals', '#8a5a17', 'pawprint', 30, new.created_at, new.created_at),
        (new.id, 'Birthdays', 'birthdays', '#7c4bb5', 'gift', 40, new.created_at, new.created_at),
        (new.id, 'At Home', 'at home', '#2e7252', 'star', 50, new.created_at, new.created_at);
END;

CREATE TRIGGER families_counted_in AFTER INSERT ON families BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'families';
END;

CREATE TRIGGER families_counted_out AFTER DELETE ON families WHEN old.erased_at IS NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'families';
END;

CREATE TRIGGER families_erased_counted AFTER UPDATE OF erased_at ON families
WHEN old.erased_at IS NULL AND new.erased_at IS NOT NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'families';
END;

CREATE TRIGGER families_forget_pin_failures AFTER DELETE ON families BEGIN
    DELETE FROM kids_pin_failures WHERE scope = 'family' AND subject = old.id;
END;

CREATE TRIGGER families_touched_out AFTER DELETE ON families BEGIN
    DELETE FROM touched WHERE kind = 'child' AND owner_id = old.id;
END;

CREATE TABLE "family_captions" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    book_id INTEGER REFERENCES books (id) ON DELETE CASCADE,
    web_video_id INTEGER REFERENCES web_videos (id) ON DELETE CASCADE,
    -- BCP 47; "und" if unknown.
    language TEXT NOT NULL CHECK (length(language) BETWEEN 1 AND 35),
    label TEXT NOT NULL DEFAULT '' CHECK (length(label) <= 200),
    -- The name of the file that was brought; '' for a text that was pasted.
    file_name TEXT NOT NULL DEFAULT '' CHECK (length(file_name) <= 200),
    format TEXT NOT NULL CHECK (format IN ('srt', 'vtt', 'sbv', 'csv', 'lrc', 'ttml')),
    -- Everything that the file said, packed as the library's versions are.
    document BLOB NOT NULL,
    cue_count INTEGER NOT NULL CHECK (cue_count >= 0),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    -- Removed, but not for good yet.
    removed_at INTEGER,
    CHECK ((book_id IS NULL) <> (web_video_id IS NULL))
) STRICT;

CREATE INDEX family_captions_by_book ON family_captions (book_id, family_id, id);

CREATE INDEX family_captions_by_family ON family_captions (family_id, id);

CREATE INDEX family_captions_by_web_video ON family_captions (web_video_id, family_id, id);

CREATE INDEX family_captions_removed ON family_captions (removed_at) WHERE removed_at IS NOT NULL;

CREATE INDEX family_captions_removed_of_family ON family_captions (family_id, removed_at)
    WHERE removed_at IS NOT NULL;

CREATE TABLE forgotten_viewings (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL,
    book_id INTEGER NOT NULL,
    until_ms INTEGER NOT NULL, claimed_until_ms INTEGER,
    PRIMARY KEY (child_id, session_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX forgotten_viewings_by_age ON forgotten_viewings (until_ms);

CREATE TABLE gallery_settings (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    shows_photos INTEGER NOT NULL DEFAULT 1 CHECK (shows_photos IN (0, 1)),
    -- Whether the covers of the child's library are a category of their own.
    shows_covers INTEGER NOT NULL DEFAULT 1 CHECK (shows_covers IN (0, 1)),
    -- How far a finger goes before the category changes, in CSS pixels.
    swipe_distance INTEGER NOT NULL DEFAULT 150 CHECK (swipe_distance BETWEEN 80 AND 250),
    PRIMARY KEY (child_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE hidden_alerts (
    -- As the program names it: "books.cover".
    alert TEXT NOT NULL PRIMARY KEY CHECK (length(alert) BETWEEN 1 AND 50),
    -- How many records it was about: it comes back once there are more.
    amount INTEGER NOT NULL CHECK (amount >= 0),
    hidden_at INTEGER NOT NULL,
    hidden_by TEXT NOT NULL,
    -- NULL: until there are more.
    until INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE hidden_photo_categories (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES photo_categories (id) ON DELETE CASCADE,
    PRIMARY KEY (child_id, category_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX hidden_photo_categories_by_category ON hidden_photo_categories (category_id);

CREATE TABLE hourly_counts (
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    -- Which limit.
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    -- When the hour began: with the first time.
    since INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (family_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX hourly_counts_by_time ON hourly_counts (since);

CREATE TABLE idempotency_keys (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the key.
    key_hash BLOB NOT NULL CHECK (length(key_hash) = 32),
    -- SHA-256 of the request: a key stands for one request and no other.
    request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
    -- NULL as long as it is not known what became of it, which is for ever where the program was
    -- killed in the middle of asking somebody else.
    status INTEGER CHECK (status BETWEEN 200 AND 299),
    -- NULL where it was erased with the child that it told of.
    content BLOB CHECK (length(content) <= 1048576),
    location TEXT,
    -- The child that it tells of.
    child_id INTEGER,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, key_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_child ON idempotency_keys (child_id) WHERE child_id IS NOT NULL;

CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

CREATE INDEX idempotency_keys_by_user ON idempotency_keys (user_id, created_at);

CREATE TABLE import_matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The column that the value is of; empty for a heading.
    field TEXT NOT NULL,
    text_key TEXT NOT NULL CHECK (length(text_key) > 0),
    text TEXT NOT NULL,
    choice TEXT NOT NULL CHECK (choice IN ('use', 'leave', 'refuse')),
    target TEXT CHECK ((target IS NOT NULL) = (choice = 'use')),
    at INTEGER NOT NULL,
    UNIQUE (field, text_key)
) STRICT;

CREATE TABLE import_names (
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('category', 'publisher')),
    name_key TEXT NOT NULL,
    name TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    is_wanted INTEGER NOT NULL DEFAULT 1 CHECK (is_wanted IN (0, 1)),
    PRIMARY KEY (import_id, kind, name_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_reason_rows (
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    reason INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place > 0),
    -- The number of the row among those that are refused.
    number INTEGER NOT NULL,
    PRIMARY KEY (import_id, reason, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_reasons (
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 0),
    -- The heading of the column; empty for what is wrong with the row as a whole.
    heading TEXT NOT NULL,
    reason TEXT NOT NULL,
    row_count INTEGER NOT NULL CHECK (row_count > 0),
    -- The lines of the first rows: a list in JSON.
    first_lines TEXT NOT NULL,
    PRIMARY KEY (import_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_rows (
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    outcome TEXT NOT NULL CHECK (outcome IN ('created', 'changed', 'same', 'refused')),
    number INTEGER NOT NULL CHECK (number > 0),
    -- The line of the file in which the row begins.
    line INTEGER NOT NULL CHECK (line > 0),
    book_id INTEGER,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    -- In JSON: what would change, or for a row that is refused why.
    details TEXT NOT NULL,
    -- The cells of a row that is refused, as the file has them: a list in JSON.
    cells TEXT,
    PRIMARY KEY (import_id, outcome, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_rows_by_line ON import_rows (import_id, line);

CREATE TABLE import_values (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    -- The column that the value is of, as the program names it.
    field TEXT NOT NULL CHECK (length(field) > 0),
    value_key TEXT NOT NULL,
    value TEXT NOT NULL,
    -- In how many rows it stands.
    row_count INTEGER NOT NULL CHECK (row_count > 0),
    -- What is done with it; NULL until somebody says it.
    choice TEXT CHECK (choice IN ('use', 'create', 'leave', 'refuse')),
    -- What is used instead: the key of a record, or a value as files write it.
    target TEXT CHECK ((target IS NOT NULL) = (choice IS 'use')),
    -- When the choice was made for an earlier file; NULL if it was made for this one.
    matched_at INTEGER,
    UNIQUE (import_id, field, value_key)
) STRICT;

CREATE INDEX import_values_by_use ON import_values (import_id, field, row_count DESC, value_key);

CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- No foreign key: as in the audit log, the import outlives the person.
    actor_id INTEGER,
    actor_name TEXT NOT NULL,
    -- As it was sent: never a path.
    file_name TEXT NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
    bytes INTEGER NOT NULL CHECK (bytes >= 0),
    state TEXT NOT NULL
        CHECK (state IN ('mapping', 'checking', 'checked', 'importing', 'done', 'failed')),
    -- How the file is read, as the program names it.
    encoding TEXT NOT NULL,
    delimiter TEXT NOT NULL CHECK (length(delimiter) = 1),
    -- What the file calls its columns, and what each of them is taken for: lists in JSON.
    headings TEXT NOT NULL,
    columns TEXT NOT NULL,
    -- What is wrong with the file as a whole.
    message TEXT CHECK ((message IS NOT NULL) = (state = 'failed')),
    -- The SHA-256 of what the dry run planned, and the last audit entry that it knew of.
    digest BLOB CHECK (length(digest) = 32),
    stamp INTEGER,
    -- Whether the catalog has changed since, so that the plan is another one than was shown.
    is_anew INTEGER NOT NULL DEFAULT 0 CHECK (is_anew IN (0, 1)),
    -- What was done. No foreign key: batches are removed after a while.
    batch_id INTEGER,
    created_count INTEGER NOT NULL DEFAULT 0,
    changed_count INTEGER NOT NULL DEFAULT 0,
    same_count INTEGER NOT NULL DEFAULT 0,
    refused_count INTEGER NOT NULL DEFAULT 0
, has_mark INTEGER NOT NULL DEFAULT 0 CHECK (has_mark IN (0, 1)), line_end TEXT NOT NULL DEFAULT 'crlf'
    CHECK (line_end IN ('crlf', 'lf', 'cr')), quoting TEXT NOT NULL DEFAULT 'needed'
    CHECK (quoting IN ('needed', 'texts', 'always')), has_hint INTEGER NOT NULL DEFAULT 0 CHECK (has_hint IN (0, 1)), encoding_note TEXT CHECK (length(encoding_note) <= 1000), encoding_guessed INTEGER NOT NULL DEFAULT 0 CHECK (encoding_guessed IN (0, 1))) STRICT;

CREATE INDEX imports_by_time ON imports (at);

CREATE TABLE "jobs" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Which handler does it.
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 50),
    -- What it is to be done with: JSON that the program wrote.
    payload TEXT NOT NULL,
    -- The same for people.
    label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 500),
    state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
    is_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
    -- How often it was begun.
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- When it may be begun: one that went wrong waits before it is tried again.
    run_after INTEGER NOT NULL,
    -- In percent.
    progress INTEGER NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    -- What went wrong the last time, in words for people.
    error TEXT CHECK (state <> 'failed' OR error IS NOT NULL),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER CHECK ((finished_at IS NULL) = (state IN ('queued', 'running'))),
    -- The furthest that an interrupted attempt got, in percent.
    furthest INTEGER NOT NULL DEFAULT 0 CHECK (furthest BETWEEN 0 AND 100),
    -- Attempts that were interrupted further on than all before them. They don't count towards failing.
    forgiven INTEGER NOT NULL DEFAULT 0 CHECK (forgiven >= 0),
    -- Which worker does it: jobs of one lane are done one after another.
    lane TEXT NOT NULL DEFAULT 'short' CHECK (lane IN ('short', 'long', 'outgoing')),
    -- Whose work it is: 'family 3', or the kind of the library's work.
    owner TEXT NOT NULL DEFAULT 'library' CHECK (length(owner) BETWEEN 1 AND 60),
    -- Its place in the queue of its lane, where each owner has every number once at most. NULL: it isn't to be
    -- begun yet.
    turn INTEGER CHECK (turn > 0)
) STRICT;

CREATE INDEX jobs_by_end ON jobs (state, finished_at);

CREATE INDEX jobs_by_owner ON jobs (lane, owner, turn)
    WHERE state = 'queued' AND turn IS NOT NULL;

CREATE INDEX jobs_by_turn ON jobs (lane, turn, id, kind)
    WHERE state = 'queued' AND turn IS NOT NULL;

CREATE INDEX jobs_queued ON jobs (kind, payload) WHERE state = 'queued';

CREATE INDEX jobs_without_turn ON jobs (lane, run_after, id, kind)
    WHERE state = 'queued' AND turn IS NULL;

CREATE TABLE journey_report_stories (
    device_id INTEGER NOT NULL REFERENCES journey_reports (device_id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('kept', 'waiting', 'full')),
    PRIMARY KEY (device_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX journey_report_stories_by_book ON journey_report_stories (book_id);

CREATE TABLE journey_reports (
    device_id INTEGER PRIMARY KEY NOT NULL REFERENCES kids_devices (id) ON DELETE CASCADE,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    reported_at INTEGER NOT NULL,
    -- What browsers still have room for; NULL: it doesn't say.
    free_bytes INTEGER CHECK (free_bytes >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX journey_reports_by_child ON journey_reports (child_id);

CREATE TABLE journey_stories (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    packed_at INTEGER NOT NULL,
    PRIMARY KEY (child_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX journey_stories_by_book ON journey_stories (book_id);

CREATE TABLE kept_forms (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX kept_forms_by_time ON kept_forms (created_at);

CREATE INDEX kept_forms_by_user ON kept_forms (user_id);

CREATE TABLE kept_words (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    -- The child whose word it is; NULL: the parents'.
    child_id INTEGER REFERENCES children (id) ON DELETE CASCADE,
    term TEXT NOT NULL CHECK (length(term) BETWEEN 1 AND 200),
    -- Folded, to find it again.
    term_key TEXT NOT NULL,
    meaning TEXT NOT NULL DEFAULT '' CHECK (length(meaning) <= 4000),
    -- The sentence in which it was met.
    context TEXT NOT NULL DEFAULT '' CHECK (length(context) <= 2000),
    language TEXT NOT NULL DEFAULT 'und' CHECK (length(language) BETWEEN 1 AND 35),
    -- Where it was met.
    book_id INTEGER REFERENCES books (id) ON DELETE SET NULL,
    track TEXT CHECK (length(track) BETWEEN 1 AND 40),
    seconds REAL CHECK (seconds >= 0),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    removed_at INTEGER
, notes TEXT NOT NULL DEFAULT '' CHECK (length(notes) <= 4000), search_key TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT 'new'
    CHECK (state IN ('new', 'learning', 'reviewing', 'mastered')), phase TEXT NOT NULL DEFAULT 'new'
    CHECK (phase IN ('new', 'learning', 'review', 'relearning')), step INTEGER NOT NULL DEFAULT 0 CHECK (step BETWEEN 0 AND 9), stability REAL CHECK (stability > 0), difficulty REAL CHECK (difficulty BETWEEN 1 AND 10), reviewed_at INTEGER, started_at INTEGER, due_at INTEGER, turn INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 1, updated_at INTEGER NOT NULL DEFAULT 0, web_video_id INTEGER REFERENCES web_videos (id) ON DELETE SET NULL, changed_by INTEGER REFERENCES users (id) ON DELETE SET NULL) STRICT;

CREATE INDEX kept_words_by_book ON kept_words (book_id);

CREATE INDEX kept_words_by_changer ON kept_words (changed_by);

CREATE INDEX kept_words_by_child ON kept_words (child_id);

CREATE INDEX kept_words_by_family ON kept_words (family_id, id);

CREATE INDEX kept_words_by_term ON kept_words (family_id, term_key, child_id);

CREATE INDEX kept_words_by_web_video ON kept_words (web_video_id);

CREATE INDEX kept_words_due ON kept_words (family_id, child_id, phase, due_at, started_at)
    WHERE removed_at IS NULL;

CREATE INDEX kept_words_removed ON kept_words (removed_at) WHERE removed_at IS NOT NULL;

CREATE INDEX kept_words_reviewed ON kept_words (family_id, child_id, reviewed_at)
    WHERE removed_at IS NULL;

CREATE INDEX kept_words_unsearched ON kept_words (id) WHERE search_key = '';

CREATE TABLE kids_device_children (
    device_id INTEGER NOT NULL REFERENCES kids_devices (id) ON DELETE CASCADE,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    PRIMARY KEY (device_id, child_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX kids_device_children_by_child ON kids_device_children (child_id);

CREATE TABLE kids_devices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Who watches; NULL: nobody has been chosen yet.
    child_id INTEGER REFERENCES children (id) ON DELETE SET NULL,
    -- Given to Kids Mode for good: it asks who is watching.
    is_permanent INTEGER NOT NULL CHECK (is_permanent IN (0, 1)),
    -- Whether the children may switch among themselves without the PIN.
    switches_freely INTEGER NOT NULL CHECK (switches_freely IN (0, 1)),
    user_agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- How long the parked session could stay unused, and when it would have ended.
    idle_seconds INTEGER NOT NULL CHECK (idle_seconds > 0),
    expires_at INTEGER NOT NULL
, gallery_category TEXT, looked_at INTEGER) STRICT;

CREATE INDEX kids_devices_by_child ON kids_devices (child_id);

CREATE INDEX kids_devices_by_family ON kids_devices (family_id, id);

CREATE INDEX kids_devices_by_user ON kids_devices (user_id);

CREATE TRIGGER kids_devices_forget_failures AFTER DELETE ON kids_devices BEGIN
    DELETE FROM kids_pin_failures WHERE scope = 'device' AND subject = old.id;
END;

CREATE TABLE kids_pin_failures (
    scope TEXT NOT NULL CHECK (scope IN ('device', 'family')),
    subject INTEGER NOT NULL,
    failures INTEGER NOT NULL CHECK (failures > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (scope, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX kids_pin_failures_by_time ON kids_pin_failures (last_at);

CREATE TABLE library_change_rows (
    change_id INTEGER NOT NULL REFERENCES library_changes (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    item_id INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    last_position_seconds INTEGER,
    last_played_at INTEGER,
    hidden_at INTEGER,
    PRIMARY KEY (change_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX library_change_rows_by_book ON library_change_rows (book_id);

CREATE TABLE library_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('added', 'removed', 'hidden', 'forgotten')),
    undone_at INTEGER
) STRICT;

CREATE INDEX library_changes_by_age ON library_changes (at);

CREATE INDEX library_changes_by_child ON library_changes (child_id, at);

CREATE TABLE library_covers (
    id INTEGER PRIMARY KEY,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    -- One of the two.
    series_id INTEGER,
    book_id INTEGER,
    -- Of the series' name, or of the book's title.
    title_key TEXT NOT NULL,
    -- Of its newest item: when it was added, and its number.
    added_at INTEGER NOT NULL,
    item_id INTEGER NOT NULL,
    -- Of the item that was played last.
    last_played_at INTEGER,
    CHECK ((series_id IS NULL) <> (book_id IS NULL))
) STRICT;

CREATE INDEX library_covers_by_age ON library_covers (child_id, added_at, item_id);

CREATE UNIQUE INDEX library_covers_by_book ON library_covers (book_id, child_id)
    WHERE book_id IS NOT NULL;

CREATE INDEX library_covers_by_play ON library_covers (child_id, last_played_at, added_at, item_id);

CREATE UNIQUE INDEX library_covers_by_series ON library_covers (series_id, child_id)
    WHERE series_id IS NOT NULL;

CREATE INDEX library_covers_by_title ON library_covers (child_id, title_key, item_id);

CREATE TABLE library_items (
    -- Rises with every book that is added: of those added in one second, too, the order is known.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    -- The book's title_key again: a library is read in the order of its titles from one index.
    title_key TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    -- Where it was left; NULL: at the beginning, or watched to the end.
    last_position_seconds INTEGER CHECK (last_position_seconds >= 0),
    last_played_at INTEGER,
    -- When it was taken out of "Continue Watching". It is there again when it is played after that.
    hidden_at INTEGER, position_recorded_ms INTEGER
    CHECK (position_recorded_ms >= 0),
    UNIQUE (child_id, book_id)
) STRICT;

CREATE INDEX library_items_by_age ON library_items (child_id, added_at, id, book_id);

CREATE INDEX library_items_by_book ON library_items (book_id, child_id);

CREATE INDEX library_items_by_play ON library_items (child_id, last_played_at, added_at, id);

CREATE INDEX library_items_by_title ON library_items (child_id, title_key, id);

CREATE TRIGGER library_items_counted_in AFTER INSERT ON library_items BEGIN
    UPDATE children SET book_count = book_count + 1
    WHERE id = new.child_id
        AND EXISTS (SELECT 1 FROM books WHERE id = new.book_id AND deleted_at IS NULL);
END;

CREATE TRIGGER library_items_counted_out AFTER DELETE ON library_items BEGIN
    UPDATE children SET book_count = book_count - 1
    WHERE id = old.child_id
        AND EXISTS (SELECT 1 FROM books WHERE id = old.book_id AND deleted_at IS NULL);
END;

CREATE TRIGGER library_items_get_covers AFTER INSERT ON library_items BEGIN
    INSERT INTO library_covers (child_id, book_id, title_key, added_at, item_id, last_played_at)
    SELECT new.child_id, b.id, new.title_key, new.added_at, new.id, new.last_played_at
    FROM books AS b WHERE b.id = new.book_id AND b.series_id IS NULL AND b.deleted_at IS NULL;
    INSERT INTO library_covers (child_id, series_id, title_key, added_at, item_id, last_played_at)
    SELECT new.child_id, s.id, s.name_key, new.added_at, new.id, new.last_played_at
    FROM books AS b CROSS JOIN series AS s ON s.id = b.series_id
    WHERE b.id = new.book_id AND b.deleted_at IS NULL
    ON CONFLICT (series_id, child_id) WHERE series_id IS NOT NULL DO UPDATE SET
        added_at = max(added_at, excluded.added_at),
        item_id = max(item_id, excluded.item_id),
        last_played_at = max(coalesce(last_played_at, excluded.last_played_at),
            coalesce(excluded.last_played_at, last_played_at));
END;

CREATE TRIGGER library_items_lose_covers AFTER DELETE ON library_items BEGIN
    DELETE FROM library_covers WHERE book_id = old.book_id AND child_id = old.child_id;
    INSERT INTO stale_library_covers (child_id, series_id)
    SELECT old.child_id, b.series_id FROM books AS b
    WHERE b.id = old.book_id AND b.series_id IS NOT NULL;
END;

CREATE TRIGGER library_items_move_covers AFTER UPDATE OF title_key, last_played_at ON library_items
WHEN (old.title_key, old.last_played_at) IS NOT (new.title_key, new.last_played_at) BEGIN
    UPDATE library_covers SET title_key = new.title_key, last_played_at = new.last_played_at
    WHERE book_id = new.book_id AND child_id = new.child_id;
    -- A player tells of it twice a minute: what is newer needs no look at the others.
    UPDATE library_covers SET last_played_at = new.last_played_at
    WHERE series_id = (SELECT b.series_id FROM books AS b
            WHERE b.id = new.book_id AND b.deleted_at IS NULL)
        AND child_id = new.child_id
        AND new.last_played_at > coalesce(old.last_played_at, -1)
        AND new.last_played_at > coalesce(last_played_at, -1);
    INSERT INTO stale_library_covers (child_id, series_id)
    SELECT new.child_id, b.series_id FROM books AS b
    WHERE b.id = new.book_id AND b.series_id IS NOT NULL AND old.last_played_at IS NOT NULL
        AND coalesce(new.last_played_at, -1) < old.last_played_at;
END;

CREATE TRIGGER library_items_touched AFTER UPDATE OF last_position_seconds, last_played_at ON library_items BEGIN
    INSERT INTO touched VALUES ('library', new.child_id, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER library_items_touched_in AFTER INSERT ON library_items BEGIN
    INSERT INTO touched VALUES ('library', new.child_id, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER library_items_touched_out AFTER DELETE ON library_items
WHEN EXISTS (SELECT 1 FROM children WHERE id = old.child_id AND erased_at IS NULL) BEGIN
    INSERT INTO touched VALUES ('library', old.child_id, old.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TABLE list_columns (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- As the program names the list: "books".
    list TEXT NOT NULL CHECK (length(list) > 0),
    -- The names of its columns in their order, with commas between them.
    columns TEXT NOT NULL,
    PRIMARY KEY (user_id, list)
) STRICT, WITHOUT ROWID;

CREATE TABLE live_pieces (
    session_id INTEGER NOT NULL REFERENCES live_sessions (id) ON DELETE CASCADE,
    -- As the page counts them: one that is sent again is kept once.
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 5000),
    start_ms INTEGER NOT NULL CHECK (start_ms >= 0),
    end_ms INTEGER NOT NULL CHECK (end_ms >= start_ms),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    PRIMARY KEY (session_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER live_pieces_counted AFTER INSERT ON live_pieces BEGIN
    UPDATE live_sessions SET piece_count = piece_count + 1,
        character_count = character_count + length(new.text),
        length_ms = max(length_ms, new.end_ms)
    WHERE id = new.session_id;
END;

CREATE TABLE live_sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    -- What is spoken (BCP 47).
    language TEXT NOT NULL CHECK (length(language) BETWEEN 1 AND 35),
    -- Who listens: the browser, or the transcription service.
    way TEXT NOT NULL CHECK (way IN ('browser', 'service')),
    started_at INTEGER NOT NULL,
    -- What its pieces add up to.
    piece_count INTEGER NOT NULL DEFAULT 0 CHECK (piece_count >= 0),
    character_count INTEGER NOT NULL DEFAULT 0 CHECK (character_count >= 0),
    length_ms INTEGER NOT NULL DEFAULT 0 CHECK (length_ms >= 0),
    -- Deleted, but not for good yet.
    removed_at INTEGER
) STRICT;

CREATE INDEX live_sessions_by_user ON live_sessions (user_id, id) WHERE removed_at IS NULL;

CREATE INDEX live_sessions_empty ON live_sessions (started_at) WHERE piece_count = 0;

CREATE INDEX live_sessions_of_user ON live_sessions (user_id, id);

CREATE INDEX live_sessions_removed ON live_sessions (removed_at) WHERE removed_at IS NOT NULL;

CREATE VIRTUAL TABLE names_search USING fts5 (words, kind, record_id UNINDEXED, prefix = '1 2 3');

CREATE VIRTUAL TABLE names_words USING fts5vocab (names_search, col);

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
    expires_at INTEGER NOT NULL, family_id INTEGER
    REFERENCES families (id) ON DELETE CASCADE
    CHECK (family_id IS NULL OR (kind = 'invitation' AND role = 'parent')),
    CHECK ((kind = 'invitation') = (user_id IS NULL)),
    CHECK ((kind = 'invitation') = (name IS NOT NULL AND role IS NOT NULL))
) STRICT;

CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);

CREATE INDEX one_time_links_by_family ON one_time_links (family_id, id)
    WHERE family_id IS NOT NULL;

CREATE INDEX one_time_links_by_user ON one_time_links (user_id);

CREATE TABLE parent_places (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    seconds INTEGER NOT NULL CHECK (seconds >= 0),
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX parent_places_by_book ON parent_places (book_id);

CREATE TABLE parent_switches (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name IN ('vocabulary', 'playlists', 'live', 'cue_details')),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE photo_categories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    name_key TEXT NOT NULL,
    -- Children who don't read know it by these two.
    color TEXT NOT NULL CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
    icon_name TEXT NOT NULL CHECK (length(icon_name) BETWEEN 1 AND 60),
    display_order INTEGER NOT NULL CHECK (display_order BETWEEN 0 AND 1000000),
    -- Kept by triggers: the photos that can be shown.
    photo_count INTEGER NOT NULL DEFAULT 0 CHECK (photo_count >= 0),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX photo_categories_by_name ON photo_categories (family_id, name_key);

CREATE INDEX photo_categories_in_order ON photo_categories (family_id, display_order, id);

CREATE TABLE photo_looks (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    -- 0 is the covers of the child's library. A category that is gone keeps its number.
    category_id INTEGER NOT NULL CHECK (category_id >= 0),
    seconds INTEGER NOT NULL CHECK (seconds BETWEEN 1 AND 90000),
    PRIMARY KEY (child_id, day, category_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE photos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES photo_categories (id),
    -- Its files are named by a word that nobody can guess, a new one each time they are made.
    file_key TEXT NOT NULL UNIQUE CHECK (length(file_key) = 24),
    -- SHA-256 of the file as it was uploaded: the same one isn't kept twice.
    content_hash BLOB NOT NULL CHECK (length(content_hash) = 32),
    -- The name of that file, only to be shown.
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp', 'heic', 'avif')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
    -- Why it failed, as a sentence for its parents.
    trouble TEXT CHECK ((trouble IS NOT NULL) = (state = 'failed')),
    -- The size of the largest picture that is served, and what is shown until one is there.
    width INTEGER CHECK (width > 0),
    height INTEGER CHECK (height > 0),
    color TEXT CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
    -- Quarter turns to the right that its parents asked for, and those that its files have.
    turns INTEGER NOT NULL DEFAULT 0 CHECK (turns BETWEEN 0 AND 3),
    turns_made INTEGER NOT NULL DEFAULT 0 CHECK (turns_made BETWEEN 0 AND 3),
    -- "2024-05-06T07:08:09" or "2024-05-06" on the clock of the place; NULL: nobody knows.
    taken_at TEXT CHECK (length(taken_at) IN (10, 19)),
    -- What it shows, for whom it can't be seen.
    words TEXT NOT NULL DEFAULT '' CHECK (length(words) <= 500),
    -- Where it stands in its category: the second at which it was taken, or between two others.
    place REAL NOT NULL,
    -- The space that all its files take.
    bytes INTEGER NOT NULL CHECK (bytes >= 0),
    has_original INTEGER NOT NULL CHECK (has_original IN (0, 1)),
    created_at INTEGER NOT NULL,
    deleted_at INTEGER,
    deleted_by TEXT CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)), version INTEGER NOT NULL DEFAULT 1, has_film INTEGER NOT NULL DEFAULT 0 CHECK (has_film IN (0, 1)),
    CHECK ((state = 'ready') = (width IS NOT NULL AND height IS NOT NULL AND color IS NOT NULL))
) STRICT;

CREATE INDEX photos_by_age ON photos (family_id, id);

CREATE INDEX photos_by_arrival ON photos (family_id, id) WHERE deleted_at IS NULL;

CREATE UNIQUE INDEX photos_by_content ON photos (family_id, content_hash);

CREATE INDEX photos_in_bin ON photos (deleted_at, id) WHERE deleted_at IS NOT NULL;

CREATE INDEX photos_in_bin_of_family ON photos (family_id, deleted_at, id)
    WHERE deleted_at IS NOT NULL;

CREATE INDEX photos_in_category ON photos (category_id, place, id);

CREATE INDEX photos_not_shown ON photos (family_id, category_id)
    WHERE state <> 'ready' AND deleted_at IS NULL;

CREATE INDEX photos_shown ON photos (category_id, place, id)
    WHERE state = 'ready' AND deleted_at IS NULL;

CREATE INDEX photos_with_original ON photos (family_id, id) WHERE has_original = 1;

CREATE TRIGGER photos_counted_anew
AFTER UPDATE OF bytes, state, category_id, deleted_at ON photos BEGIN
    UPDATE families SET photo_bytes = photo_bytes + new.bytes - old.bytes,
        photo_count = photo_count + (new.deleted_at IS NULL) - (old.deleted_at IS NULL)
    WHERE id = new.family_id;
    UPDATE photo_categories
    SET photo_count = photo_count - (old.state = 'ready' AND old.deleted_at IS NULL)
    WHERE id = old.category_id;
    UPDATE photo_categories
    SET photo_count = photo_count + (new.state = 'ready' AND new.deleted_at IS NULL)
    WHERE id = new.category_id;
END;

CREATE TRIGGER photos_counted_in AFTER INSERT ON photos BEGIN
    UPDATE families SET photo_bytes = photo_bytes + new.bytes,
        photo_count = photo_count + (new.deleted_at IS NULL)
    WHERE id = new.family_id;
    UPDATE photo_categories
    SET photo_count = photo_count + (new.state = 'ready' AND new.deleted_at IS NULL)
    WHERE id = new.category_id;
END;

CREATE TRIGGER photos_counted_out AFTER DELETE ON photos BEGIN
    UPDATE families SET photo_bytes = photo_bytes - old.bytes,
        photo_count = photo_count - (old.deleted_at IS NULL)
    WHERE id = old.family_id;
    UPDATE photo_categories
    SET photo_count = photo_count - (old.state = 'ready' AND old.deleted_at IS NULL)
    WHERE id = old.category_id;
END;

CREATE TRIGGER photos_leave_files AFTER DELETE ON photos BEGIN
    INSERT OR IGNORE INTO unused_photo_files
    VALUES (old.file_key),
        ('original-' || old.family_id || '-' || lower(hex(old.content_hash)));
END;

CREATE TRIGGER photos_leave_old_files AFTER UPDATE OF file_key ON photos
WHEN old.file_key <> new.file_key BEGIN
    INSERT OR IGNORE INTO unused_photo_files VALUES (old.file_key);
END;

CREATE TRIGGER photos_leave_originals AFTER UPDATE OF has_original ON photos
WHEN old.has_original = 1 AND new.has_original = 0 BEGIN
    INSERT OR IGNORE INTO unused_photo_files
    VALUES ('original-' || old.family_id || '-' || lower(hex(old.content_hash)));
END;

CREATE TABLE playlist_children (
    playlist_id INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    PRIMARY KEY (playlist_id, child_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX playlist_children_by_child ON playlist_children (child_id);

CREATE TABLE playlist_items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    playlist_id INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
    book_id INTEGER REFERENCES books (id) ON DELETE CASCADE,
    web_video_id INTEGER REFERENCES web_videos (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    removed_at INTEGER,
    CHECK ((book_id IS NULL) <> (web_video_id IS NULL))
) STRICT;

CREATE INDEX playlist_items_by_book ON playlist_items (book_id);

CREATE INDEX playlist_items_by_web_video ON playlist_items (web_video_id);

CREATE INDEX playlist_items_in_order ON playlist_items (playlist_id, position, id);

CREATE UNIQUE INDEX playlist_items_of_book ON playlist_items (playlist_id, book_id);

CREATE UNIQUE INDEX playlist_items_of_web_video ON playlist_items (playlist_id, web_video_id);

CREATE INDEX playlist_items_removed ON playlist_items (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE playlists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The parent whose it is; NULL: one who left. Then it is the family's.
    user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    -- The family that it is shared with; NULL: only its parent sees it.
    family_id INTEGER REFERENCES families (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    name_key TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    removed_at INTEGER,
    CHECK (user_id IS NOT NULL OR family_id IS NOT NULL)
) STRICT;

CREATE INDEX playlists_by_family ON playlists (family_id);

CREATE INDEX playlists_by_user ON playlists (user_id);

CREATE UNIQUE INDEX playlists_of_user ON playlists (user_id, name_key) WHERE removed_at IS NULL;

CREATE INDEX playlists_removed ON playlists (removed_at) WHERE removed_at IS NOT NULL;

CREATE INDEX playlists_removed_of_user ON playlists (user_id, removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE program_keys (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

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
, website TEXT NOT NULL DEFAULT '' CHECK (length(website) <= 2000), note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 2000)) STRICT;

CREATE INDEX publishers_by_book_count ON publishers (book_count, name_key);

CREATE TRIGGER publishers_counted_in AFTER INSERT ON publishers BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'publishers';
END;

CREATE TRIGGER publishers_counted_out AFTER DELETE ON publishers BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'publishers';
END;

CREATE TRIGGER publishers_touch_books AFTER UPDATE OF name ON publishers
WHEN old.name IS NOT new.name BEGIN
    INSERT INTO touched SELECT 'book', 0, id, unixepoch() FROM books WHERE publisher_id = new.id
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER publishers_touch_books_out BEFORE DELETE ON publishers BEGIN
    INSERT INTO touched SELECT 'book', 0, id, unixepoch() FROM books WHERE publisher_id = old.id
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TABLE reading_speeds (
    id INTEGER PRIMARY KEY,
    user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    child_id INTEGER REFERENCES children (id) ON DELETE CASCADE,
    -- No foreign key: a series in the bin has left its table, and comes back.
    series_id INTEGER,
    book_id INTEGER REFERENCES books (id) ON DELETE CASCADE,
    -- In quarters of the usual speed: 3 is three quarters.
    quarters INTEGER NOT NULL CHECK (quarters BETWEEN 2 AND 8),
    updated_at INTEGER NOT NULL,
    CHECK ((user_id IS NULL) <> (child_id IS NULL)),
    CHECK ((series_id IS NULL) <> (book_id IS NULL))
) STRICT;

CREATE INDEX reading_speeds_by_book ON reading_speeds (book_id);

CREATE INDEX reading_speeds_by_child ON reading_speeds (child_id);

CREATE INDEX reading_speeds_by_user ON reading_speeds (user_id);

CREATE UNIQUE INDEX reading_speeds_of_reader
    ON reading_speeds (coalesce(user_id, 0), coalesce(child_id, 0), coalesce(series_id, 0),
        coalesce(book_id, 0));

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

CREATE INDEX rights_windows_by_start ON rights_windows (first_day, book_id);

CREATE TRIGGER rights_windows_added AFTER INSERT ON rights_windows WHEN new.territory = '*' BEGIN
    UPDATE books SET (worldwide_from, worldwide_until) = (
        SELECT first_day, last_day FROM rights_windows
        WHERE book_id = new.book_id AND territory = '*' ORDER BY last_day DESC, first_day LIMIT 1)
    WHERE id = new.book_id;
END;

CREATE TRIGGER rights_windows_added_stamp AFTER INSERT ON rights_windows BEGIN
    UPDATE catalog_stamp SET value = random();
END;

CREATE TRIGGER rights_windows_changed AFTER UPDATE OF territory, first_day, last_day ON rights_windows
WHEN old.territory = '*' OR new.territory = '*' BEGIN
    UPDATE books SET (worldwide_from, worldwide_until) = (
        SELECT first_day, last_day FROM rights_windows
        WHERE book_id = new.book_id AND territory = '*' ORDER BY last_day DESC, first_day LIMIT 1)
    WHERE id = new.book_id;
END;

CREATE TRIGGER rights_windows_changed_stamp AFTER UPDATE ON rights_windows BEGIN
    UPDATE catalog_stamp SET value = random();
END;

CREATE TRIGGER rights_windows_removed AFTER DELETE ON rights_windows WHEN old.territory = '*' BEGIN
    UPDATE books SET (worldwide_from, worldwide_until) = (
        SELECT first_day, last_day FROM rights_windows
        WHERE book_id = old.book_id AND territory = '*' ORDER BY last_day DESC, first_day LIMIT 1)
    WHERE id = old.book_id;
END;

CREATE TRIGGER rights_windows_removed_stamp AFTER DELETE ON rights_windows BEGIN
    UPDATE catalog_stamp SET value = random();
END;

CREATE TRIGGER rights_windows_touched AFTER UPDATE ON rights_windows BEGIN
    INSERT INTO touched VALUES ('book', 0, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER rights_windows_touched_in AFTER INSERT ON rights_windows BEGIN
    INSERT INTO touched VALUES ('book', 0, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER rights_windows_touched_out AFTER DELETE ON rights_windows BEGIN
    INSERT INTO touched VALUES ('book', 0, old.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TABLE row_counts (
    name TEXT PRIMARY KEY,
    amount INTEGER NOT NULL CHECK (amount >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_views (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The address of the list, and its query without "?".
    path TEXT NOT NULL CHECK (path GLOB '/*'),
    query TEXT NOT NULL CHECK (length(query) <= 4000),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    name_key TEXT NOT NULL,
    -- Whether all admins see it.
    is_shared INTEGER NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1)),
    created_at INTEGER NOT NULL,
    UNIQUE (user_id, path, name_key)
) STRICT;

CREATE INDEX saved_views_shared ON saved_views (path, name_key) WHERE is_shared = 1;

CREATE TABLE schema_migrations (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    applied_at INTEGER NOT NULL
) STRICT;

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
, external_id INTEGER CHECK (external_id BETWEEN 1 AND 2147483647), original_name TEXT NOT NULL DEFAULT ''
    CHECK (length(original_name) <= 200), airing TEXT NOT NULL DEFAULT '' CHECK (airing IN (
    '', 'Returning Series', 'Planned', 'In Production', 'Ended', 'Canceled', 'Pilot')), first_air_date TEXT NOT NULL DEFAULT ''
    CHECK (first_air_date = '' OR first_air_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'), cover_key TEXT, cover_width INTEGER CHECK (cover_width > 0), cover_height INTEGER CHECK (cover_height > 0), cover_is_sized INTEGER NOT NULL DEFAULT 0
    CHECK (cover_is_sized IN (0, 1)), cover_url TEXT CHECK (length(cover_url) <= 2000), refreshed_at INTEGER, episode_count INTEGER NOT NULL DEFAULT 0 CHECK (episode_count >= 0)) STRICT;

CREATE INDEX series_by_book_count ON series (book_count, name_key);

CREATE INDEX series_by_cover ON series (cover_key) WHERE cover_key IS NOT NULL;

CREATE INDEX series_by_episode_count ON series (episode_count, name_key);

CREATE UNIQUE INDEX series_by_external_id ON series (external_id) WHERE external_id IS NOT NULL;

CREATE TRIGGER series_counted_in AFTER INSERT ON series BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'series';
END;

CREATE TRIGGER series_counted_out AFTER DELETE ON series BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'series';
END;

CREATE TRIGGER series_covers_unused AFTER UPDATE OF cover_key ON series
WHEN old.cover_key IS NOT NULL AND old.cover_key IS NOT new.cover_key BEGIN
    INSERT OR REPLACE INTO unused_covers (cover_key, since)
    VALUES (old.cover_key, new.updated_at);
END;

CREATE TRIGGER series_rename_covers AFTER UPDATE OF name_key ON series
WHEN old.name_key <> new.name_key BEGIN
    UPDATE library_covers SET title_key = new.name_key WHERE series_id = new.id;
END;

CREATE TABLE "sessions" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    idle_seconds INTEGER NOT NULL CHECK (idle_seconds > 0),
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL DEFAULT 0,
    refresh_hash BLOB CHECK (refresh_hash IS NULL OR length(refresh_hash) = 32),
    sibling_hash BLOB CHECK (sibling_hash IS NULL OR length(sibling_hash) = 32),
    previous_hash BLOB CHECK (previous_hash IS NULL OR length(previous_hash) = 32),
    previous_sibling_hash BLOB
        CHECK (previous_sibling_hash IS NULL OR length(previous_sibling_hash) = 32),
    refreshed_at INTEGER NOT NULL DEFAULT 0
) STRICT;

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

CREATE TABLE skipping_news (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, child_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX skipping_news_by_child ON skipping_news (child_id);

CREATE TRIGGER library_covers_made_anew INSTEAD OF INSERT ON stale_library_covers BEGIN
    DELETE FROM library_covers WHERE series_id = new.series_id AND child_id = new.child_id;
    -- A child who is being erased gets none.
    INSERT INTO library_covers (child_id, series_id, title_key, added_at, item_id, last_played_at)
    SELECT i.child_id, s.id, s.name_key, max(i.added_at), max(i.id), max(i.last_played_at)
    FROM series AS s CROSS JOIN books AS b ON b.series_id = s.id
    CROSS JOIN library_items AS i ON i.book_id = b.id
    WHERE s.id = new.series_id AND b.deleted_at IS NULL AND i.child_id = new.child_id
        AND EXISTS (SELECT 1 FROM children AS k WHERE k.id = new.child_id AND k.erased_at IS NULL)
    GROUP BY s.id;
END;

CREATE TABLE tags (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- A bar separates names in files, a comma in forms.
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 50 AND name NOT GLOB '*[|,]*'),
    name_key TEXT NOT NULL UNIQUE,
    -- With those in the bin.
    book_count INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX tags_by_book_count ON tags (book_count, name_key);

CREATE TABLE touched (
    kind TEXT NOT NULL CHECK (kind IN ('book', 'category', 'child', 'library')),
    -- The family of a child, the child of a library's book; 0 for what is everybody's.
    owner_id INTEGER NOT NULL,
    record_id INTEGER NOT NULL,
    touched_at INTEGER NOT NULL,
    PRIMARY KEY (kind, owner_id, record_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX touched_by_time ON touched (kind, owner_id, touched_at, record_id);

CREATE TABLE unused_covers (
    cover_key TEXT PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE unused_photo_files (
    name TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_books (
    day TEXT NOT NULL,
    book_id INTEGER NOT NULL,
    length_class INTEGER NOT NULL CHECK (length_class BETWEEN 0 AND 4),
    watched_ms INTEGER NOT NULL CHECK (watched_ms >= 0),
    plays INTEGER NOT NULL CHECK (plays >= 0),
    completions INTEGER NOT NULL CHECK (completions BETWEEN 0 AND plays),
    PRIMARY KEY (day, book_id, length_class)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER usage_books_added_stamp AFTER INSERT ON usage_books BEGIN
    INSERT INTO usage_stamps (day, stamp) VALUES (new.day, random())
    ON CONFLICT (day) DO UPDATE SET stamp = excluded.stamp;
END;

CREATE TRIGGER usage_books_changed_stamp AFTER UPDATE ON usage_books BEGIN
    UPDATE usage_stamps SET stamp = random() WHERE day IN (old.day, new.day);
END;

CREATE TRIGGER usage_books_removed_stamp AFTER DELETE ON usage_books BEGIN
    UPDATE usage_stamps SET stamp = random() WHERE day = old.day;
END;

CREATE TABLE usage_corrections (
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    before_ms INTEGER NOT NULL CHECK (before_ms >= 0),
    after_ms INTEGER NOT NULL CHECK (after_ms >= 0),
    reasons TEXT NOT NULL,
    noted_at INTEGER NOT NULL,
    PRIMARY KEY (child_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_days (
    day TEXT NOT NULL,
    length_class INTEGER NOT NULL CHECK (length_class BETWEEN 0 AND 4),
    watched_ms INTEGER NOT NULL CHECK (watched_ms >= 0),
    plays INTEGER NOT NULL CHECK (plays >= 0),
    completions INTEGER NOT NULL CHECK (completions BETWEEN 0 AND plays),
    PRIMARY KEY (day, length_class)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_deliveries (
    device INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    viewing_id INTEGER NOT NULL,
    PRIMARY KEY (device, slot, viewing_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_deliveries_by_age ON usage_deliveries (slot);

CREATE TABLE usage_events (
    id INTEGER PRIMARY KEY,
    viewing_id INTEGER NOT NULL REFERENCES viewings (id) ON DELETE CASCADE,
    -- The device's own name for the event, by which a repeat is known.
    client_event_id TEXT NOT NULL CHECK (length(client_event_id) BETWEEN 1 AND 64),
    event_type TEXT NOT NULL
        CHECK (event_type IN ('play_start', 'pause', 'resume', 'play_end', 'heartbeat', 'seek')),
    -- In milliseconds since 1970: when it counts as having happened, when it did by the device's own
    -- clock, and when it was received.
    occurred_ms INTEGER NOT NULL CHECK (occurred_ms >= 0),
    claimed_ms INTEGER NOT NULL,
    received_ms INTEGER NOT NULL CHECK (received_ms >= occurred_ms),
    position_seconds INTEGER CHECK (position_seconds >= 0),
    from_position_seconds INTEGER CHECK (from_position_seconds >= 0),
    to_position_seconds INTEGER CHECK (to_position_seconds >= 0), device INTEGER, sent_ms INTEGER,
    UNIQUE (viewing_id, client_event_id),
    CHECK ((event_type = 'seek') = (from_position_seconds IS NOT NULL)),
    CHECK ((event_type = 'seek') = (to_position_seconds IS NOT NULL))
) STRICT;

CREATE TABLE usage_families (
    day TEXT NOT NULL,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    length_class INTEGER NOT NULL CHECK (length_class BETWEEN 0 AND 4),
    watched_ms INTEGER NOT NULL CHECK (watched_ms >= 0),
    plays INTEGER NOT NULL CHECK (plays >= 0),
    completions INTEGER NOT NULL CHECK (completions BETWEEN 0 AND plays),
    PRIMARY KEY (day, family_id, length_class)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_families_by_family ON usage_families (family_id);

CREATE TRIGGER usage_families_added_stamp AFTER INSERT ON usage_families BEGIN
    INSERT INTO usage_stamps (day, stamp) VALUES (new.day, random())
    ON CONFLICT (day) DO UPDATE SET stamp = excluded.stamp;
END;

CREATE TRIGGER usage_families_changed_stamp AFTER UPDATE ON usage_families BEGIN
    UPDATE usage_stamps SET stamp = random() WHERE day IN (old.day, new.day);
END;

CREATE TRIGGER usage_families_removed_stamp AFTER DELETE ON usage_families BEGIN
    UPDATE usage_stamps SET stamp = random() WHERE day = old.day;
END;

CREATE TABLE usage_stamps (
    day TEXT PRIMARY KEY NOT NULL,
    stamp INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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
, time_zone TEXT, language TEXT, version INTEGER NOT NULL DEFAULT 1, family_id INTEGER REFERENCES families (id)
    CHECK (family_id IS NULL OR role = 'parent'), theme TEXT NOT NULL DEFAULT 'system'
    CHECK (theme IN ('system', 'light', 'dark')), density TEXT NOT NULL DEFAULT 'compact'
    CHECK (density IN ('compact', 'comfortable')), csv_files TEXT NOT NULL DEFAULT 'plain'
    CHECK (csv_files IN ('plain', 'excel')), signed_in_at INTEGER, erased_at INTEGER
    CHECK (erased_at IS NULL OR is_disabled = 1)) STRICT;

CREATE INDEX users_active_admins ON users (id) WHERE role = 'admin' AND is_disabled = 0;

CREATE INDEX users_by_family ON users (family_id, email_key) WHERE family_id IS NOT NULL;

CREATE INDEX users_by_role ON users (role, email_key);

CREATE INDEX users_by_sign_in ON users (signed_in_at);

CREATE INDEX users_disabled ON users (email_key) WHERE is_disabled = 1;

CREATE INDEX users_without_family ON users (email_key)
    WHERE family_id IS NULL AND role = 'parent';

CREATE TRIGGER playlists_of_deleted_user BEFORE DELETE ON users BEGIN
    UPDATE playlists SET user_id = NULL WHERE user_id = old.id AND family_id IS NOT NULL;
END;

CREATE TRIGGER playlists_of_moved_user AFTER UPDATE OF family_id ON users
WHEN old.family_id IS NOT new.family_id BEGIN
    UPDATE playlists SET user_id = NULL WHERE user_id = new.id AND family_id IS NOT NULL;
    DELETE FROM playlist_children
    WHERE playlist_id IN (SELECT id FROM playlists WHERE user_id = new.id);
END;

CREATE TRIGGER users_counted_anew AFTER UPDATE OF family_id ON users
WHEN old.family_id IS NOT new.family_id BEGIN
    UPDATE families SET parent_count = parent_count - 1 WHERE id = old.family_id;
    UPDATE families SET parent_count = parent_count + 1 WHERE id = new.family_id;
END;

CREATE TRIGGER users_counted_in AFTER INSERT ON users WHEN new.family_id IS NOT NULL BEGIN
    UPDATE families SET parent_count = parent_count + 1 WHERE id = new.family_id;
END;

CREATE TRIGGER users_counted_out AFTER DELETE ON users WHEN old.family_id IS NOT NULL BEGIN
    UPDATE families SET parent_count = parent_count - 1 WHERE id = old.family_id;
END;

CREATE TABLE video_assets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- NULL: Mux has it and nobody said for which book, or its book was purged.
    book_id INTEGER REFERENCES books (id) ON DELETE SET NULL,
    provider TEXT NOT NULL CHECK (provider IN ('local', 'mux')),
    -- The one that the book plays; the others are its history.
    is_current INTEGER NOT NULL DEFAULT 0
        CHECK (is_current IN (0, 1) AND (is_current = 0 OR book_id IS NOT NULL)),
    -- When it was chosen for its book: as it was made, or later by whoever went back to it.
    chosen_at INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'waiting'
        CHECK (status IN ('waiting', 'preparing', 'ready', 'errored')),
    progress_percent INTEGER CHECK (progress_percent BETWEEN 0 AND 100),
    -- Rounded, as the API tells it.
    duration_seconds INTEGER CHECK (duration_seconds >= 0),
    -- Whether a caption track is ready; kept by triggers.
    has_captions INTEGER NOT NULL DEFAULT 0 CHECK (has_captions IN (0, 1)),
    width INTEGER CHECK (width > 0),
    height INTEGER CHECK (height > 0),
    -- As Mux names it, like "1080p".
    resolution TEXT CHECK (length(resolution) BETWEEN 1 AND 40),
    aspect_ratio TEXT CHECK (length(aspect_ratio) BETWEEN 1 AND 40),
    codec TEXT CHECK (length(codec) BETWEEN 1 AND 100),
    size_bytes INTEGER CHECK (size_bytes >= 0),
    -- Why it failed: a word for programs, and a sentence for people.
    error_code TEXT CHECK (length(error_code) BETWEEN 1 AND 100),
    error TEXT CHECK (length(error) BETWEEN 1 AND 2000),
    -- Where it came from: the name of a file, or an address.
    source TEXT CHECK (length(source) BETWEEN 1 AND 2000),
    mux_asset_id TEXT UNIQUE CHECK (length(mux_asset_id) BETWEEN 1 AND 255),
    mux_upload_id TEXT UNIQUE CHECK (length(mux_upload_id) BETWEEN 1 AND 255),
    signed_playback_id TEXT CHECK (length(signed_playback_id) BETWEEN 1 AND 255),
    public_playback_id TEXT CHECK (length(public_playback_id) BETWEEN 1 AND 255),
    -- The name of the MP4 rendition, once it is ready.
    mp4_name TEXT CHECK (length(mp4_name) BETWEEN 1 AND 100),
    -- What Mux keeps for us with the asset, like "book:7;video:12".
    passthrough TEXT CHECK (length(passthrough) <= 255),
    -- Files of ours, by their names.
    file_key TEXT CHECK (length(file_key) BETWEEN 1 AND 100),
    poster_key TEXT CHECK (length(poster_key) BETWEEN 1 AND 100),
    storyboard_key TEXT CHECK (length(storyboard_key) BETWEEN 1 AND 100),
    -- When something was last heard of it: one that prepares without news is stuck.
    news_at INTEGER NOT NULL,
    deleted_at INTEGER,
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, duration_key INTEGER NOT NULL
    GENERATED ALWAYS AS (coalesce(duration_seconds, -1)) VIRTUAL, chosen_poster_key TEXT
    CHECK (length(chosen_poster_key) BETWEEN 1 AND 100), poster_seconds INTEGER CHECK (poster_seconds >= 0),
    CHECK ((status = 'errored') = (error IS NOT NULL)),
    CHECK (deleted_at IS NULL OR is_current = 0),
    CHECK (provider = 'mux' OR coalesce(mux_asset_id, mux_upload_id) IS NULL)
) STRICT;

CREATE INDEX video_assets_at_mux ON video_assets (news_at)
    WHERE provider = 'mux' AND deleted_at IS NULL;

CREATE INDEX video_assets_by_age
    ON video_assets (created_at, id, status, provider, has_captions, deleted_at)
    WHERE deleted_at IS NULL;

CREATE INDEX video_assets_by_book ON video_assets (book_id, chosen_at);

CREATE INDEX video_assets_by_duration
    ON video_assets (duration_key, id, status, provider, has_captions, created_at, deleted_at)
    WHERE deleted_at IS NULL;

CREATE INDEX video_assets_by_public_id ON video_assets (public_playback_id)
    WHERE public_playback_id IS NOT NULL;

CREATE INDEX video_assets_by_signed_id ON video_assets (signed_playback_id)
    WHERE signed_playback_id IS NOT NULL;

CREATE INDEX video_assets_by_status
    ON video_assets (status, created_at, id, provider, has_captions, deleted_at)
    WHERE deleted_at IS NULL;

CREATE UNIQUE INDEX video_assets_current ON video_assets (book_id) WHERE is_current = 1;

CREATE INDEX video_assets_leaving ON video_assets (id)
    WHERE provider = 'local' AND deleted_at IS NOT NULL AND file_key IS NOT NULL;

CREATE INDEX video_assets_playing ON video_assets (book_id, has_captions, is_current, status)
    WHERE is_current = 1 AND status = 'ready';

CREATE INDEX video_assets_unsettled ON video_assets (news_at, provider)
    WHERE status IN ('waiting', 'preparing') AND deleted_at IS NULL;

CREATE INDEX video_assets_without_book
    ON video_assets (created_at, id, status, provider, has_captions, book_id, deleted_at)
    WHERE book_id IS NULL AND deleted_at IS NULL;

CREATE TRIGGER video_assets_counted_anew AFTER UPDATE OF status, deleted_at ON video_assets
WHEN old.status <> new.status OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE row_counts SET amount = amount - 1
    WHERE old.deleted_at IS NULL AND name IN ('videos', 'videos_' || old.status);
    UPDATE row_counts SET amount = amount + 1
    WHERE new.deleted_at IS NULL AND name IN ('videos', 'videos_' || new.status);
END;

CREATE TRIGGER video_assets_counted_in AFTER INSERT ON video_assets
WHEN new.deleted_at IS NULL BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name IN ('videos', 'videos_' || new.status);
END;

CREATE TRIGGER video_assets_counted_out AFTER DELETE ON video_assets
WHEN old.deleted_at IS NULL BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name IN ('videos', 'videos_' || old.status);
END;

CREATE TRIGGER video_assets_touched_in AFTER INSERT ON video_assets
WHEN new.is_current = 1 BEGIN
    INSERT INTO touched VALUES ('book', 0, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER video_assets_touched_off AFTER UPDATE OF is_current, book_id ON video_assets
WHEN old.is_current = 1 BEGIN
    INSERT INTO touched VALUES ('book', 0, old.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TRIGGER video_assets_touched_on AFTER UPDATE OF is_current, status, duration_seconds, has_captions ON video_assets
WHEN new.is_current = 1 BEGIN
    INSERT INTO touched VALUES ('book', 0, new.book_id, unixepoch())
    ON CONFLICT (kind, owner_id, record_id) DO UPDATE SET touched_at = excluded.touched_at;
END;

CREATE TABLE video_contents (
    asset_id INTEGER NOT NULL REFERENCES video_assets (id) ON DELETE CASCADE,
    position INTEGER NOT NULL CHECK (position >= 0),
    -- A note says what is missing, and why.
    kind TEXT NOT NULL CHECK (kind IN ('sound', 'chapter', 'note')),
    -- Of a sound, in BCP 47; "und" if unknown. The first sound is the one that is heard.
    language TEXT CHECK (length(language) BETWEEN 2 AND 35),
    -- When a chapter begins.
    seconds INTEGER CHECK (seconds >= 0),
    -- A title, or the sentence of a note.
    text TEXT NOT NULL CHECK (length(text) <= 1000),
    PRIMARY KEY (asset_id, position),
    CHECK ((language IS NOT NULL) = (kind = 'sound')),
    CHECK ((seconds IS NOT NULL) = (kind = 'chapter'))
) STRICT, WITHOUT ROWID;

CREATE TABLE video_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    asset_id INTEGER NOT NULL REFERENCES video_assets (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    -- Who did it; NULL: the program, or Mux.
    actor_name TEXT CHECK (length(actor_name) BETWEEN 1 AND 200),
    -- The delivery that told of it, which is told once.
    delivery_number INTEGER UNIQUE REFERENCES webhook_deliveries (number) ON DELETE SET NULL
) STRICT;

CREATE INDEX video_events_in_order ON video_events (asset_id, at, id);

CREATE TABLE video_sources (
    asset_id INTEGER PRIMARY KEY REFERENCES video_assets (id) ON DELETE CASCADE,
    -- Our file of it, in the folder of videos; NULL: it lies in the inbox.
    file_key TEXT UNIQUE CHECK (length(file_key) BETWEEN 1 AND 100),
    -- Its name in the inbox, where it stays until the video is ready.
    inbox_name TEXT CHECK (length(inbox_name) BETWEEN 1 AND 255),
    CHECK ((file_key IS NULL) <> (inbox_name IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE video_uploads (
    -- Its file and its address are named by it; nobody guesses it.
    key TEXT PRIMARY KEY CHECK (length(key) BETWEEN 20 AND 60),
    book_id INTEGER REFERENCES books (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- As it is called where it comes from, how large it is there, and when it was changed last, in
    -- milliseconds: the same file goes on where it stopped. NULL: it comes as a whole.
    file_name TEXT NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
    size_bytes INTEGER NOT NULL CHECK (size_bytes > 0),
    modified_ms INTEGER,
    created_at INTEGER NOT NULL,
    -- When something of it came last.
    news_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX video_uploads_by_book ON video_uploads (book_id, user_id);

CREATE INDEX video_uploads_by_news ON video_uploads (news_at);

CREATE INDEX video_uploads_by_user ON video_uploads (user_id);

CREATE TABLE video_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    asset_id INTEGER NOT NULL REFERENCES video_assets (id) ON DELETE CASCADE,
    -- The shorter side of its picture, like '720p'; 'highest' is the largest that Mux makes.
    size TEXT NOT NULL CHECK (size IN
        ('highest', '2160p', '1440p', '1080p', '720p', '540p', '480p', '360p', '270p')),
    -- Skipped: it would not be smaller than the original, or Mux would have to enlarge it.
    status TEXT NOT NULL CHECK (status IN ('waiting', 'preparing', 'ready', 'skipped', 'errored')),
    progress_percent INTEGER CHECK (progress_percent BETWEEN 0 AND 100),
    -- Why it failed or was skipped, for people.
    error TEXT CHECK (length(error) BETWEEN 1 AND 2000),
    width INTEGER CHECK (width > 0),
    height INTEGER CHECK (height > 0),
    size_bytes INTEGER CHECK (size_bytes >= 0),
    -- Our file of it, in the folder of videos.
    file_key TEXT UNIQUE CHECK (length(file_key) BETWEEN 1 AND 100),
    -- Its id and its name at Mux.
    mux_rendition_id TEXT CHECK (length(mux_rendition_id) BETWEEN 1 AND 255),
    mux_name TEXT CHECK (length(mux_name) BETWEEN 1 AND 100),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK (file_key IS NULL OR status = 'ready'),
    CHECK (file_key IS NULL OR mux_name IS NULL)
) STRICT;

CREATE INDEX video_versions_made ON video_versions (size_bytes) WHERE file_key IS NOT NULL;

CREATE UNIQUE INDEX video_versions_of_video ON video_versions (asset_id, size);

CREATE TABLE viewing_days (
    viewing_id INTEGER NOT NULL REFERENCES viewings (id) ON DELETE CASCADE,
    day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    watched_ms INTEGER NOT NULL CHECK (watched_ms > 0),
    PRIMARY KEY (viewing_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE viewings (
    -- Never given twice: an address of one that was deleted leads to no other.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    -- The device's own name for what lies between opening a story and leaving it.
    session_id TEXT NOT NULL CHECK (length(session_id) BETWEEN 1 AND 64),
    -- No foreign key, here and below: what was watched stays true when a book is purged.
    book_id INTEGER NOT NULL,
    -- The day on which it began, in the family's zone.
    day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL CHECK (ended_at >= started_at),
    -- For how long the video really played.
    watched_ms INTEGER NOT NULL CHECK (watched_ms >= 0),
    -- NULL: at its end, or no event said where.
    stopped_position_seconds INTEGER CHECK (stopped_position_seconds >= 0),
    is_finished INTEGER NOT NULL CHECK (is_finished IN (0, 1)),
    -- It is in no total, because a parent said so.
    is_left_out INTEGER NOT NULL DEFAULT 0 CHECK (is_left_out IN (0, 1)),
    -- Its events are kept no longer, so it stays as it is.
    is_frozen INTEGER NOT NULL DEFAULT 0 CHECK (is_frozen IN (0, 1)),
    event_count INTEGER NOT NULL CHECK (event_count > 0), played TEXT,
    UNIQUE (child_id, session_id, book_id)
) STRICT;

CREATE INDEX viewings_by_book ON viewings (child_id, book_id);

CREATE INDEX viewings_by_day ON viewings (child_id, day, started_at, id, book_id, watched_ms,
    stopped_position_seconds, is_finished, is_left_out);

CREATE INDEX viewings_by_old_rules ON viewings (child_id, day) WHERE played IS NULL AND is_frozen = 0;

CREATE INDEX viewings_of_hours ON viewings (child_id, ended_at) WHERE ended_at - started_at > 10800;

CREATE INDEX viewings_over_all ON viewings (day);

CREATE INDEX viewings_with_events ON viewings (child_id, day) WHERE is_frozen = 0;

CREATE TABLE vocabulary_settings (
    family_id INTEGER PRIMARY KEY REFERENCES families (id) ON DELETE CASCADE,
    new_per_day INTEGER NOT NULL CHECK (new_per_day BETWEEN 0 AND 200)
) STRICT, WITHOUT ROWID;

CREATE TABLE waiting_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('video', 'captions')),
    -- Our file of it, in the folder of videos; or its name in the inbox, where it stays; or the video
    -- that is made of it.
    file_key TEXT UNIQUE CHECK (length(file_key) BETWEEN 1 AND 100),
    inbox_name TEXT UNIQUE CHECK (length(inbox_name) BETWEEN 1 AND 255),
    asset_id INTEGER UNIQUE REFERENCES video_assets (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    -- The folded name without its ending, by which captions are found beside their video.
    stem_key TEXT NOT NULL,
    size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
    -- When a file in the inbox was changed: another one has another length.
    modified_at INTEGER,
    duration_seconds INTEGER CHECK (duration_seconds >= 0),
    -- Why no video can be made of it, or was not; NULL if nothing is known to be wrong.
    trouble TEXT CHECK (length(trouble) BETWEEN 1 AND 2000),
    -- What somebody chose for it, if is_wanted isn't NULL.
    book_id INTEGER REFERENCES books (id) ON DELETE SET NULL,
    is_wanted INTEGER CHECK (is_wanted IN (0, 1)),
    added_at INTEGER NOT NULL,
    CHECK ((file_key IS NOT NULL) + (inbox_name IS NOT NULL) + (asset_id IS NOT NULL) = 1)
) STRICT;

CREATE INDEX waiting_files_by_age ON waiting_files (added_at) WHERE file_key IS NOT NULL;

CREATE INDEX waiting_files_by_book ON waiting_files (book_id) WHERE book_id IS NOT NULL;

CREATE INDEX waiting_files_in_order ON waiting_files (kind, stem_key, id)
    WHERE file_key IS NOT NULL;

CREATE TABLE watch_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id INTEGER REFERENCES books (id) ON DELETE CASCADE,
    web_video_id INTEGER REFERENCES web_videos (id) ON DELETE CASCADE,
    -- The order in which a parent opened them, the latest highest: two may be opened within a second.
    turn INTEGER NOT NULL CHECK (turn > 0),
    opened_at INTEGER NOT NULL,
    -- Removed, but not for good yet. What was removed together has the same number.
    removed_at INTEGER,
    removal INTEGER CHECK ((removal IS NULL) = (removed_at IS NULL)),
    CHECK ((book_id IS NULL) <> (web_video_id IS NULL))
) STRICT;

CREATE INDEX watch_history_by_book ON watch_history (book_id);

CREATE INDEX watch_history_by_turn ON watch_history (user_id, turn);

CREATE INDEX watch_history_by_web_video ON watch_history (web_video_id);

CREATE UNIQUE INDEX watch_history_of_book ON watch_history (user_id, book_id);

CREATE UNIQUE INDEX watch_history_of_web_video ON watch_history (user_id, web_video_id);

CREATE INDEX watch_history_removed ON watch_history (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE web_video_pictures (
    web_video_id INTEGER PRIMARY KEY REFERENCES web_videos (id) ON DELETE CASCADE,
    format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
    bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 1000000)
) STRICT, WITHOUT ROWID;

CREATE TABLE web_video_places (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    web_video_id INTEGER NOT NULL REFERENCES web_videos (id) ON DELETE CASCADE,
    seconds INTEGER NOT NULL CHECK (seconds >= 0),
    -- In quarters of the usual speed, as in reading_speeds.
    quarters INTEGER NOT NULL DEFAULT 4 CHECK (quarters BETWEEN 2 AND 8),
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, web_video_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX web_video_places_by_video ON web_video_places (web_video_id);

CREATE TABLE web_videos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('youtube', 'file', 'hls')),
    -- The one address of this video, however it was written: it is in a family's list once.
    url TEXT NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
    -- '' if nobody says.
    author TEXT NOT NULL DEFAULT '' CHECK (length(author) <= 200),
    duration_seconds INTEGER CHECK (duration_seconds > 0),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    -- Removed, but not for good yet.
    removed_at INTEGER,
    UNIQUE (family_id, url)
) STRICT;

CREATE INDEX web_videos_by_family ON web_videos (family_id, id);

CREATE INDEX web_videos_removed ON web_videos (removed_at) WHERE removed_at IS NOT NULL;

CREATE INDEX web_videos_removed_of_family ON web_videos (family_id, removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE webhook_deliveries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Mux's id of the event: what is delivered twice is one.
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 100),
    source TEXT NOT NULL CHECK (source IN ('webhook', 'answer')),
    type TEXT NOT NULL CHECK (length(type) <= 100),
    object_id TEXT CHECK (length(object_id) <= 255),
    -- Which asset and which upload it is about, wherever in the body that stands.
    mux_asset_id TEXT CHECK (length(mux_asset_id) <= 255),
    mux_upload_id TEXT CHECK (length(mux_upload_id) <= 255),
    -- By Mux's clock, in microseconds since 1970: seconds would not tell which came first.
    happened_us INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    times_received INTEGER NOT NULL DEFAULT 1 CHECK (times_received >= 1),
    verdict TEXT NOT NULL DEFAULT 'new' CHECK (
        verdict IN ('new', 'applied', 'unchanged', 'kept', 'ignored', 'unreadable', 'failed')
    ),
    -- What it did, in words.
    effect TEXT NOT NULL DEFAULT '' CHECK (length(effect) <= 2000),
    asset_id INTEGER REFERENCES video_assets (id) ON DELETE SET NULL,
    -- As it came, byte for byte.
    body BLOB NOT NULL CHECK (length(body) <= 1048576)
) STRICT;

CREATE INDEX webhook_deliveries_by_asset ON webhook_deliveries (asset_id);

CREATE INDEX webhook_deliveries_by_mux_asset ON webhook_deliveries (mux_asset_id, happened_us, id)
    WHERE mux_asset_id IS NOT NULL;

CREATE INDEX webhook_deliveries_by_mux_upload
    ON webhook_deliveries (mux_upload_id, happened_us, id) WHERE mux_upload_id IS NOT NULL;

CREATE INDEX webhook_deliveries_unfinished ON webhook_deliveries (verdict, number)
    WHERE verdict IN ('new', 'failed');

CREATE TRIGGER webhook_deliveries_counted_in AFTER INSERT ON webhook_deliveries BEGIN
    UPDATE row_counts SET amount = amount + 1 WHERE name = 'webhook_deliveries';
END;

CREATE TRIGGER webhook_deliveries_counted_out AFTER DELETE ON webhook_deliveries BEGIN
    UPDATE row_counts SET amount = amount - 1 WHERE name = 'webhook_deliveries';
END;

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

CREATE TABLE word_imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    -- The words that it added; NULL: none.
    first_added INTEGER,
    last_added INTEGER CHECK (last_added >= first_added)
) STRICT;

CREATE INDEX word_imports_by_family ON word_imports (family_id);

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

CREATE VIEW present_children AS SELECT * FROM children WHERE deleted_at IS NULL;

CREATE VIEW present_families AS SELECT * FROM families WHERE erased_at IS NULL;

CREATE VIEW stale_library_covers AS SELECT NULL AS child_id, NULL AS series_id WHERE 0;

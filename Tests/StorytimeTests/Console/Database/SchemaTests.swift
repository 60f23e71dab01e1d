import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("The schema and its migrations")
struct SchemaTests {
    private static let folder = Repository.folder + "/migrations"

    private func migrated(_ migrations: [Migration]) throws -> Database {
        let database = try Database(path: ":memory:")
        try Migrator(migrations).migrate(database, now: 0)
        return database
    }

    private func all() throws -> [Migration] {
        try Migrator(directory: Self.folder).migrations
    }

    /// Set by `script/tools/schema`: the file is written instead of compared.
    @Test("migrations/schema.sql is what the migrations add up to (script/tools/schema writes it)")
    func schemaFile() throws {
        let text = try SchemaDump.text(migrated(all()))
        let path = Self.folder + "/schema.sql"
        if ProcessInfo.processInfo.environment["WRITE_SCHEMA"] != nil {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try Folder.text(path) == text)
    }

    @Test("Every table is STRICT, and every reference to another table has an index")
    func rules() throws {
        let database = try migrated(all())
        let tables = try database.all(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'
            """
        ) { try $0.text(0) }
        #expect(tables.isEmpty)
        let references = try database.all(
            """
            SELECT t.name, k."from" FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS k
            WHERE t.schema = 'main' AND k.seq = 0
            """
        ) { (try $0.text(0), try $0.text(1)) }
        #expect(references.count >= 4)
        for (table, column) in references {
            let isIndexed = try database.first(
                """
                SELECT 1 FROM pragma_index_list(\(table)) AS i, pragma_index_info(i.name) AS c
                WHERE c.seqno = 0 AND c.name = \(column)
                """
            ) { _ in true }
            #expect(isIndexed == true, "\(table).\(column)")
        }
    }

    @Test("A database with data migrates from each earlier schema to this one", arguments: 0..<67)
    func migratesFromEach(count: Int) throws {
        let all = try all()
        #expect(all.count == 67, "add the new migration's rows to this test")
        let database = try migrated(Array(all.prefix(count)))
        for (index, rows) in Self.rows.prefix(count).enumerated() {
            try database.script(rows)
            #expect(try database.damages().isEmpty, "after \(index + 1)")
        }
        // The application writes the search index, and did for these.
        if count > 8 { try database.script("DELETE FROM books_search; " + Self.indexing) }
        let applied = try Migrator(all).migrate(database, now: 1)
        #expect(applied == all.dropFirst(count).map(\.name))
        #expect(try SchemaDump.text(database) == SchemaDump.text(migrated(all)))
        #expect(try database.damages().isEmpty)
        #expect(try database.danglingReferences().isEmpty)
        #expect(try Migrator(all).migrate(database, now: 2).isEmpty)
        try expectRowsAreThere(database, count)
    }

    /// What the application writes to the search index, as every version did.
    private static let indexing = """
        INSERT INTO books_search (rowid, title_key, author_key, description_key, facets)
        SELECT b.id, b.title_key, b.author_key, '', f.facets
        FROM books AS b JOIN books_facets AS f ON f.book_id = b.id;
        """

    /// Rows that an earlier version may have left, by the migration after which they fit.
    private static let rows = [
        """
        INSERT INTO users (id, email, email_key, name, role, password_hash, created_at, updated_at)
        VALUES (7, 'A@x.test', 'a@x.test', 'Ada', 'admin', 'scrypt$', 1, 2);
        INSERT INTO sessions (secret_hash, user_id, address, user_agent, idle_seconds, created_at,
            last_seen_at, expires_at) VALUES (zeroblob(32), 7, '::1', 'x', 60, 1, 2, 3);
        INSERT INTO program_keys VALUES ('flash', x'01');
        """,
        """
        INSERT INTO categories (id, name, name_key, slug, created_at, updated_at)
        VALUES (70, 'Été', 'ete', 'ete', 1, 2);
        INSERT INTO books (id, title, title_key, author, author_key, created_at, updated_at)
        VALUES (700, 'T', 't', 'A', 'a', 1, 2), (701, 'U', 'u', '', '', 1, 2);
        INSERT INTO book_categories (book_id, category_id, title_key, created_at)
        VALUES (700, 70, 't', 1);
        """,
        """
        INSERT INTO audit_entries (at, actor_name, action, record_type, record_id, record_label)
        VALUES (1, 'Ada', 'created', 'category', 70, 'Été'), (2, 'Ada', 'added', 'video', 71, 'a.mp4');
        """,
        // The first categories.
        "",
        """
        INSERT INTO one_time_links (kind, secret_hash, user_id, created_by, created_at, expires_at)
        VALUES ('reset', zeroblob(32), 7, 'Ada', 1, 2);
        INSERT INTO kept_forms (user_id, path, body, created_at) VALUES (7, '/x', x'61', 1);
        """,
        // The audit log's indexes.
        "",
        // The second factor.
        "",
        // The tokens of forms.
        "",
        // The search index is written by the application, not by triggers.
        """
        INSERT INTO publishers (id, name, name_key, slug, created_at, updated_at)
        VALUES (60, 'Ähre', 'ahre', 'ahre', 1, 2);
        UPDATE books SET cover_key = 'a.jpg', cover_width = 2, cover_height = 3 WHERE id = 700;
        """ + indexing,
        // Jobs, batches and imports.
        "", "", "",
        """
        INSERT INTO names_search (words, kind, record_id)
        SELECT name_key, 'category category70', 70 FROM categories WHERE id = 70
        UNION ALL SELECT name_key, 'publisher publisher60', 60 FROM publishers WHERE id = 60
        UNION ALL SELECT name || ' ' || email_key, 'user user7', 7 FROM users WHERE id = 7;
        """,
        // The counts of books, and videos.
        "", "",
        """
        INSERT INTO rights_windows (book_id, territory, first_day, last_day, created_at, updated_at)
        VALUES (700, '*', '2026-01-01', '9999-12-31', 1, 2),
            (701, 'DE', '2026-01-01', '2026-01-01', 1, 2);
        """,
        """
        INSERT INTO video_assets (id, book_id, provider, chosen_at, news_at, created_at, updated_at)
        VALUES (40, 700, 'local', 1, 1, 1, 2);
        INSERT INTO video_sources (asset_id, file_key) VALUES (40, 'upload-x');
        INSERT INTO caption_tracks (id, asset_id, language, label, kind, origin, status,
            mux_track_id, created_at, updated_at)
        VALUES (10, 40, 'en', 'Old', 'captions', 'embedded', 'ready', NULL, 1, 1),
            (11, 40, 'en', 'New', 'subtitles', 'uploaded', 'ready', 'text-11', 1, 1),
            (12, 40, 'de', '', 'subtitles', 'generated', 'ready', 'text-12', 1, 1);
        """,
        // The filters of videos.
        "",
        """
        INSERT INTO families (id, name, name_key, territory, time_zone, created_at, updated_at)
        VALUES (50, 'Ek', 'ek', 'SE', 'Europe/Stockholm', 1, 2);
        INSERT INTO children (id, family_id, name, name_key, birth_date, avatar, created_at,
            updated_at)
        VALUES (51, 50, 'Ask', 'ask', '2022-01-01', 'fox', 1, 2);
        """,
        """
        INSERT INTO library_items (child_id, book_id, title_key, added_at)
        SELECT 51, id, title_key, 3 FROM books WHERE id = 700;
        INSERT INTO library_changes (id, child_id, at, kind) VALUES (9, 51, 3, 'added');
        INSERT INTO library_change_rows (change_id, book_id, item_id, added_at)
        SELECT 9, book_id, id, added_at FROM library_items;
        """,
        // The stamp of the catalog.
        "",
        """
        INSERT INTO access_keys (user_id, name, secret_hash, ending, scopes, created_at)
        VALUES (7, 'Report', zeroblob(32), '0000', 'read:usage', 1);
        """,
        // What is watched.
        """
        INSERT INTO viewings (id, child_id, session_id, book_id, day, started_at, ended_at,
            watched_ms, is_finished, event_count)
        VALUES (30, 51, 's', 700, '2026-01-01', 1, 8, 7000, 0, 1);
        INSERT INTO usage_events (viewing_id, client_event_id, event_type, occurred_ms, claimed_ms,
            received_ms)
        VALUES (30, 'e', 'play_start', 1, 1, 1);
        INSERT INTO daily_usage VALUES (51, '2026-01-01', 700, 1, 7000, 1, 0);
        """,
        // Totals over all follow by themselves; an index; the stamps of days.
        "", "", "",
        // A bin for children; skipping, which is on for those who are there; jobs that get further.
        "", "", "",
        // Clocks of devices, and days that are counted otherwise now.
        """
        INSERT INTO device_clocks (device, slot, ahead_ms) VALUES (1, 1, 1000);
        INSERT INTO usage_deliveries (device, slot, viewing_id) VALUES (1, 1, 30);
        INSERT INTO usage_corrections VALUES (51, '2026-01-01', 9000, 7000, 'pauses', 1);
        """,
        // Programs, which need nothing that was there.
        "",
        // Kids Mode.
        """
        INSERT INTO kids_devices (secret_hash, family_id, user_id, child_id, is_permanent,
            switches_freely, user_agent, created_at, idle_seconds, expires_at)
        SELECT zeroblob(32), family_id, 7, id, 0, 0, 'x', 1, 60, 2 FROM children LIMIT 1;
        INSERT INTO kids_device_children SELECT id, child_id FROM kids_devices;
        INSERT INTO kids_pin_failures VALUES ('device', 1, 2, 3);
        """,
        // Sessions, which are those of before.
        "",
        // How the console looks to each person.
        "UPDATE users SET theme = 'dark', density = 'comfortable';",
        // What is known of a book besides.
        """
        INSERT INTO series (id, name, name_key, slug, created_at, updated_at)
        VALUES (80, 'Owls', 'owls', 'owls', 1, 1);
        UPDATE books SET series_id = 80, isbn = '9780306406157' WHERE id = 700;
        INSERT INTO tags (id, name, name_key) VALUES (90, 'dusk', 'dusk');
        INSERT INTO book_tags VALUES (700, 90);
        """,
        // Columns and views.
        """
        INSERT INTO list_columns VALUES (7, 'books', 'author,video');
        INSERT INTO saved_views (user_id, path, query, name, name_key, created_at)
        VALUES (7, '/admin/books', 'status=draft', 'Drafts', 'drafts', 1);
        """,
        // What operators keep an eye on.
        """
        UPDATE users SET csv_files = 'excel';
        INSERT INTO backup_checks VALUES ('storytime-2026-01-01T00-00-00Z.db', 1, NULL);
        INSERT INTO hidden_alerts VALUES ('books.cover', 3, 1, 'Ada', 2);
        """,
        // The bin of categories, publishers and series.
        """
        INSERT INTO binned_shelves (id, kind, record_id, name, slug, details, book_count,
            version, created_at, deleted_at, deleted_by)
        VALUES (1, 'category', 900, 'Binned', 'binned', '{}', 0, 1, 1, 2, 'Ada');
        """,
        // What headings and values of files stand for.
        """
        INSERT INTO import_matches (field, text_key, text, choice, target, at)
        VALUES ('categories', 'marchen', 'Märchen', 'use', '70', 1);
        """,
        // Files that wait for their books, and posters that were chosen.
        """
        INSERT INTO video_uploads (key, user_id, file_name, size_bytes, created_at, news_at)
        VALUES ('aaaaaaaaaaaaaaaaaaaaaaaa', 7, 'fox.mp4', 9, 1, 1);
        INSERT INTO waiting_files (kind, file_key, name, stem_key, size_bytes, added_at)
        VALUES ('video', 'upload-y', 'fox.mp4', 'fox', 9, 1);
        UPDATE video_assets SET poster_seconds = 3;
        """,
        // Captions.
        """
        INSERT INTO caption_tracks (id, asset_id, language, label, kind, origin, status, file_key,
            format, cue_count, saved_version, created_at, updated_at)
        VALUES (20, 40, 'fr', 'Français', 'subtitles', 'edited', 'ready', '40-x.vtt', 'srt', 1, 1, 1, 1);
        INSERT INTO caption_cues (track_id, position, start_ms, end_ms, text)
        VALUES (20, 0, 1000, NULL, 'Bonjour');
        INSERT INTO caption_words (rowid, words, facets)
        SELECT id, 'bonjour', 'lfr ksubtitles' FROM caption_cues;
        INSERT INTO caption_versions (track_id, number, made_at, user_name, note, cue_count, document)
        VALUES (20, 1, 1, 'Ada', 'Imported', 1, x'00');
        """,
        // Caption files that are looked at.
        """
        INSERT INTO caption_imports (id, user_id, made_at) VALUES (30, 7, 1);
        INSERT INTO caption_drafts (import_id, file_name, content) VALUES (30, 'a.srt', x'00');
        """,
        // What was added is created.
        "",
        """
        INSERT INTO photo_categories (id, family_id, name, name_key, color, icon_name, display_order,
            created_at, updated_at)
        SELECT 60, id, 'Zoo', 'zoo', '#112233', 'pawprint', 10, 1, 1 FROM families LIMIT 1;
        INSERT INTO photos (id, family_id, category_id, file_key, content_hash, name, format, state,
            width, height, color, taken_at, place, bytes, has_original, created_at)
        SELECT 61, family_id, id, 'AAAAAAAAAAAAAAAAAAAAAAAA', zeroblob(32), 'a.jpg', 'jpeg', 'ready',
            4, 3, '#445566', '2024-05-06', 1.5, 100, 0, 1 FROM photo_categories WHERE id = 60;
        INSERT INTO hidden_photo_categories SELECT id, 60 FROM children LIMIT 1;
        INSERT INTO gallery_settings (child_id) SELECT id FROM children LIMIT 1;
        INSERT INTO photo_looks SELECT id, '2026-01-01', 60, 5 FROM children LIMIT 1;
        """,
        """
        INSERT INTO seasons (series_id, season_number) VALUES (80, 2);
        INSERT INTO episodes (id, series_id, season_number, episode_number, title, created_at,
            updated_at)
        VALUES (90, 80, 2, 1, 'Dusk', 1, 1);
        INSERT INTO child_series (child_id, series_id, status, listed_at, updated_at)
        VALUES (51, 80, 'watching', 1, 1);
        INSERT INTO episode_progress VALUES (51, 90, 'watched', 1);
        INSERT INTO progress_changes (child_id, series_id, at, before, version)
        VALUES (51, 80, 1, '{}', 1);
        """,
        // Triggers keep the covers of libraries.
        "",
        """
        INSERT INTO binned_episodes (series_id, episode_id, season_number, episode_number, is_of_book)
        VALUES (900, 90, 2, 1, 0);
        """,
        // Photos have versions.
        "",
        """
        INSERT INTO explanations (id, family_id, user_id, book_id, track, cue, kind, text, language,
            content_hash, model, state, answer, asked_at)
        VALUES (100, 50, 7, 700, '20', 1, 'explain', 'Bonjour', 'en', zeroblob(32), 'm', 'done', 'Hi', 1);
        INSERT INTO explaining_instructions (user_id, kind, number, text, made_at)
        VALUES (7, 'explain', 1, 'Shortly.', 1);
        INSERT INTO explaining_settings VALUES (7, 'en', 1);
        INSERT INTO family_captions (family_id, book_id, language, format, document, cue_count,
            created_at, created_by)
        VALUES (50, 700, 'de', 'srt', x'00', 1, 1, 'Ek');
        INSERT INTO kept_words (family_id, child_id, term, term_key, book_id, track, seconds, created_at,
            created_by)
        VALUES (50, 51, 'Bonjour', 'bonjour', 700, '20', 1.5, 1, 'Ek');
        """,
        """
        UPDATE children SET may_read_along = 1;
        INSERT INTO parent_places VALUES (7, 700, 30, 1);
        INSERT INTO reading_speeds (child_id, series_id, quarters, updated_at) VALUES (51, 9, 3, 1);
        """,
        "UPDATE explanations SET removed_at = 2 WHERE id = 100;",
        """
        INSERT INTO web_videos (id, family_id, kind, url, title, created_at, created_by)
        VALUES (110, 50, 'file', 'https://films.example/fox.mp4', 'Fox', 1, 'Ask');
        INSERT INTO web_video_pictures VALUES (110, 'jpeg', x'00');
        INSERT INTO web_video_places VALUES (7, 110, 7, 4, 1);
        INSERT INTO family_captions (family_id, web_video_id, language, format, document, cue_count,
            created_at, created_by) VALUES (50, 110, 'sv', 'srt', x'00', 1, 1, 'Ask');
        """,
        """
        INSERT INTO watch_history (user_id, book_id, turn, opened_at) VALUES (7, 700, 1, 1);
        INSERT INTO watch_history (user_id, web_video_id, turn, opened_at) VALUES (7, 110, 2, 1);
        INSERT INTO playlists (id, user_id, family_id, name, name_key, created_at, updated_at)
        VALUES (120, 7, 50, 'Dusk', 'dusk', 1, 1);
        INSERT INTO playlist_items (playlist_id, book_id, position, added_at)
        VALUES (120, 700, 1, 1);
        INSERT INTO playlist_children VALUES (120, 51);
        """,
        """
        INSERT INTO word_reviews (word_id, turn, grade, reviewed_at, reviewed_by, old_state, old_phase,
            old_step)
        SELECT id, 0, 3, 1, 'Ek', 'new', 'new', 0 FROM kept_words;
        INSERT INTO vocabulary_settings VALUES (50, 5);
        """,
        """
        INSERT INTO parent_switches VALUES (7, 'live', 1);
        INSERT INTO live_sessions (id, user_id, title, language, way, started_at)
        VALUES (130, 7, 'Live', 'en', 'browser', 1);
        INSERT INTO live_pieces VALUES (130, 1, 0, 1000, 'Once');
        """,
        """
        INSERT INTO video_versions (asset_id, size, status, created_at, updated_at)
        VALUES (40, '720p', 'waiting', 1, 1);
        """,
        """
        INSERT INTO journey_stories VALUES (51, 700, 1);
        INSERT INTO journey_reports SELECT id, 51, 1, 2 FROM kids_devices;
        INSERT INTO journey_report_stories SELECT device_id, 700, 'kept' FROM journey_reports;
        """,
        """
        INSERT INTO word_imports VALUES (1, 50, 1, NULL, NULL);
        INSERT INTO word_import_changes
        SELECT 1, id, version, '', '', '' FROM kept_words;
        """,
        """
        INSERT INTO jobs (kind, payload, label, lane, owner, turn, run_after, created_at)
        VALUES ('photo-sizes', '{}', 'Sizes', 'short', 'family 50', 1, 1, 1);
        """,
        "INSERT INTO crashes (at, signal, work, words) VALUES (1, 4, 'job 1', 'while it worked');",
        "INSERT INTO hourly_counts VALUES (50, 'questions', 1, 1);",
        "INSERT INTO video_contents VALUES (40, 0, 'sound', 'de', NULL, '');",
        "UPDATE imports SET encoding_note = 'Line 4 isn’t UTF-8.', encoding_guessed = 1;",
        "UPDATE photos SET has_film = 1;",
        // Erasing in slices.
        "",
        """
        INSERT INTO jobs (kind, payload, label, lane, owner, turn, run_after, created_at, furthest)
        VALUES ('mux-check', '{}', 'Videos at Mux', 'short', 'library', 2, 1, 1, 3);
        """,
        """
        INSERT INTO jobs (kind, payload, label, lane, run_after, created_at)
        VALUES ('tmdb-series', '{}', 'A series', 'outgoing', 1, 1);
        """,
    ]

    private func expectRowsAreThere(_ database: Database, _ count: Int) throws {
        func number(_ sql: SQL) throws -> Int? { try database.first(sql) { try $0.int(0) } }
        // Renamed once: no version after that writes the old word.
        if count < 43 {
            #expect(try number("SELECT count(*) FROM audit_entries WHERE action = 'added'") == 0)
        }
        if count > 0 {
            #expect(try number("SELECT count(*) FROM users WHERE name = 'Ada'") == 1)
            #expect(try number("SELECT count(*) FROM sessions WHERE user_id = 7") == 1)
            // Kept from the migration that knows it on.
            if count < 37 {
                #expect(try number("SELECT signed_in_at FROM users WHERE id = 7") == 1)
            }
        }
        if count > 1 {
            #expect(try number("SELECT book_count FROM categories WHERE id = 70") == 1)
            let list = BookList(database: database)
            #expect(try list.count(BookFilter()) == 2)
            #expect(try list.count(BookFilter(category: .missing)) == 1)
        }
        if count > 8 {
            let names = NameIndex(database: database)
            for (kind, words, id) in [
                (Subject.Kind.user, "ada", 7), (.category, "été", 70), (.publisher, "AHR", 60),
            ] {
                #expect(try names.best(kind, SearchWords(words), limit: 2) == [id])
            }
        }
        if count > 8 { #expect(try number("SELECT cover_width FROM books WHERE id = 700") == 2) }
        // A child of before may skip now, and its history says so.
        let isToldOfSkipping = (19..<28).contains(count)
        if count > 2 { #expect(try AuditLog(database, 0).count() == (isToldOfSkipping ? 3 : 2)) }
        if count > 18 { #expect(try number("SELECT may_scrub FROM children WHERE id = 51") == 1) }
        if (17...40).contains(count) {
            let isMux: SQL = """
                SELECT count(*) FROM caption_tracks
                WHERE is_shown = 1 AND (id, origin) IN ((11, 'mux'), (12, 'generated'))
                """
            #expect(try number(isMux) == 2)
            #expect(
                try number("SELECT amount FROM row_counts WHERE name = 'caption_tracks'") == 3
            )
        }
        if count > 22 {
            #expect(try OverallTotals.rebuild(database) == 0)
            // Each day of which something is known has its stamp.
            let unstamped: SQL = """
                SELECT count(*) FROM (
                    SELECT day FROM usage_books EXCEPT SELECT day FROM usage_stamps)
                """
            #expect(try number(unstamped) == 0)
        }
        // The library's book is in a series since 32.
        if count > 19 {
            let covers = try number("SELECT count(*) FROM library_covers WHERE child_id = 51")
            #expect(covers == 1)
        }
        #expect(try number("SELECT count(*) FROM categories WHERE id <> 70") == 8)
    }

    @Test("Of captions with one language and kind, players keep the newest that is ready")
    func shownCaptions() throws {
        let database = try migrated(Array(all().prefix(40)))
        for rows in Self.rows.prefix(17) { try database.script(rows) }
        try database.script(
            """
            INSERT INTO caption_tracks (id, asset_id, language, label, kind, origin, status,
                error, created_at, updated_at)
            VALUES (13, 40, 'en', '', 'subtitles', 'uploaded', 'ready', NULL, 1, 1),
                (14, 40, 'en', '', 'subtitles', 'uploaded', 'errored', 'x', 1, 1);
            """
        )
        try Migrator(all()).migrate(database, now: 1)
        let shown = try database.all(
            "SELECT id FROM caption_tracks WHERE is_shown = 1 ORDER BY id"
        ) { try $0.int(0) }
        #expect(shown == [10, 12, 13])
    }

    @Test(
        "A window of rights that makes no sense is refused by the schema itself",
        arguments: [
            ("*", "2026-02-30", "9999-12-31"), ("*", "2026-01-01", "2026-02-29"),
            ("*", "2026-01-02", "2026-01-01"), ("*", "now", "9999-12-31"),
            ("de", "2026-01-01", "9999-12-31"), ("", "2026-01-01", "9999-12-31"),
            ("*", "2026-1-1", "9999-12-31"), ("*", "2026-01-01", ""),
        ]
    )
    func refusesWindows(territory: String, first: String, last: String) throws {
        let database = try migrated(all())
        try database.script(Self.rows[1])
        #expect(throws: SQLiteError.self) {
            try database.execute(
                """
                INSERT INTO rights_windows
                    (book_id, territory, first_day, last_day, created_at, updated_at)
                VALUES (700, \(territory), \(first), \(last), 1, 1)
                """
            )
        }
        #expect(try database.first("SELECT count(*) FROM rights_windows") { try $0.int(0) } == 0)
        try database.script(Self.rows[15])
    }

    @Test(
        "A category of the first eight that was deleted does not come back, whatever is run again"
    )
    func firstCategoriesComeOnce() throws {
        let console = try Console()
        _ = try console.categories.delete(ID(4), version: nil, by: .commandLine)
        try Program.migrator(console.site.configuration).migrate(console.database, now: 1)
        let demo = Demo(database: console.database, now: console.time.now)
        #expect(try demo.addBooks() == DemoBooks.all.count)
        #expect(try !console.categories.all().contains { $0.slug == "fairy-tales" })
        #expect(try demo.addBooks() == 0)
        #expect(try console.bookList.count(BookFilter()) == DemoBooks.all.count)
    }
}

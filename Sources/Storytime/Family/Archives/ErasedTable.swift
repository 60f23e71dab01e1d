import SQLite

/// A table from which an erasure removes rows, with those that refer to it.
///
/// Together they are what `ON DELETE CASCADE` would remove, written down so that it can be done a
/// few rows at a time; a test compares them with the schema.
struct ErasedTable: Sendable {
    let name: StaticString
    /// The columns of its key; a single number if other tables are below it.
    let key: StaticString
    /// The column that refers to the rows above.
    let owner: StaticString
    /// Which of those rows, as the beginning of a condition; empty for all.
    let only: SQL
    /// The tables that refer to it, in the order in which they are emptied: a table that refers to
    /// another one in this list comes before it.
    let below: [ErasedTable]

    init(
        _ name: StaticString,
        by owner: StaticString,
        key: StaticString = "id",
        only: SQL = "",
        below: [ErasedTable] = []
    ) {
        self.name = name
        self.key = key
        self.owner = owner
        self.only = only
        self.below = below
    }

    /// The statement that removes some of the rows that belong to these; nothing may refer to them.
    func removal(of owners: [Int], upTo limit: Int) -> SQL {
        """
        DELETE FROM \(sql: SQL(unsafe: name)) WHERE (\(sql: SQL(unsafe: key))) IN (
            \(sql: keys(of: owners, upTo: limit)))
        """
    }

    /// The keys of some of the rows that belong to these.
    func keys(of owners: [Int], upTo limit: Int) -> SQL {
        """
        SELECT \(sql: SQL(unsafe: key)) FROM \(sql: SQL(unsafe: name))
        WHERE \(sql: only)\(sql: SQL(unsafe: owner)) IN \(list: owners) LIMIT \(limit)
        """
    }

    /// The references that it follows, like "viewings.child_id".
    var references: [String] { ["\(name).\(owner)"] + below.flatMap(\.references) }
}

extension ArchiveSubject {
    /// Its own table, with everything below it.
    var erased: ErasedTable {
        switch self {
        case .family: .families
        case .child: .children
        }
    }

    /// Its key in there.
    var erasedKey: Int {
        switch self {
        case .family(let family): family.value
        case .child(let child, _): child.value
        }
    }
}

extension ErasedTable {
    /// Families, by their own keys.
    static let families = ErasedTable(
        "families",
        by: "id",
        below: [
            // First, so that the days of their children don't change it day by day.
            ErasedTable("usage_families", by: "family_id", key: "day, family_id, length_class"),
            childTables(by: "family_id"),
            ErasedTable("photos", by: "family_id"),
            words(by: "family_id"),
            wordImports,
            explanations,
            playlists(by: "family_id"),
            webVideos,
            ErasedTable("family_captions", by: "family_id"),
            photoCategories,
            kidsDevices(by: "family_id"),
            ErasedTable("one_time_links", by: "family_id"),
            ErasedTable("vocabulary_settings", by: "family_id", key: "family_id"),
            ErasedTable("hourly_counts", by: "family_id", key: "family_id, name"),
            touched("kind = 'child' AND "),
            // What they made in the family is gone by now, and doesn't have to forget them.
            users,
        ]
    )

    /// Children, by their own keys.
    static let children = childTables(by: "id")

    private static func childTables(by owner: StaticString) -> ErasedTable {
        ErasedTable(
            "children",
            by: owner,
            below: [
                ErasedTable("library_items", by: "child_id"),
                ErasedTable("library_covers", by: "child_id"),
                ErasedTable(
                    "library_changes",
                    by: "child_id",
                    below: [
                        ErasedTable(
                            "library_change_rows",
                            by: "change_id",
                            key: "change_id, book_id"
                        )
                    ]
                ),
                ErasedTable(
                    "daily_usage",
                    by: "child_id",
                    key: "child_id, day, book_id, length_class"
                ),
                ErasedTable(
                    "viewings",
                    by: "child_id",
                    below: [
                        ErasedTable("usage_events", by: "viewing_id"),
                        ErasedTable("viewing_days", by: "viewing_id", key: "viewing_id, day"),
                    ]
                ),
                ErasedTable(
                    "forgotten_viewings",
                    by: "child_id",
                    key: "child_id, session_id, book_id"
                ),
                ErasedTable("usage_corrections", by: "child_id", key: "child_id, day"),
                words(by: "child_id"),
                ErasedTable("progress_changes", by: "child_id"),
                ErasedTable("episode_progress", by: "child_id", key: "child_id, episode_id"),
                ErasedTable("child_series", by: "child_id", key: "child_id, series_id"),
                ErasedTable("photo_looks", by: "child_id", key: "child_id, day, category_id"),
                ErasedTable("playlist_children", by: "child_id", key: "playlist_id, child_id"),
                ErasedTable("journey_stories", by: "child_id", key: "child_id, book_id"),
                journeyReports(by: "child_id"),
                ErasedTable("kids_device_children", by: "child_id", key: "device_id, child_id"),
                ErasedTable("reading_speeds", by: "child_id"),
                ErasedTable("skipping_news", by: "child_id", key: "user_id, child_id"),
                ErasedTable("binned_shelf_children", by: "child_id", key: "shelf_id, child_id"),
                ErasedTable(
                    "child_hidden_categories",
                    by: "child_id",
                    key: "child_id, category_id"
                ),
                ErasedTable(
                    "hidden_photo_categories",
                    by: "child_id",
                    key: "child_id, category_id"
                ),
                ErasedTable("gallery_settings", by: "child_id", key: "child_id"),
                touched("kind = 'library' AND "),
            ]
        )
    }

    private static let users = ErasedTable(
        "users",
        by: "family_id",
        below: [
            ErasedTable("watch_history", by: "user_id"),
            ErasedTable("parent_places", by: "user_id", key: "user_id, book_id"),
            ErasedTable("web_video_places", by: "user_id", key: "user_id, web_video_id"),
            ErasedTable("reading_speeds", by: "user_id"),
            // One of a family stays with it.
            playlists(by: "user_id", only: "family_id IS NULL AND "),
            ErasedTable(
                "live_sessions",
                by: "user_id",
                below: [
                    ErasedTable("live_pieces", by: "session_id", key: "session_id, number")
                ]
            ),
            ErasedTable(
                "caption_imports",
                by: "user_id",
                below: [ErasedTable("caption_drafts", by: "import_id")]
            ),
            ErasedTable("video_uploads", by: "user_id", key: "key"),
            ErasedTable("idempotency_keys", by: "user_id", key: "user_id, key_hash"),
            ErasedTable("sent_forms", by: "user_id", key: "user_id, content_hash"),
            ErasedTable("kept_forms", by: "user_id"),
            ErasedTable("sessions", by: "user_id"),
            ErasedTable("pending_sign_ins", by: "user_id"),
            ErasedTable("sign_in_addresses", by: "user_id", key: "user_id, address"),
            ErasedTable("access_keys", by: "user_id"),
            ErasedTable("one_time_links", by: "user_id"),
            ErasedTable(
                "second_factors",
                by: "user_id",
                key: "user_id",
                below: [ErasedTable("recovery_codes", by: "user_id", key: "user_id, hash")]
            ),
            kidsDevices(by: "user_id"),
            ErasedTable("skipping_news", by: "user_id", key: "user_id, child_id"),
            ErasedTable("saved_views", by: "user_id"),
            ErasedTable("list_columns", by: "user_id", key: "user_id, list"),
            ErasedTable("parent_switches", by: "user_id", key: "user_id, name"),
            ErasedTable("explaining_settings", by: "user_id", key: "user_id"),
            ErasedTable("explaining_instructions", by: "user_id"),
        ]
    )

    private static func words(by owner: StaticString) -> ErasedTable {
        ErasedTable(
            "kept_words",
            by: owner,
            below: [
                ErasedTable("word_reviews", by: "word_id"),
                ErasedTable("word_import_changes", by: "word_id", key: "import_id, word_id"),
            ]
        )
    }

    private static let wordImports = ErasedTable(
        "word_imports",
        by: "family_id",
        below: [ErasedTable("word_import_changes", by: "import_id", key: "import_id, word_id")]
    )

    /// Conversations, whose later answers refer to the first.
    private static let explanations = ErasedTable(
        "explanations",
        by: "family_id",
        below: [ErasedTable("explanations", by: "thread_id")]
    )

    private static func playlists(by owner: StaticString, only: SQL = "") -> ErasedTable {
        ErasedTable(
            "playlists",
            by: owner,
            only: only,
            below: [
                ErasedTable("playlist_items", by: "playlist_id"),
                ErasedTable("playlist_children", by: "playlist_id", key: "playlist_id, child_id"),
            ]
        )
    }

    private static let webVideos = ErasedTable(
        "web_videos",
        by: "family_id",
        below: [
            ErasedTable("web_video_pictures", by: "web_video_id", key: "web_video_id"),
            ErasedTable("web_video_places", by: "web_video_id", key: "user_id, web_video_id"),
            ErasedTable("family_captions", by: "web_video_id"),
            ErasedTable("watch_history", by: "web_video_id"),
            ErasedTable("playlist_items", by: "web_video_id"),
        ]
    )

    private static let photoCategories = ErasedTable(
        "photo_categories",
        by: "family_id",
        below: [
            ErasedTable("photos", by: "category_id"),
            ErasedTable(
                "hidden_photo_categories",
                by: "category_id",
                key: "child_id, category_id"
            ),
        ]
    )

    private static func kidsDevices(by owner: StaticString) -> ErasedTable {
        ErasedTable(
            "kids_devices",
            by: owner,
            below: [
                ErasedTable("kids_device_children", by: "device_id", key: "device_id, child_id"),
                journeyReports(by: "device_id"),
            ]
        )
    }

    private static func journeyReports(by owner: StaticString) -> ErasedTable {
        ErasedTable(
            "journey_reports",
            by: owner,
            key: "device_id",
            below: [
                ErasedTable(
                    "journey_report_stories",
                    by: "device_id",
                    key: "device_id, book_id"
                )
            ]
        )
    }

    /// When something was removed, for programs that ask what has changed.
    private static func touched(_ kind: SQL) -> ErasedTable {
        ErasedTable("touched", by: "owner_id", key: "kind, owner_id, record_id", only: kind)
    }
}

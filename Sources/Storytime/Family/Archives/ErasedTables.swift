import SQLite

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
            familyCaptions(by: "family_id"),
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
                libraryChanges(by: "child_id"),
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
            liveSessions(by: "user_id"),
            CaptionDrafts.imports(by: "user_id"),
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

    static func words(by owner: StaticString) -> ErasedTable {
        ErasedTable(
            "kept_words",
            by: owner,
            below: [
                ErasedTable("word_reviews", by: "word_id"),
                ErasedTable("word_import_changes", by: "word_id", key: "import_id, word_id"),
            ]
        )
    }

    static let wordImports = ErasedTable(
        "word_imports",
        by: "family_id",
        below: [ErasedTable("word_import_changes", by: "import_id", key: "import_id, word_id")]
    )

    /// Conversations, whose later answers refer to the first.
    static let explanations = ErasedTable(
        "explanations",
        by: "family_id",
        below: [ErasedTable("explanations", by: "thread_id")]
    )

    static func playlists(by owner: StaticString, only: SQL = "") -> ErasedTable {
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

    static let webVideos = ErasedTable(
        "web_videos",
        by: "family_id",
        below: [
            ErasedTable(
                "web_video_pictures",
                by: "web_video_id",
                key: "web_video_id",
                weight: 10
            ),
            ErasedTable("web_video_places", by: "web_video_id", key: "user_id, web_video_id"),
            familyCaptions(by: "web_video_id"),
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

    /// Each may have megabytes.
    static func familyCaptions(by owner: StaticString) -> ErasedTable {
        ErasedTable("family_captions", by: owner, weight: 50)
    }

    static func liveSessions(by owner: StaticString) -> ErasedTable {
        ErasedTable(
            "live_sessions",
            by: owner,
            below: [ErasedTable("live_pieces", by: "session_id", key: "session_id, number")]
        )
    }

    static func libraryChanges(by owner: StaticString) -> ErasedTable {
        ErasedTable(
            "library_changes",
            by: owner,
            below: [
                ErasedTable("library_change_rows", by: "change_id", key: "change_id, book_id")
            ]
        )
    }

    /// When something was removed, for programs that ask what has changed.
    private static func touched(_ kind: SQL) -> ErasedTable {
        ErasedTable("touched", by: "owner_id", key: "kind, owner_id, record_id", only: kind)
    }
}

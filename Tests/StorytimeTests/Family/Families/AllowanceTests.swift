import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Space and limits of a family")
struct AllowanceTests {
    /// Tables with a family's rows that parents can't fill without end, and why.
    private static let notFilled = [
        "families": "an admin adds them",
        "library_items": "one row for each child and book",
        "library_covers": "one row for each child and cover",
        "library_changes": "the latest twenty of each child (RemovedRows)",
        "library_change_rows": "each has some of a child’s library",
        "daily_usage": "one row for each child, day, book and length",
        "viewings": "1,000 for each child and day (UsageStore+Limits)",
        "usage_events": "10,000 for each child and day (UsageStore+Limits)",
        "viewing_days": "one row for each day of a viewing",
        "forgotten_viewings": "one row for each viewing of a month",
        "usage_corrections": "one row for each child and day",
        "word_reviews": "the latest hundred of each word",
        "progress_changes": "the latest hundred of each child",
        "episode_progress": "one row for each child and episode",
        "child_series": "one row for each child and series",
        "photo_looks": "one row for each child, day and category",
        "playlist_children": "one row for each list and child",
        "journey_stories": "one row for each child and book",
        "journey_reports": "one row for each device",
        "journey_report_stories": "one row for each device and book",
        "kids_device_children": "one row for each device and child",
        "reading_speeds": "one row for each person and story",
        "skipping_news": "one row for each parent and child",
        "binned_shelf_children": "an admin removes shelves",
        "child_hidden_categories": "one row for each child and category",
        "hidden_photo_categories": "one row for each child and category",
        "gallery_settings": "one row",
        "touched": "one row for each record, forgotten in time",
        "watch_history": "one row for each video, and 200 of them are shown",
        "parent_places": "one row for each person and book",
        "caption_imports": "as their drafts, of which the oldest make room",
        "video_uploads": "an admin makes them",
        "idempotency_keys": "the latest thousand of each user",
        "sent_forms": "the latest 500 of each user",
        "kept_forms": "the latest few of each user",
        "sessions": "the latest 500 of each user",
        "pending_sign_ins": "the latest five of each user",
        "sign_in_addresses": "the latest 500 of each user",
        "second_factors": "one row for each user",
        "recovery_codes": "ten of each user",
        "saved_views": "30 of each user",
        "explaining_instructions": "the latest versions of each text of a parent",
        "list_columns": "one row for each list and user",
        "parent_switches": "one row for each switch and user",
        "explaining_settings": "one row for each user",
        "audit_entries": "the program writes what was done, and forgets it in time",
        "hourly_counts": "one row for each limit of an hour",
        "usage_families": "one row for a day and a length of stories",
        "vocabulary_settings": "one row",
        "word_imports": "numbers of what is counted as words, forgotten after a day",
        "word_import_changes": "as they are",
        "live_pieces": "at most 5,000 of each session",
        "web_video_places": "one row for each video and person",
    ]

    private static let features = Features(Program.features)

    /// All that is reached from a family, which is all that its members can add to.
    private static func reached(from table: ErasedTable) -> Set<String> {
        table.below.reduce(into: ["\(table.name)"]) { $0.formUnion(reached(from: $1)) }
    }

    @Test("Every table that names a family or a parent’s things has a limit, or a reason for none")
    func tables() throws {
        let console = try Console()
        let tables = try console.texts(
            """
            SELECT m.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
            WHERE m.type = 'table' AND c.name = 'family_id' ORDER BY m.name
            """
        )
        #expect(tables.count > 10)
        let all = Self.reached(from: .families).union(tables)
        #expect(all.count > 50)
        let limited = Set(
            Self.features.allowances.flatMap(\.tables) + Self.features.files.flatMap(\.tables)
        )
        for table in all.sorted() where Self.notFilled[table] == nil {
            #expect(limited.contains(table), "\(table) can be filled without a limit")
        }
        let known = Set(try console.texts("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        for table in limited.union(Self.notFilled.keys) {
            #expect(known.contains(table), "\(table)")
        }
    }

    @Test("What is used is counted for the family alone, and for the parent who has the most")
    func counts() throws {
        let console = try Console()
        let mine = try console.addFamily("Mine")
        let other = try console.addFamily("Strangers")
        for family in [mine, other, other] { try console.addChild("Pippi", in: family) }
        let one = try console.addParent("one@example.test", in: mine)
        let two = try console.addParent("two@example.test", in: mine)
        for (user, name) in [(one, "a"), (two, "b"), (two, "c")] {
            try console.database.execute(
                """
                INSERT INTO playlists (user_id, name, name_key, created_at, updated_at)
                VALUES (\(user.value), \(name), \(name), 1, 1)
                """
            )
        }
        func usage(of family: Family) throws -> [String: Int] {
            try Self.features.allowances.reduce(into: [:]) {
                $0[$1.title] = try $1.used(by: family.id, in: console.database)
            }
        }
        let used = try usage(of: mine)
        // What every family begins with.
        let blank = try usage(of: console.addFamily("Blank"))
        #expect(used["Children"] == 1)
        #expect(used["Parents"] == 2)
        #expect(used["Playlists"] == 2)
        #expect(used.values.reduce(0, +) == 5 + blank.values.reduce(0, +))
    }

    @Test("Counting reads no table wholly")
    func plans() {
        for allowance in Self.features.allowances {
            let scans = PlanWatch.scans(of: allowance.count(ID(1)).text)
            #expect(scans.isEmpty, "\(allowance.title): \(scans)")
        }
        for files in Self.features.files {
            let scans = PlanWatch.scans(of: files.bytes(ID(1)).text)
            #expect(scans.isEmpty, "\(files.tables): \(scans)")
        }
    }

    @Test("Every limit says what to do when it is reached")
    func sentences() {
        for allowance in Self.features.allowances {
            #expect(allowance.refusal.hasSuffix("."))
            #expect(!allowance.remedy.isEmpty && allowance.limit > 0)
        }
        #expect(
            Allowance.words.refusal
                == "A family can have at most 20,000 words. Remove some first."
        )
        #expect(
            Allowance.playlists.refusal
                == "You can have at most 100 playlists. Remove one first."
        )
    }

    @Test("Parents and admins see what is used of the space and of each limit")
    func pages() throws {
        let console = try Console { $0.space.limitMegabytes = 2000 }
        let family = try console.addFamily()
        try console.addChild("Pippi", in: family)
        try console.signIn(try console.addParent("p@example.test", in: family))
        let page = try console.get("/family")
        #expect(page.contains("Space and limits"))
        #expect(page.contains("Disk space: 0 of 2 GB"))
        #expect(page.contains("Questions about words") && page.contains("Photo categories"))
        #expect(page.contains("1 of 20"))
        console.cookies = [:]
        try console.signIn(as: .admin)
        let admins = try console.get("/admin/families/\(family.id)")
        #expect(admins.contains("Space and limits"))
        #expect(admins.contains("20,000"))
    }

    @Test(
        "A parent’s caption drafts: the oldest make room, and all of them count as the family’s space"
    )
    func drafts() throws {
        let console = try Console { $0.space.limitMegabytes = 2 }
        let family = try console.addFamily()
        let parent = try console.addParent("p@example.test", in: family)
        let drafts = console.captionDrafts
        for number in 1...(CaptionDrafts.mostKept.files + 5) {
            _ = try drafts.keep([("\(number).srt", [1])], for: nil, of: parent)
        }
        #expect(
            try console.count("SELECT count(*) FROM caption_drafts") == CaptionDrafts.mostKept.files
        )
        #expect(throws: Failure.notFound) { try drafts.all(5, of: parent) }
        #expect(try drafts.all(6, of: parent).count == 1)
        // What can't be packed smaller.
        var random = SeededRandom(seed: 7)
        let bytes = (0..<1_900_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = try drafts.keep([("noise.srt", bytes)], for: nil, of: parent)
        let space = FamilySpace(console.site)
        #expect(try space.used(by: family.id, in: console.database) > 1_900_000)
        #expect(throws: FamilySpace.Full(limitBytes: 2_000_000)) {
            try space.expectRoom(for: 100_000, of: family.id, in: console.database)
        }
    }
}

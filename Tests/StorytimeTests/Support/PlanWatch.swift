import SQLite
import Synchronization
import Testing

@testable import Storytime

/// Looks at how SQLite means to answer the statements that requests run, and records an issue for one
/// that reads a whole large table.
///
/// Reading an index in the order that is asked for, up to a limit, is no such thing; neither is
/// counting over an index that holds all that the count looks at.
final class PlanWatch: Sendable {
    /// Tables that grow with the catalog, the families and the years.
    private static let largeTables = [
        "books", "books_search", "books_facets", "book_categories", "audit_entries",
        "batches", "batch_rows", "import_rows", "sessions", "jobs", "video_assets",
        "caption_tracks", "caption_cues", "caption_versions", "video_versions", "video_events",
        "video_contents",
        "webhook_deliveries",
        "rights_windows",
        "children", "library_items", "library_covers", "library_changes", "library_change_rows",
        "books_words", "web_videos", "web_video_places", "family_captions",
        "viewings", "viewing_days", "usage_events", "daily_usage", "forgotten_viewings",
        "usage_books", "usage_families", "usage_stamps", "device_clocks", "usage_deliveries",
        "usage_corrections", "touched", "idempotency_keys",
    ]

    private let isLooking = Mutex(false)
    private let seen = Mutex(0)

    /// How many statements requests have run.
    var statementCount: Int { seen.withLock(\.self) }

    /// Runs a request's work; what tests ask the database themselves is nobody's business.
    func watching<Result>(_ work: () -> Result) -> Result {
        isLooking.withLock { $0 = true }
        defer { isLooking.withLock { $0 = false } }
        return work()
    }

    /// What is done to every book reads every book.
    private static let everyBook = "IN (SELECT id FROM books WHERE deleted_at IS NULL)"

    func look(at statement: String) {
        guard isLooking.withLock({ $0 }) else { return }
        seen.withLock { $0 += 1 }
        guard !statement.contains(Self.everyBook), Planner.shared.isNew(statement) else { return }
        let scans = Self.scans(of: statement)
        if !scans.isEmpty { Issue.record("reads a whole table: \(scans)\n\(statement)") }
    }

    /// The steps in which a statement reads a large table wholly.
    static func scans(of statement: String) -> [String] { Planner.shared.scans(of: statement) }

    /// Asks for plans, each statement's once, on a database of its own.
    private final class Planner: @unchecked Sendable {
        static let shared = Planner()
        private let lock = Mutex(())
        private var seen: Set<String> = []
        private var database: Database?

        func isNew(_ statement: String) -> Bool {
            lock.withLock { _ in seen.insert(statement).inserted }
        }

        func scans(of statement: String) -> [String] {
            lock.withLock { _ in
                // What has no plan is no query, like BEGIN.
                let plan = (try? plan(of: statement)) ?? []
                let isSorted = plan.contains { $0.hasPrefix("USE TEMP B-TREE FOR ORDER BY") }
                return plan.filter { isScan($0, in: statement, isSorted: isSorted) }
            }
        }

        private func plan(of statement: String) throws -> [String] {
            if database == nil {
                let fresh = try Database(path: ":memory:")
                try BlankDatabase.fill(fresh, now: 0)
                database = fresh
            }
            return try database?.queryPlan(of: statement) ?? []
        }

        private func isScan(_ step: String, in statement: String, isSorted: Bool) -> Bool {
            guard step.hasPrefix("SCAN ") else { return false }
            let words = step.split(separator: " ").map(String.init)
            let name = words.count > 1 ? words[1] : ""
            guard let table = Self.tables(in: statement)[name] else { return false }
            if step.contains("VIRTUAL TABLE") {
                // Some other thing, like `json_each`, may have the short name of a large table.
                guard table.hasSuffix("_search") || table == "books_words" else { return false }
                // The index of words says by a number that it begins at a word: 0 is all of them.
                return step.hasSuffix(table == "books_words" ? "INDEX 0:" : ":")
            }
            if step.contains("COVERING INDEX"), statement.contains("count(") { return false }
            // By its key, as the statement itself says: what is sorted is what came of that.
            if statement.contains("NOT INDEXED"), statement.contains("LIMIT") { return false }
            // In the order that is asked for, and no farther than it must.
            return !statement.contains("LIMIT") || (isSorted && !step.contains("USING INDEX"))
        }

        /// The large tables that a statement names, by the names that it gives them.
        private static func tables(in statement: String) -> [String: String] {
            let words = statement.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(
                String.init
            )
            var tables: [String: String] = [:]
            for (index, word) in words.enumerated() where PlanWatch.largeTables.contains(word) {
                tables[word] = word
                if index + 2 < words.count, words[index + 1] == "AS" {
                    tables[words[index + 2]] = word
                }
            }
            return tables
        }
    }
}

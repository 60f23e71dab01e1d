import Glibc
import SQLite

extension Command {
    static let usage = Command(
        name: "usage",
        usage: "rebuild",
        summary: "Recomputes viewings and totals from the player log.",
        details: [
            "Recomputes viewings that still have all their events, and the totals of the reports from",
            "them. If a family keeps events for a limited time, older viewings stay as they are.",
            "The console can keep running.",
        ]
    ) { invocation in
        guard try invocation.single("action") == "rebuild" else {
            throw UsageError("“\(invocation.arguments[0])” must be rebuild")
        }
        // A mistyped folder is not created.
        _ = try existingDatabase(invocation.configuration)
        let database = try prepareDatabase(invocation)
        let result = try UsageRebuild(database: database, now: Int(time(nil))).all()
        let viewings = Counted.text(result.viewings, "viewing", "viewings")
        Console.print(
            result == UsageRebuild.Result(viewings: result.viewings)
                ? "Recomputed \(viewings). Everything was correct."
                : "Recomputed \(viewings); \(result.changed) changed. \(corrections(result))."
        )
    }

    private static func corrections(_ result: UsageRebuild.Result) -> String {
        guard result.wrongTotals + result.wrongTables > 0 else { return "All totals were correct" }
        return "Corrected the totals of " + Counted.text(result.wrongTotals, "child", "children")
            + " and " + Counted.text(result.wrongTables, "overall table", "overall tables")
    }
}

/// Recomputes the viewings and totals of all children, a limited number in each transaction.
struct UsageRebuild {
    /// What was done.
    struct Result: Equatable {
        var viewings = 0
        var changed = 0
        /// Children whose totals were wrong, and tables over all.
        var wrongTotals = 0
        var wrongTables = 0
    }

    let database: Database
    let now: Int

    func all() throws -> Result {
        let children = try database.all("SELECT id FROM children ORDER BY id") {
            ID<Child>(try $0.int(0))
        }
        var result = Result()
        for child in children { try rebuild(child, &result) }
        result.wrongTables = try OverallTotals.rebuild(database)
        return result
    }

    private func rebuild(_ child: ID<Child>, _ result: inout Result) throws {
        let store = UsageStore(database: database, now: now)
        let viewings = try store.rebuildable(of: child)
        var rest = viewings[...]
        while !rest.isEmpty { result.changed += try store.rebuild(&rest, of: child) }
        result.viewings += viewings.count
        if try UsageTotals(database: database).rebuild(of: child) { result.wrongTotals += 1 }
    }
}

import Glibc
import SQLite

extension Command {
    static let series = Command(
        name: "series",
        usage: "import|export [FILE] [OPTIONS]",
        summary: "Imports series, seasons and episodes from CSV files, or exports them.",
        details: [
            "  series import FILE [--dry-run] [--skip-refused]",
            "  series export [FILE] [--seasons|--episodes]     (standard output without FILE)",
            "",
            "--dry-run       shows what would happen to each row, and changes nothing",
            "--skip-refused  imports the valid rows even if others are rejected",
            "--seasons       exports the seasons of all series, and not the series",
            "--episodes      exports the episodes of all series, and not the series",
            "",
            "The columns of a file say whether its rows are series, seasons or episodes. Empty cells",
            "leave what is there as it is. docs/csv.md describes the columns.",
        ]
    ) { invocation in
        let words = invocation.arguments
        guard let action = words.first else { throw UsageError("tell it what to do") }
        let rest = invocation.withoutAction
        switch action {
        case "import": try importSeries(rest)
        case "export": try exportSeries(rest)
        default: throw UsageError("“\(action)” must be import or export")
        }
    }

    /// Rows were refused, so nothing was written.
    private struct Refused: Error, CustomStringConvertible {
        let count: Int

        var description: String {
            "\(Counted.text(count, "row", "rows")) rejected, so nothing was imported; "
                + "use --skip-refused to import the others"
        }
    }

    private static func importSeries(_ invocation: Invocation) throws {
        let files = try invocation.files(flags: ["dry-run", "skip-refused"])
        guard files.count == 1, let path = files.first else {
            throw UsageError("give one file to import")
        }
        // No library is made for a file that can't be read.
        try SeriesImport.check(try CSVFile(path: path), maximumRows: .max)
        let database = try prepareDatabase(invocation)
        let work = SeriesImport(database: database, now: Int(time(nil)), actor: .commandLine)
        let plan = try work.plan({ try CSVFile(path: path) }, maximumRows: .max)
        for heading in plan.mapping.leftOut {
            Console.error("Unknown column “\(heading)” is ignored.")
        }
        if plan.leavesOutUnnamed { Console.error("A column without a heading is ignored.") }
        if let note = plan.encodingNote { Console.error(note) }
        for row in plan.rows where row.outcome == .refused {
            Console.error("Line \(row.line): \(row.details)")
        }
        Console.print(summary(of: plan, isDone: false))
        let refused = plan.count(.refused)
        guard refused == 0 || invocation.hasFlag("skip-refused") else {
            throw Refused(count: refused)
        }
        guard !invocation.hasFlag("dry-run") else { return }
        let done = try work.run(
            { try CSVFile(path: path) },
            expecting: nil,
            maximumRows: .max
        )
        Console.print(summary(of: done, isDone: true))
    }

    private static func summary(of plan: SeriesImport.Plan, isDone: Bool) -> String {
        let rows = { (outcome: SeriesImport.Outcome) in
            Counted.text(plan.count(outcome), plan.noun.one, plan.noun.many)
        }
        let done =
            isDone
            ? "Added \(rows(.created)), changed \(rows(.changed))"
            : "To add: \(rows(.created)); to change: \(rows(.changed))"
        return done
            + "; \(Counted.text(plan.count(.same), "row", "rows")) unchanged, "
            + "\(Counted.text(plan.count(.refused), "row", "rows")) rejected."
    }

    private static func exportSeries(_ invocation: Invocation) throws {
        let files = try invocation.files(flags: ["seasons", "episodes"])
        guard files.count < 2 else { throw UsageError("give one file to write to") }
        guard !(invocation.hasFlag("seasons") && invocation.hasFlag("episodes")) else {
            throw UsageError("give --seasons or --episodes, not both")
        }
        let database = try databaseToRead(invocation.configuration)
        let output = try CommandOutput(files.first)
        if invocation.hasFlag("episodes") {
            try write(EpisodeFile(series: nil), from: database, to: output)
        } else if invocation.hasFlag("seasons") {
            try write(SeasonFile(), from: database, to: output)
        } else {
            let store = SeriesStore(database: database, now: 0)
            let address = SeriesListAddress(words: SearchWords(""))
            try write(try NamedExport(address, Series.csv, store), from: database, to: output)
        }
        if let path = files.first { Console.print("Written to \(path).") }
    }

    private static func write(
        _ list: some WrittenList,
        from database: Database,
        to output: CommandOutput
    ) throws {
        var export = CSVExport(list)
        while let piece = try export.next(from: database) { try output.write(piece) }
    }
}

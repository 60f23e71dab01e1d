import SQLite
import Server

extension Configuration {
    /// A connection to the console's database.
    ///
    /// A loop must not wait for a lock for long: its other visitors would wait with it. A worker waits
    /// as long as an import of 50,000 books holds it (6 s), and some.
    func openDatabase(
        turn: WriteTurn,
        lane: Lane = .worker,
        slowStatements: SlowStatements? = nil
    ) throws -> Database {
        var options = DatabaseConfiguration()
        options.slowStatements = slowStatements
        options.busyTimeoutMilliseconds = lane == .loop ? 100 : 15_000
        return try Database(path: databasePath, configuration: options, turn: turn)
    }
}

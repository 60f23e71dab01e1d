import SQLite
import Server

extension Configuration {
    /// A connection to the console's database.
    ///
    /// A loop must not wait long for a lock, because its other visitors would wait with it. A
    /// worker waits a little longer than an import of 50,000 books holds it (6 s).
    func openDatabase(
        turn: WriteTurn,
        lane: Lane = .worker,
        vitals: Vitals? = nil
    ) throws -> Database {
        var options = DatabaseConfiguration()
        options.slowStatements = vitals?.slowStatements
        options.health = vitals?.database
        options.busyTimeoutMilliseconds = lane == .loop ? 100 : 15_000
        return try Database(path: databasePath, configuration: options, turn: turn)
    }
}

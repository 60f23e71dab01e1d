import CSQLite
import Glibc

/// What a connection is in the middle of.
enum Transaction {
    case none, reading, writing
}

extension Database {
    /// Runs the body in a transaction that may change the database: waits for the writer's turn,
    /// commits the body's changes, or rolls back all of them and passes on the body's error.
    ///
    /// When this returns, the change is as durable as the configuration promises. A `write` inside
    /// a `write` joins it, and is rolled back on its own if it fails.
    @discardableResult
    package func write<T>(_ body: () throws -> T) throws -> T {
        switch transaction {
        case .writing: return try savepoint(body)
        case .reading: throw SQLiteError.misuse("a write inside a read")
        case .none: break
        }
        // With a snapshot open for reading, BEGIN IMMEDIATE would fail as soon as somebody else
        // has written, and only then: https://sqlite.org/rescode.html#busy_snapshot.
        guard sqlite3_txn_state(handle, nil) == SQLITE_TXN_NONE else {
            throw SQLiteError.misuse("a write inside a query that is still being read")
        }
        return try holdTurn { try transact("BEGIN IMMEDIATE", .writing, body) }
    }

    /// Runs the body on one consistent snapshot of the database; writers can continue meanwhile.
    package func read<T>(_ body: () throws -> T) throws -> T {
        guard transaction == .none else { return try body() }
        return try transact("BEGIN DEFERRED", .reading, body)
    }

    /// Whether a `write` is in progress: anything read then may be rolled back.
    package var isWriting: Bool { transaction == .writing }
}

extension Database {
    /// Holds the process's writer turn while the body runs. A connection that already has it keeps
    /// it.
    func holdTurn<T>(_ body: () throws -> T) throws -> T {
        try takeTurn()
        defer { releaseTurn() }
        return try body()
    }

    func takeTurn() throws(SQLiteError) {
        if turnDepth == 0 {
            guard turn.take(limitMilliseconds: configuration.busyTimeoutMilliseconds) else {
                configuration.health?.note(.busy)
                throw SQLiteError(code: SQLITE_BUSY, message: "other writers took too long")
            }
        }
        turnDepth += 1
    }

    func releaseTurn() {
        turnDepth -= 1
        if turnDepth == 0 { turn.release() }
    }

    /// Checks that a statement may run here, and takes the turn if it changes the database outside
    /// a transaction: it is then a transaction of its own.
    func admit(_ statement: Statement) throws(SQLiteError) {
        switch transaction {
        case .none:
            guard !statement.isReadOnly else { return }
            try takeTurn()
            statement.holdsTurn = true
        case .reading, .writing:
            guard isInTransaction else { throw Self.rolledBack }
            guard transaction == .writing || statement.isReadOnly else {
                throw .misuse("a change inside a read", sql: statement.sql)
            }
            if firstChange == nil, !statement.isReadOnly, configuration.slowStatements != nil {
                firstChange = statement.sql
            }
        }
    }

    private func transact<T>(
        _ begin: SQL,
        _ kind: Transaction,
        _ body: () throws -> T
    ) throws -> T {
        try control(begin)
        transaction = kind
        let startedAt = configuration.slowStatements == nil ? 0 : SlowStatements.clock
        defer {
            transaction = .none
            noteTransaction(since: startedAt)
        }
        do {
            let result = try body()
            // After a full disk or an I/O error SQLite may have rolled back on its own
            // (https://sqlite.org/lang_transaction.html). A body that swallowed the error must not
            // learn that its changes were kept.
            guard isInTransaction else { throw Self.rolledBack }
            try control("COMMIT")
            if kind == .writing { configuration.health?.noteWritten() }
            return result
        } catch {
            // A COMMIT that fails leaves the transaction open, too.
            if isInTransaction { try? control("ROLLBACK") }
            throw error
        }
    }

    /// Records a transaction that held the turn for long, by its first change. Its statements may each have been
    /// quick: what others wait for is the work between them.
    private func noteTransaction(since startedAt: Int) {
        guard let change = firstChange else { return }
        firstChange = nil
        configuration.slowStatements?.note(
            "BEGIN; \(change); … COMMIT",
            milliseconds: SlowStatements.clock &- startedAt,
            at: time(nil)
        )
    }

    private func savepoint<T>(_ body: () throws -> T) throws -> T {
        try control("SAVEPOINT nested")
        do {
            let result = try body()
            guard isInTransaction else { throw Self.rolledBack }
            try control("RELEASE nested")
            return result
        } catch {
            if isInTransaction {
                try control("ROLLBACK TO nested")
                try control("RELEASE nested")
            }
            throw error
        }
    }

    /// Runs a statement that begins or ends a transaction: the rules for others don't apply to it.
    private func control(_ sql: SQL) throws(SQLiteError) {
        let statement = try prepared(sql)
        startTiming(statement)
        defer {
            statement.reset()
            stopTiming(statement)
        }
        while try statement.step() {}
    }

    private static var rolledBack: SQLiteError {
        SQLiteError(
            code: CSQLITE_ABORT_ROLLBACK,
            message: "the transaction was rolled back by an earlier error"
        )
    }
}

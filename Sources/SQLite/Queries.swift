import CSQLite

extension Database {
    /// Every row, made into values.
    @inlinable package func all<T>(_ sql: SQL, _ make: (Row) throws -> T) throws -> [T] {
        let statement = try begin(sql)
        defer { end(statement) }
        let row = statement.row
        var result: [T] = []
        result.reserveCapacity(statement.expectedRows)
        while try statement.step() {
            result.append(try make(row))
        }
        statement.expectedRows = min(result.count, Statement.mostExpectedRows)
        return result
    }

    /// The first row, made into a value; nil if there is none. No further row is read.
    @inlinable package func first<T>(_ sql: SQL, _ make: (Row) throws -> T) throws -> T? {
        let statement = try begin(sql)
        defer { end(statement) }
        return try statement.step() ? try make(statement.row) : nil
    }

    /// Calls the body with each row, one in memory at a time.
    @inlinable package func each(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        let statement = try begin(sql)
        defer { end(statement) }
        let row = statement.row
        while try statement.step() {
            try body(row)
        }
    }

    /// Calls the body with one row after another, as long as it wants more.
    package func scan(_ sql: SQL, _ wantsMore: (Row) throws -> Bool) throws {
        let statement = try begin(sql)
        defer { end(statement) }
        let row = statement.row
        var isWanted = true
        while try isWanted && statement.step() {
            isWanted = try wantsMore(row)
        }
    }

    /// Runs a statement and returns how many rows it inserted, updated or deleted itself, not
    /// counting those of triggers and foreign key actions.
    @discardableResult
    package func execute(_ sql: SQL) throws -> Int {
        let statement = try begin(sql)
        defer { end(statement) }
        let before = sqlite3_total_changes64(handle)
        while try statement.step() {}
        // `sqlite3_changes64` is about the last statement that could change rows, which a CREATE
        // TABLE is not.
        return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
    }

    /// Runs several statements that have no parameters, such as a migration.
    package func script(_ text: String) throws {
        guard transaction == .none else { return try run(text) }
        try holdTurn { try run(text) }
    }
}

extension Database {
    /// A statement with its values bound, ready to step. `end` returns it.
    @usableFromInline func begin(_ sql: SQL) throws(SQLiteError) -> Statement {
        let statement = try prepared(sql)
        try admit(statement)
        statement.isInUse = true
        startTiming(statement)
        do {
            try statement.bind(sql.values)
        } catch {
            end(statement)
            throw error
        }
        return statement
    }

    @usableFromInline func end(_ statement: Statement) {
        statement.reset()
        stopTiming(statement)
        statement.isInUse = false
        if statement.holdsTurn {
            statement.holdsTurn = false
            releaseTurn()
        }
    }

    /// Waiting for the writer's turn is over by now: it doesn't belong to a statement's own time.
    func startTiming(_ statement: Statement) {
        if configuration.slowStatements != nil { statement.startedAt = SlowStatements.clock }
        if let watch = configuration.watch { watch(statement.sql) }
    }

    func stopTiming(_ statement: Statement) {
        configuration.slowStatements?.note(statement)
    }

    func prepared(_ sql: SQL) throws(SQLiteError) -> Statement {
        let key = sql.withUTF8 { StatementCache.key($0) }
        if let statement = sql.withUTF8({ cache.take($0, key: key) }) { return statement }
        let statement = try compile(sql)
        cache.keep(statement, key: key)
        return statement
    }

    private func compile(_ sql: SQL) throws(SQLiteError) -> Statement {
        var handle: OpaquePointer?
        var rest = 0
        let code = sql.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { text in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    self.handle,
                    text.baseAddress,
                    Int32(clamping: text.count),
                    UInt32(SQLITE_PREPARE_PERSISTENT),
                    &handle,
                    &tail
                )
                if let tail, let start = text.baseAddress { rest = text.count - (tail - start) }
                return code
            }
        }
        guard code == SQLITE_OK else { throw failure(code, sql: sql.text) }
        guard let handle else { throw .misuse("there is no statement", sql: sql.text) }
        let statement = Statement(
            handle: handle,
            text: sql.withUTF8 { Array($0) },
            health: configuration.health
        )
        guard statement.text.suffix(rest).allSatisfy({ " \n\r\t;".utf8.contains($0) }) else {
            throw .misuse("more than one statement", sql: sql.text)
        }
        return statement
    }
}

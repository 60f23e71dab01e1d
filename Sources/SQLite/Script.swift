import CSQLite

extension Database {
    /// Runs the statements of a text one after another. If one fails, its error says on which line
    /// of the text it is.
    func run(_ text: String) throws(SQLiteError) {
        guard !text.utf8.contains(0) else { throw .misuse("a script contains a NUL") }
        // With the NUL at its end, SQLite does not copy the rest of the text for each statement.
        let bytes = Array(text.utf8) + [0]
        let failed = bytes.withUnsafeBytes { run($0.bindMemory(to: CChar.self)) }
        if let failed { throw failed }
    }

    /// Runs the body, which may not begin or end a transaction or attach a database.
    func withoutTransactionControl<T>(_ body: () throws -> T) rethrows -> T {
        sqlite3_set_authorizer(
            handle,
            { _, action, _, _, _, _ in
                switch action {
                case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH: SQLITE_DENY
                default: SQLITE_OK
                }
            },
            nil
        )
        defer { sqlite3_set_authorizer(handle, nil, nil) }
        return try body()
    }

    private func run(_ text: UnsafeBufferPointer<CChar>) -> SQLiteError? {
        var next = 0
        while let start = text.dropFirst(next).firstIndex(where: { !isSpace($0) }),
            start < text.count - 1
        {
            let rest = UnsafeBufferPointer(rebasing: text[start...])
            var tail: UnsafePointer<CChar>?
            if let failed = runFirst(of: rest, &tail) {
                let offset = max(0, Int(sqlite3_error_offset(handle)))
                let line = text[..<min(start + offset, text.count)].count { $0 == newline } + 1
                let place = text.contains(newline) ? ", line \(line)" : ""
                return SQLiteError(code: failed.code, message: failed.message + place)
            }
            guard let tail, let first = rest.baseAddress, tail > first else { return nil }
            next = start + (tail - first)
        }
        return nil
    }

    private func runFirst(
        of text: UnsafeBufferPointer<CChar>,
        _ tail: inout UnsafePointer<CChar>?
    ) -> SQLiteError? {
        var statement: OpaquePointer?
        let count = Int32(clamping: text.count)
        var code = sqlite3_prepare_v2(handle, text.baseAddress, count, &statement, &tail)
        while code == SQLITE_OK || code == SQLITE_ROW {
            // A comment at the end compiles to no statement.
            code = statement == nil ? SQLITE_DONE : sqlite3_step(statement)
        }
        defer { sqlite3_finalize(statement) }
        return code == SQLITE_DONE ? nil : failure(code)
    }
}

private let newline = CChar(bitPattern: UInt8(ascii: "\n"))

private func isSpace(_ character: CChar) -> Bool {
    character == 32 || (9...13).contains(character)
}

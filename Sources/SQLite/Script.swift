import CSQLite

extension Database {
    /// Runs the statements of a text one after the other. The error of one that fails says on
    /// which line of the text it begins.
    func run(_ text: String) throws(SQLiteError) {
        var text = text
        let failed: SQLiteError? = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { run($0) }
        }
        if let failed { throw failed }
    }

    private func run(_ text: UnsafeBufferPointer<CChar>) -> SQLiteError? {
        var next = 0
        while let start = text.dropFirst(next).firstIndex(where: { !isSpace($0) }) {
            let rest = UnsafeBufferPointer(rebasing: text[start...])
            var tail: UnsafePointer<CChar>?
            if let failed = runFirst(of: rest, &tail) {
                let offset = max(0, Int(sqlite3_error_offset(handle)))
                let line = text[..<min(start + offset, text.count)].count { $0 == newline } + 1
                return SQLiteError(code: failed.code, message: "\(failed.message), line \(line)")
            }
            guard let tail, let first = rest.baseAddress else { return nil }
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

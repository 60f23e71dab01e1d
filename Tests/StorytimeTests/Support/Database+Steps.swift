import CSQLite

@testable import SQLite

extension Database {
    /// How many instructions SQLite's machine carries out meanwhile, in hundreds: what statements cost,
    /// whatever else the computer does. https://sqlite.org/c3ref/progress_handler.html
    func countingSteps(of work: () throws -> Void) rethrows -> Int {
        var hundreds = 0
        try withUnsafeMutablePointer(to: &hundreds) { counter in
            sqlite3_progress_handler(
                handle,
                100,
                { context in
                    context?.assumingMemoryBound(to: Int.self).pointee += 1
                    return 0
                },
                counter
            )
            defer { sqlite3_progress_handler(handle, 0, nil, nil) }
            try work()
        }
        return hundreds
    }
}

import SQLite

@testable import Storytime

/// What must be done first, where the example of an operation works in a certain state only.
struct Preparations {
    var needsMux = false
    var query = ""
    var prepare: (APIWorld) throws -> Void = { _ in }

    /// By the operation.
    static let all: [String: Preparations] = [:]
}

import Synchronization

/// Missing programs that background work is waiting for, according to its workers' last check. One
/// is shared by all threads.
final class MissingPrograms: Sendable {
    private let found = Mutex<[JobLane: Set<String>]>([:])

    var names: [String] {
        found.withLock { $0.values.reduce(into: Set<String>()) { $0.formUnion($1) } }.sorted()
    }

    func note(_ names: Set<String>, in lane: JobLane) {
        found.withLock { $0[lane] = names }
    }
}

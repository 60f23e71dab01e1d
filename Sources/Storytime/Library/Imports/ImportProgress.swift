import Synchronization

/// How far the imports are that the background works on: in memory, because what is written within
/// the import's own transaction is seen by nobody else.
final class ImportProgress: Sendable {
    private let percents = Mutex<[ID<Import>: Int]>([:])

    /// Nil when it is not worked on at this moment.
    func percent(of id: ID<Import>) -> Int? {
        percents.withLock { $0[id] }
    }

    func set(_ percent: Int?, of id: ID<Import>) {
        percents.withLock { $0[id] = percent }
    }
}

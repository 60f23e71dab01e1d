import SQLite

/// Jobs that are done one after another. Each lane has its own worker, so that nobody waits for a
/// cover or an import while a video is being prepared.
enum JobLane: String, Sendable, CaseIterable {
    /// Done within seconds, or somebody is waiting for it.
    case short
    /// May take hours, and only gets the processor time that the rest leaves.
    case long

    /// The jobs of this lane, as a condition. Jobs of an unknown kind belong to the short one.
    func condition(_ kinds: some Sequence<JobKind>) -> SQL {
        let long = kinds.filter { $0.lane == .long }.map(\.name).sorted()
        return self == .long ? "kind IN \(list: long)" : "kind NOT IN \(list: long)"
    }
}

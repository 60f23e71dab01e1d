import SQLite

/// What is done one after the other. Each lane has a worker of its own, so that nobody waits for a cover
/// or an import while a film is made smaller.
enum JobLane: String, Sendable, CaseIterable {
    /// Done within seconds, or waited for by somebody.
    case short
    /// May take hours, and has what processors the rest leaves.
    case long

    /// The jobs of this lane, as a condition. One of a kind that nobody knows is of the short one.
    func condition(_ kinds: some Sequence<JobKind>) -> SQL {
        let long = kinds.filter { $0.lane == .long }.map(\.name).sorted()
        return self == .long ? "kind IN \(list: long)" : "kind NOT IN \(list: long)"
    }
}

import Synchronization

/// How much memory may be held by what waits for a client, over all loops: answers that are still being
/// read, or content that is still arriving.
package struct MemoryLimits: Sendable {
    /// Of one party: one of the largest answers there are, and some more. Who has that much waiting
    /// gets nothing else; who has less gets one more answer, however large it is.
    package var bytesOfParty = 16 << 20
    /// Of all together: what even a small machine can spare.
    package var bytes = 96 << 20
    /// What strangers get of that, all together: with an address each they could have all of it.
    package var bytesOfStrangers: Int { bytes / 4 }
    /// What is of this size always gets through: a refusal above all, or a form. As many may wait as
    /// there are connections, and the kernel takes most answers at once.
    package var smallBytes: Int

    package init(smallBytes: Int = 16 << 10) {
        self.smallBytes = smallBytes
    }
}

/// The memory that is held by what waits for clients: answers for their readers, or content for the rest
/// of it. Made by the server, one for each of the two, used by its loops and workers.
///
/// The kernel takes some megabytes of an answer at once; what is beyond that waits here for as long
/// as a client reads, however slowly. Content comes as slowly as a client sends it. Whoever asks for
/// large answers and hardly reads them, or sends all but the end of many forms, could fill the memory
/// that way, with a few hundred connections. So what waits is counted, of each party and in all, and
/// beyond a budget requests are answered with 503.
///
/// An answer that is sent at once, as nearly all are, isn't counted, and neither is a form that comes in
/// one piece. They cost no lock: the two numbers that they are measured by are atomic.
final class HeldMemory: Sendable {
    /// A piece of an answer that is made while it is sent (`ChunkSource`): its room is kept from the
    /// moment it is asked for.
    static let pieceBytes = 256 << 10

    private let limits: MemoryLimits
    private let total = Atomic<Int>(0)
    /// The part of it that is strangers'.
    private let ofStrangers = Atomic<Int>(0)
    /// How many parties have used up their budget.
    private let full = Atomic<Int>(0)
    /// What waits for each party. Touched only when something has to wait.
    private let parties = Mutex<[Int: Int]>([:])

    init(_ limits: MemoryLimits) {
        self.limits = limits
    }

    /// Everything that waits.
    var bytes: Int { total.load(ordering: .relaxed) }

    /// Notes that so much more waits for somebody, or less.
    func change(by bytes: Int, for caller: Caller) {
        guard bytes != 0 else { return }
        total.wrappingAdd(bytes, ordering: .relaxed)
        if caller.isStranger { ofStrangers.wrappingAdd(bytes, ordering: .relaxed) }
        // Where nobody is told apart, nobody has a budget of their own.
        guard caller != .anybody else { return }
        let (before, after) = parties.withLock { parties in
            let before = parties[caller.party] ?? 0
            let after = before + bytes
            parties[caller.party] = after > 0 ? after : nil
            return (before, after)
        }
        let becameFull = before < limits.bytesOfParty && after >= limits.bytesOfParty
        let becameFree = before >= limits.bytesOfParty && after < limits.bytesOfParty
        if becameFull { full.wrappingAdd(1, ordering: .relaxed) }
        if becameFree { full.wrappingSubtract(1, ordering: .relaxed) }
    }

    /// Whether so much waits for somebody's party that it gets nothing more. Who that is, is only
    /// found out if it may matter.
    func isFull(for caller: () -> Caller) -> Bool {
        guard full.load(ordering: .relaxed) > 0 else { return false }
        let party = caller().party
        return parties.withLock { $0[party] ?? 0 } >= limits.bytesOfParty
    }

    /// Notes that somebody holds so much more, or that there is no room for it: false, and nothing is noted.
    func grow(by bytes: Int, for caller: Caller) -> Bool {
        guard total.load(ordering: .relaxed) + bytes <= limits.bytes,
            !caller.isStranger
                || ofStrangers.load(ordering: .relaxed) + bytes <= limits.bytesOfStrangers,
            !isFull(for: { caller })
        else { return false }
        change(by: bytes, for: caller)
        return true
    }

    /// Whether there is room for an answer that may have to wait. It may take half of what is left
    /// of all: so there is always some left for smaller ones, however many are after it.
    func hasRoom(for bytes: Int, of caller: () -> Caller) -> Bool {
        guard bytes > limits.smallBytes else { return true }
        return bytes <= (limits.bytes - total.load(ordering: .relaxed)) / 2 && !isFull(for: caller)
    }
}

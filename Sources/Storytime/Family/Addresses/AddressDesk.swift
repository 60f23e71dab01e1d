import Synchronization

/// Why an address isn't looked at now.
struct AddressPause: Error, Equatable {
    let message: String
    /// When to try again, in seconds.
    let retryAfter: Int
}

/// What was found at addresses, for a while, and how many are being looked at for each family. One for the
/// whole program.
///
/// What somebody types is asked about again and again, and then opened; another server hears of it once.
final class AddressDesk: Sendable {
    static let hourly = HourlyLimit(name: "addresses", most: 60, words: "looked at 60 addresses")
    /// Looking at an address holds a thread, perhaps for as long as another server likes.
    static let mostOfFamily = 2
    private static let keptSeconds = 900
    /// With their pictures, some megabytes at most.
    private static let mostKept = 40

    private struct State {
        var found: [(url: String, look: VideoLook, at: Int)] = []
        var running: [ID<Family>: Int] = [:]
    }

    private let state = Mutex(State())
    /// How other servers are asked; nothing that anybody sets, but tests do.
    private let fetching: Mutex<GuardedFetch>

    init() {
        var fetch = GuardedFetch(home: nil)
        fetch.timeoutMilliseconds = 8000
        fetching = Mutex(fetch)
    }

    var fetch: GuardedFetch {
        get { fetching.withLock(\.self) }
        set { fetching.withLock { $0 = newValue } }
    }

    /// What was found there lately.
    func known(_ url: String, at now: Int) -> VideoLook? {
        state.withLock { state in
            state.found.last { $0.url == url && (0..<Self.keptSeconds).contains(now - $0.at) }?.look
        }
    }

    /// Looks at an address for a family, unless it was looked at lately.
    func look(
        _ url: String,
        for family: ID<Family>,
        _ counts: HourlyCounts,
        _ work: (GuardedFetch) throws(VideoLook.Trouble) -> VideoLook
    ) throws -> VideoLook {
        let now = counts.now
        if let known = known(url, at: now) { return known }
        try begin(family)
        defer { end(family) }
        try counts.count(Self.hourly, of: family)
        let look = try work(fetch.sharingTime())
        state.withLock { state in
            state.found.removeAll { $0.url == url }
            state.found.append((url, look, now))
            state.found.removeFirst(max(0, state.found.count - Self.mostKept))
        }
        return look
    }

    private func begin(_ family: ID<Family>) throws(AddressPause) {
        let isFree = state.withLock { state in
            guard state.running[family, default: 0] < Self.mostOfFamily else { return false }
            state.running[family, default: 0] += 1
            return true
        }
        guard isFree else {
            throw AddressPause(
                message: "Your family is looking at other addresses. Try again in a moment.",
                retryAfter: 5
            )
        }
    }

    private func end(_ family: ID<Family>) {
        state.withLock { state in
            let left = state.running[family, default: 1] - 1
            state.running[family] = left > 0 ? left : nil
        }
    }
}

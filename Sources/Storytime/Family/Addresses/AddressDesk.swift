import Synchronization

/// Why an address isn't looked at now.
struct AddressPause: Error, Equatable {
    let message: String
    /// When to try again, in seconds.
    let retryAfter: Int
}

/// What was found at addresses, for a while, and how often families had something looked up. One for the
/// whole program.
///
/// What somebody types is asked about again and again, and then opened; another server hears of it once.
final class AddressDesk: Sendable {
    static let mostPerHour = 60
    /// Looking at an address holds a thread, perhaps for as long as another server likes.
    static let mostOfFamily = 2
    private static let hour = 3600
    private static let keptSeconds = 900
    /// With their pictures, some megabytes at most.
    private static let mostKept = 40

    private struct State {
        var found: [(url: String, look: VideoLook, at: Int)] = []
        var asked: [ID<Family>: [Int]] = [:]
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
        at now: Int,
        _ work: (GuardedFetch) throws(VideoLook.Trouble) -> VideoLook
    ) throws -> VideoLook {
        if let known = known(url, at: now) { return known }
        try begin(family, at: now)
        defer { state.withLock { $0.running[family, default: 1] -= 1 } }
        let look = try work(fetch.sharingTime())
        state.withLock { state in
            state.found.removeAll { $0.url == url }
            state.found.append((url, look, now))
            state.found.removeFirst(max(0, state.found.count - Self.mostKept))
        }
        return look
    }

    private func begin(_ family: ID<Family>, at now: Int) throws(AddressPause) {
        let pause = state.withLock { state -> AddressPause? in
            state.asked = state.asked.compactMapValues { times in
                let recent = times.filter { now - $0 < Self.hour }
                return recent.isEmpty ? nil : recent
            }
            state.running = state.running.filter { $0.value > 0 }
            let times = state.asked[family] ?? []
            if times.count >= Self.mostPerHour, let first = times.first {
                let wait = max(1, first + Self.hour - now)
                return AddressPause(
                    message: "Your family has looked at \(Self.mostPerHour) addresses within an "
                        + "hour. Try again in \(Counted.text((wait + 59) / 60, "minute", "minutes")).",
                    retryAfter: wait
                )
            }
            guard state.running[family, default: 0] < Self.mostOfFamily else {
                return AddressPause(
                    message: "Your family is looking at other addresses. Try again in a moment.",
                    retryAfter: 5
                )
            }
            state.asked[family, default: []].append(now)
            state.running[family, default: 0] += 1
            return nil
        }
        if let pause { throw pause }
    }
}

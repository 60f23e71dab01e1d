/// For how long a video really played in one session, from what its player told.
///
/// This is the one place where minutes are made. It is a pure function of the events, whatever the
/// order in which they arrived: who computes anew gets the same.
struct WatchedTime: Sendable, Equatable {
    /// The rule, as pages print it.
    static let rule = """
        We count the time a story was actually playing. Pauses don’t count. If a player goes silent, \
        we count at most \(gapSeconds) seconds after its last signal. A story that runs past \
        midnight is split between the two days. If a child watches on two devices at once, each \
        minute counts once, for the story that was started last.
        """

    /// The longest time between two events that counts as played: a heartbeat comes after 45 seconds,
    /// and may be late. Who closes the lid of a laptop does not watch until they open it again.
    static let gapSeconds = UsageEvent.heartbeatSeconds + 5

    /// Where a library shall go on, as the session says it.
    struct Place: Sendable, Equatable {
        /// When that was.
        let occurredMS: Int
        /// Nil for the beginning: the story came to its end.
        let seconds: Int?
    }

    /// A saved place is not overwritten before a story has really played for so long: whoever opens
    /// the wrong one, and goes back at once, loses nothing.
    static let leastMSForPlace = 5000
    /// A position that is at most so far from where a player stopped is that of where it stopped: players
    /// round.
    private static let standingSeconds = 1

    /// The times in which it played, apart from each other, in order.
    private(set) var played: [Range<Int>] = []
    private(set) var startedMS = 0
    private(set) var endedMS = 0
    /// Where it was left; nil at its end, and when nobody said.
    private(set) var stoppedPosition: Int?
    /// Where a library shall go on, after it has played for long enough.
    private(set) var place: Place?
    /// When it was heard last that it had played, under the same condition.
    private(set) var lastPlayedMS: Int?
    /// Whether the player said that the story came to its end.
    private(set) var hasEnded = false
    /// Whether a heartbeat came while it was paused.
    private(set) var hasIdleHeartbeats = false
    private(set) var watchedMS = 0

    private var state = State.unknown

    /// What is known of the player after an event.
    private enum State: Equatable {
        case unknown, playing
        /// It was stopped, at a position if somebody said so.
        case stopped(Int?)
    }

    /// Nil of no events.
    init?(_ events: [TimedEvent]) {
        let tracks = Self.tracks(events.sorted(by: Self.isBefore))
            .compactMap(WatchedTime.init(track:))
        guard var time = tracks.first else { return nil }
        for track in tracks.dropFirst() { time.join(track) }
        if tracks.count > 1 { time.joinTimes(tracks.flatMap(\.played)) }
        self = time
    }

    /// What each player told that was on by itself. A player that signs in anew goes on as another
    /// device; but where two tell of the same time, two tablets gave their sessions one name, and a
    /// pause of the one is none of the other.
    private static func tracks(_ events: [TimedEvent]) -> [[TimedEvent]] {
        guard events.contains(where: { $0.device != events[0].device }) else { return [events] }
        let tracks = Dictionary(grouping: events, by: \.device).values.sorted {
            isBefore($0[0], $1[0])
        }
        var isAlone = true
        for (track, next) in zip(tracks, tracks.dropFirst())
        where next[0].occurredMS < track[track.count - 1].occurredMS {
            isAlone = false
        }
        return isAlone ? [events] : tracks
    }

    /// Takes what another player told of the same session, but for when it played.
    private mutating func join(_ other: WatchedTime) {
        if (endedMS, startedMS) < (other.endedMS, other.startedMS) {
            stoppedPosition = other.stoppedPosition
        }
        startedMS = min(startedMS, other.startedMS)
        endedMS = max(endedMS, other.endedMS)
        if let found = other.place, place.map({ $0.occurredMS < found.occurredMS }) ?? true {
            place = found
        }
        lastPlayedMS = [lastPlayedMS, other.lastPlayedMS].compactMap(\.self).max()
        hasEnded = hasEnded || other.hasEnded
        hasIdleHeartbeats = hasIdleHeartbeats || other.hasIdleHeartbeats
    }

    /// Takes the times in which any of the players played.
    private mutating func joinTimes(_ times: [Range<Int>]) {
        (played, watchedMS) = ([], 0)
        for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let start = max(time.lowerBound, played.last?.upperBound ?? time.lowerBound)
            if start < time.upperBound { add(start..<time.upperBound) }
        }
    }

    /// Of events in their order.
    private init?(track: [TimedEvent]) {
        guard let first = track.first, let last = track.last else { return nil }
        startedMS = first.occurredMS
        endedMS = last.occurredMS
        var events = track
        // What is said next after each, so that nobody looks for it again and again.
        var next = Self.changes(after: events[...], nil)
        var (before, index) = (first, 0)
        while index < events.count {
            let moment = events[index].occurredMS
            let end = events[index...].firstIndex { $0.occurredMS != moment } ?? events.count
            if end - index > 1 {
                events.replaceSubrange(index..<end, with: inOrder(events[index..<end]))
                let ordered = Self.changes(after: events[index..<end], next[end - 1])
                next.replaceSubrange(index..<end, with: ordered)
            }
            while index < end {
                take(events[index], after: before, next: next[index])
                before = events[index]
                index += 1
            }
        }
    }

    /// For each event the next one that says that a player starts or stops; after all of them
    /// comes `later`.
    private static func changes(after events: ArraySlice<TimedEvent>, _ later: UsageEvent.Act?)
        -> [UsageEvent.Act?]
    {
        var next = later
        var changes: [UsageEvent.Act?] = []
        for event in events.reversed() {
            changes.append(next)
            if event.act != .heartbeat, !event.act.isSeek { next = event.act }
        }
        return changes.reversed()
    }

    /// Counts what was played until an event, and notes what it says.
    private mutating func take(
        _ event: TimedEvent,
        after before: TimedEvent,
        next: UsageEvent.Act?
    ) {
        let gap = min(event.occurredMS - before.occurredMS, Self.gapSeconds * 1000)
        let played = min(gap, playedMS(before: event))
        let wasPlaying = state == .playing
        if played > 0 {
            // One that stood before it went on played last; one whose stop was lost, first.
            let start = wasPlaying ? before.occurredMS : event.occurredMS - played
            add(start..<start + played)
        }
        note(event, next: next)
        notePlace(event, wasPlaying)
    }

    /// The events of one moment, in an order in which they make sense whatever arrived first: a player
    /// that plays stops before it goes on, as one does that pauses, seeks and resumes at once; one that
    /// stands starts before it stops.
    private func inOrder(_ events: ArraySlice<TimedEvent>) -> [TimedEvent] {
        var stops = events.filter { $0.act == .pause || $0.act == .playEnd }[...]
        var starts = events.filter { $0.act == .playStart || $0.act == .resume }[...]
        var beats = events.filter { $0.act == .heartbeat }[...]
        var seeks = events.filter(\.act.isSeek)[...]
        var isPlaying = state == .playing
        var ordered: [TimedEvent] = []
        while !stops.isEmpty || !starts.isEmpty {
            if isPlaying {
                ordered += beats
                beats = []
            }
            if isPlaying ? !stops.isEmpty : starts.isEmpty {
                ordered.append(stops.removeFirst())
                isPlaying = false
                ordered += seeks
                seeks = []
            } else {
                ordered.append(starts.removeFirst())
                isPlaying = true
            }
        }
        return ordered + beats + seeks
    }

    /// How long it may have played until an event, at most.
    private func playedMS(before event: TimedEvent) -> Int {
        if state == .playing, event.act.tellsOfTimeBefore { return .max }
        // What came between was lost. Where its position has moved on, it played as far as that.
        guard !event.act.isSeek, event.act != .playStart || state == .playing,
            let position = event.position, let from = stoppedPosition, state != .unknown
        else { return 0 }
        if case .stopped = state, event.act != .heartbeat { return 0 }
        let moved = position - from
        return moved > Self.standingSeconds ? moved * 1000 : 0
    }

    private mutating func add(_ time: Range<Int>) {
        watchedMS += time.count
        if let last = played.last, last.upperBound == time.lowerBound {
            played[played.count - 1] = last.lowerBound..<time.upperBound
        } else {
            played.append(time)
        }
    }

    /// What is so after an event. One that is stopped and seeks is still stopped.
    private mutating func note(_ event: TimedEvent, next: UsageEvent.Act?) {
        let position: Int? = if case .seek(_, let to) = event.act { to } else { event.position }
        stoppedPosition = event.act == .playEnd ? nil : position ?? stoppedPosition
        switch event.act {
        case .playStart, .resume: state = .playing
        case .pause: state = .stopped(position)
        case .playEnd:
            hasEnded = true
            state = .stopped(position)
        case .seek: if case .stopped = state { state = .stopped(position) }
        case .heartbeat:
            guard case .stopped(let standing) = state else {
                state = .playing
                return
            }
            if isIdle(position, standing, next: next) {
                hasIdleHeartbeats = true
                state = .stopped(standing ?? position)
            } else {
                state = .playing
            }
        }
    }

    /// Whether a heartbeat of a player that was stopped is no sign of playing: its position has not
    /// moved. Where it says nothing of a position it is believed, because the one that went on may be
    /// lost; but not when the next that is told is that the player goes on, or starts.
    private func isIdle(_ position: Int?, _ standing: Int?, next: UsageEvent.Act?) -> Bool {
        if let position {
            // Where it stopped nobody said: the next one shows whether it moves.
            guard let standing else { return true }
            return (position - standing).magnitude <= Self.standingSeconds
        }
        return next == .resume || next == .playStart
    }

    /// What the library learns from an event. A heartbeat of a player that is stopped says nothing new.
    private mutating func notePlace(_ event: TimedEvent, _ wasPlaying: Bool) {
        if event.act == .playEnd {
            place = Place(occurredMS: event.occurredMS, seconds: nil)
            lastPlayedMS = event.occurredMS
            return
        }
        guard watchedMS >= Self.leastMSForPlace, event.act.tellsOfTimeBefore,
            wasPlaying || event.act != .heartbeat
        else { return }
        lastPlayedMS = wasPlaying ? event.occurredMS : lastPlayedMS
        guard let stoppedPosition, event.position != nil || event.act.isSeek else { return }
        place = Place(occurredMS: event.occurredMS, seconds: stoppedPosition)
    }

    /// The order does not depend on what arrived first.
    private static func isBefore(_ left: TimedEvent, _ right: TimedEvent) -> Bool {
        (left.occurredMS, left.act.kind.rank, left.clientID)
            < (right.occurredMS, right.act.kind.rank, right.clientID)
    }

    /// Whether the story counts as watched to its end: its player said so, or it was left so near to
    /// the end that it begins anew.
    func isFinished(duration: Int?) -> Bool {
        if hasEnded { return true }
        guard let stoppedPosition, let duration, stoppedPosition > 0 else { return false }
        return stoppedPosition >= duration - LibraryItem.endSeconds
    }
}

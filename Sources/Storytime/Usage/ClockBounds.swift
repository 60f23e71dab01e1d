/// When events count as having happened: what devices say, within bounds.
///
/// Nothing happened after we heard of it. Where the clock of a device is ahead, the events of each
/// session that come together are moved back together, so that the time between them stays true. A
/// clock that is behind can't be told from events that come late, and is believed.
///
/// A clock that leapt ahead in between says nothing of what it told before: where all together would
/// be moved to a time of which nothing is taken any more, each is as it was told.
struct ClockBounds {
    /// In milliseconds since 1970, in the order of the events.
    let occurredMS: [Int]

    init(_ events: [UsageEvent], receivedMS: Int, oldestMS: Int) {
        var newest: [Viewing.Key: Int] = [:]
        for event in events {
            newest[event.key] = max(newest[event.key] ?? .min, event.claimedMS)
        }
        occurredMS = events.map { event in
            let ahead = max(0, (newest[event.key] ?? event.claimedMS) - receivedMS)
            let moved = event.claimedMS - ahead
            return moved < oldestMS ? min(event.claimedMS, receivedMS) : moved
        }
    }
}

/// The sender of events: a sign-in or an access key. Everything from one sender goes by one clock.
struct Sender: Sendable, Hashable {
    /// Its number in the database: that of a session, or below zero that of a key.
    let number: Int

    init(number: Int) {
        self.number = number
    }

    /// A browser in Kids Mode. Their numbers begin where no session's come to.
    init(_ device: ID<HandedDevice>) {
        number = 1 << 40 + device.value
    }

    /// Nil if nobody sent it.
    init?(_ session: Session?) {
        guard let session else { return nil }
        number = session.key.map { -$0.id.value } ?? session.id
    }
}

/// How wrong a device's clock is, as far as its events within an hour show.
///
/// Nothing can happen after it was received. So a clock is ahead by at least as much as any of its
/// events is later than its arrival, and everything that came within the hour before and after is
/// moved back together: the time between stays true, in whatever portions and order it was sent. A
/// device that says with a request what its clock shows (`sent_at`) is corrected whether it is
/// ahead or behind. If it is behind and says nothing, its events can't be distinguished from ones
/// that come late, and are believed.
struct DeviceClock: Sendable, Equatable {
    /// Everything sent in one slot, and in this many before and after it, goes by one clock: that
    /// of an hour, wherever in the slots it begins.
    static let slotMS = 900_000
    static let slotsAround = 4
    /// If two requests of a device that say what its clock shows differ by more than this, it
    /// isn't delay on the way: somebody has set the clock, and each goes by its own.
    private static let mostDelayMS = 60_000

    /// How far it was ahead of us, at least. Requests that say when they were sent don't count
    /// here.
    var aheadMS = 0
    /// How far it was ahead, or behind, according to requests that say when they were sent: the
    /// one that arrived fastest.
    var sentAheadMS: Int?

    static func slot(_ receivedMS: Int) -> Int { receivedMS / slotMS }

    /// The slots whose clock is affected by what is sent in one.
    static func slots(around slot: Int) -> ClosedRange<Int> {
        slot - slotsAround...slot + slotsAround
    }

    /// Anything older than this when it arrives is refused.
    static func oldestMS(receivedMS: Int) -> Int {
        receivedMS - UsageEvent.maximumAgeDays * 86_400_000
    }

    mutating func join(_ other: DeviceClock) {
        aheadMS = max(aheadMS, other.aheadMS)
        if let ahead = other.sentAheadMS { sentAheadMS = max(sentAheadMS ?? ahead, ahead) }
    }

    /// When an event from a device really happened.
    func occurredMS(_ reading: Reading) -> Int {
        let received = reading.receivedMS
        if let sent = reading.sentMS {
            let own = sent - received
            let latest = max(sentAheadMS ?? own, own)
            let ahead = latest - own <= Self.mostDelayMS ? latest : own
            return min(reading.claimedMS - ahead, received)
        }
        let moved = reading.claimedMS - max(aheadMS, reading.claimedMS - received, 0)
        // A clock that leapt ahead meanwhile says nothing about earlier events: if one would be
        // moved to a time that is too old to be accepted, it stays as it was sent.
        return moved < Self.oldestMS(receivedMS: received)
            ? min(reading.claimedMS, received) : moved
    }

    /// When a position that a device saves was recorded. Whatever it shows about the clock, it
    /// moves nothing else: a position is one moment, while events are about the time between them.
    func placedMS(_ recordedMS: Int, receivedMS: Int, sentMS: Int?) -> Int {
        sentMS == nil
            ? recordedMS - aheadMS
            : occurredMS(
                Reading(claimedMS: recordedMS, receivedMS: receivedMS, sentMS: sentMS)
            )
    }

    /// What a device's clock showed, and when we received it.
    struct Reading: Sendable {
        /// When it happened, by the device's clock.
        let claimedMS: Int
        let receivedMS: Int
        /// When it was sent, by the device's clock, if it says so.
        var sentMS: Int?

        /// What it shows about the clock.
        var clock: DeviceClock {
            sentMS.map { DeviceClock(sentAheadMS: $0 - receivedMS) }
                ?? DeviceClock(aheadMS: max(0, claimedMS - receivedMS))
        }

        /// Whether it happened too long ago to be accepted. Nothing else that a device sends
        /// changes that.
        var isTooOld: Bool {
            let claimed = sentMS.map { claimedMS - ($0 - receivedMS) } ?? claimedMS
            return claimed < DeviceClock.oldestMS(receivedMS: receivedMS)
        }
    }
}

extension Visit {
    /// The device behind a request: a sign-in or a key. 0 is nobody's.
    var sender: Sender { Sender(session) ?? Sender(number: 0) }
}

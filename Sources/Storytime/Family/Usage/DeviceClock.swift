/// Who sends: a sign-in or an access key. What one of them sends is told by one clock.
struct Sender: Sendable, Hashable {
    /// As the database has it: the number of a session, or below zero that of a key.
    let number: Int

    init(number: Int) {
        self.number = number
    }

    /// Nil for what nobody sent.
    init?(_ session: Session?) {
        guard let session else { return nil }
        number = session.key.map { -$0.id.value } ?? session.id
    }
}

/// By how much the clock of a device is wrong, as far as what it sent within an hour shows.
///
/// Nothing happened after we heard of it. So a clock is ahead by at least as much as anything that it
/// told is later than its arrival, and all that came within the hour before and after is moved back
/// together: the time between stays true, in whatever portions and order it was sent. Who says with a
/// request what their clock shows (`sent_at`) is put right whether they are ahead or behind. A clock
/// that is behind, and says nothing, can't be told from events that come late, and is believed.
struct DeviceClock: Sendable, Equatable {
    /// What was sent in one slot and in so many before and after it goes by one clock: that of an hour,
    /// wherever in the slots it begins.
    static let slotMS = 900_000
    static let slotsAround = 4
    /// Between two requests of a device that say what its clock shows, more than this is no delay on the
    /// way: somebody set the clock in between, and each goes by its own.
    private static let mostDelayMS = 60_000

    /// How far it was ahead of us, at least. Of requests that say when they were sent nothing is in it.
    var aheadMS = 0
    /// How far it was ahead, or behind, by those that say so: of the one that came quickest.
    var sentAheadMS: Int?

    static func slot(_ receivedMS: Int) -> Int { receivedMS / slotMS }

    /// The slots whose clock is found out by what is sent in one.
    static func slots(around slot: Int) -> ClosedRange<Int> {
        slot - slotsAround...slot + slotsAround
    }

    /// What is older when it arrives is not taken.
    static func oldestMS(receivedMS: Int) -> Int {
        receivedMS - UsageEvent.maximumAgeDays * 86_400_000
    }

    mutating func join(_ other: DeviceClock) {
        aheadMS = max(aheadMS, other.aheadMS)
        if let ahead = other.sentAheadMS { sentAheadMS = max(sentAheadMS ?? ahead, ahead) }
    }

    /// When something happened that a device told.
    func occurredMS(_ reading: Reading) -> Int {
        let received = reading.receivedMS
        if let sent = reading.sentMS {
            let own = sent - received
            let latest = max(sentAheadMS ?? own, own)
            let ahead = latest - own <= Self.mostDelayMS ? latest : own
            return min(reading.claimedMS - ahead, received)
        }
        let moved = reading.claimedMS - max(aheadMS, reading.claimedMS - received, 0)
        // A clock that leapt ahead in between says nothing of what it told before: where it would be
        // moved to a time of which nothing is taken any more, it is as it was told.
        return moved < Self.oldestMS(receivedMS: received)
            ? min(reading.claimedMS, received) : moved
    }

    /// When a position was taken that a device saves. Whatever it may show of the clock, it moves nothing
    /// else: a position is one moment, and events tell of the time between.
    func placedMS(_ recordedMS: Int, receivedMS: Int, sentMS: Int?) -> Int {
        sentMS == nil
            ? recordedMS - aheadMS
            : occurredMS(
                Reading(claimedMS: recordedMS, receivedMS: receivedMS, sentMS: sentMS)
            )
    }

    /// What a device's clock showed, and when we heard of it.
    struct Reading: Sendable {
        /// When it happened, by the device.
        let claimedMS: Int
        let receivedMS: Int
        /// When it was sent, by the device, if it says so.
        var sentMS: Int?

        /// What it shows of the clock.
        var clock: DeviceClock {
            sentMS.map { DeviceClock(sentAheadMS: $0 - receivedMS) }
                ?? DeviceClock(aheadMS: max(0, claimedMS - receivedMS))
        }

        /// Whether it happened so long ago that it is not taken any more. What else a device sends
        /// changes nothing about that.
        var isTooOld: Bool {
            let claimed = sentMS.map { claimedMS - ($0 - receivedMS) } ?? claimedMS
            return claimed < DeviceClock.oldestMS(receivedMS: receivedMS)
        }
    }
}

extension Visit {
    /// Which device asks: a sign-in or a key. 0 is nobody's.
    var sender: Sender { Sender(session) ?? Sender(number: 0) }
}

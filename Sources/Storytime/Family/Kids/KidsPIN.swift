import Quill
import SQLite

/// The PIN of a family that leads out of Kids Mode: 4 to 8 digits, which may begin with zeros.
struct KidsPIN: Sendable, Equatable {
    static let digits = 4...8

    let text: String

    /// Nil if it is none. Spaces, which some keyboards add, don't count.
    init?(_ text: String?) {
        let bare = (text ?? "").filter { !$0.isWhitespace }
        guard Self.digits.contains(bare.utf8.count),
            bare.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        self.text = bare
    }

    static let complaint = "Enter a PIN of \(digits.lowerBound) to \(digits.upperBound) digits."

    /// Whether children would find it among the first ones they try: up or down the digits, or made
    /// of one or two of them.
    var isEasy: Bool {
        let digits = Array(text.utf8)
        let steps = zip(digits.dropFirst(), digits).map { Int($0) - Int($1) }
        return Set(digits).count < 3 || steps.allSatisfy { $0 == 1 }
            || steps.allSatisfy { $0 == -1 } || Self.isColumn(text)
    }

    /// The middle column of the keys, up or down.
    private static func isColumn(_ text: String) -> Bool { ["2580", "0852"].contains(text) }

    /// Whether it is a birthday, with or without its year and in whatever order, or the year alone.
    func isBirthday(_ day: CalendarDay) -> Bool {
        let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        let parts = day.parts
        let (date, month, year) = (two(parts.day), two(parts.month), String(parts.year))
        let years = [year, String(year.suffix(2))]
        let days = [date + month, month + date]
        return text == year || days.contains(text)
            || days.contains { pair in years.contains { text == pair + $0 || text == $0 + pair } }
    }

    static let birthdayComplaint =
        "That PIN is a birthday of one of your children. Choose another one."

    static let easyComplaint =
        "That PIN is too easy to guess. Use at least three different digits, and avoid sequences like "
        + "1234."
}

/// Keeps the PINs of families, and judges those that are typed on devices.
///
/// Children try PINs for fun. Wrong ones are counted for the device and for all devices of the
/// family; beyond a few, each doubles the wait, up to an hour. The counts are in the database: neither
/// another browser nor a restart makes them smaller. A right PIN takes away those of its own device; a
/// day, and a new PIN, take away all.
struct KidsPINDesk {
    enum Verdict: Sendable, Equatable {
        case right
        case wrong(waitSeconds: Int)
        case mustWait(seconds: Int)
    }

    /// Wrong PINs without consequences.
    private static let free = ["device": 4, "family": 15]
    private static let firstWaitSeconds = 30
    private static let longestWaitSeconds = 3600
    /// Anything longer ago is forgotten.
    private static let memorySeconds = 86_400

    let database: Database
    let now: Int

    // MARK: The PIN

    /// When a family's PIN was set; nil without one.
    func setAt(_ family: ID<Family>) throws -> Int? {
        try database.first(
            "SELECT kids_pin_set_at FROM families WHERE id = \(family.value)"
        ) { try $0.intOrNil(0) } ?? nil
    }

    /// Sets or changes it. What was guessed wrongly before is forgotten.
    func set(_ pin: KidsPIN, of family: Family, by actor: Actor) throws {
        // Before the turn to write: it takes a while.
        let hash = try PasswordHash(password: pin.text)
        try database.write {
            try database.execute(
                """
                UPDATE families SET kids_pin_hash = \(hash.text), kids_pin_set_at = \(now),
                    kids_pin_set_by = \(actor.id)
                WHERE id = \(family.id.value)
                """
            )
            try forgetFailures(of: family.id)
            try AuditLog(database, now).write(actor, "set the Kids Mode PIN of", family.subject, [])
        }
    }

    // MARK: Guesses

    /// Judges what was typed on a device. It counts as wrong until it turns out to be right, so that
    /// several guesses at once are as slow as one after the other.
    func judge(_ pin: KidsPIN, on device: KidsDevice) throws -> Verdict {
        let wait = try database.write {
            let wait = try waitSeconds(on: device)
            if wait <= 0 { try count(on: device) }
            return wait
        }
        guard wait <= 0 else { return .mustWait(seconds: wait) }
        let hash =
            try database.first(
                "SELECT kids_pin_hash FROM families WHERE id = \(device.family.id.value)"
            ) { try $0.textOrNil(0) } ?? nil
        let isRight = try hash.map { try PasswordHash(text: $0).matches(pin.text) } ?? false
        return try database.write {
            guard !isRight else {
                try forgetFailures(on: device)
                return .right
            }
            try AuditLog(database, now).write(
                Actor(id: nil, name: "Someone (\(Device.name(device.userAgent)))"),
                "entered a wrong Kids Mode PIN for",
                device.family.subject,
                []
            )
            return .wrong(waitSeconds: try waitSeconds(on: device))
        }
    }

    /// How long the next PIN on a device has to wait; 0 if it may come now.
    func waitSeconds(on device: KidsDevice) throws -> Int {
        // Nobody who typed nothing wrong here waits for what was typed elsewhere.
        guard try failures("device", device.id.value).count > 0 else { return 0 }
        return try subjects(of: device).map { scope, subject in
            let found = try failures(scope, subject)
            let excess = found.count - (Self.free[scope] ?? 0)
            guard excess > 0 else { return 0 }
            let wait = min(
                Self.firstWaitSeconds << min(excess - 1, 10),
                Self.longestWaitSeconds
            )
            // A clock that was set back makes nobody wait longer.
            return min(found.last + wait - now, wait)
        }.max() ?? 0
    }

    /// How many wrong PINs were typed in a family within a day, and when the last one was.
    func attempts(in family: ID<Family>) throws -> (count: Int, last: Int) {
        try failures("family", family.value)
    }

    /// Removes what is forgotten.
    func removeForgotten() throws {
        try RowSlices(database: database).remove(
            ErasedTable("kids_pin_failures", key: "scope, subject"),
            where: "last_at <= \(now - Self.memorySeconds)"
        )
    }

    private func failures(_ scope: String, _ subject: Int) throws -> (count: Int, last: Int) {
        try database.first(
            """
            SELECT failures, last_at FROM kids_pin_failures
            WHERE scope = \(scope) AND subject = \(subject)
                AND last_at > \(now - Self.memorySeconds)
            """
        ) { (count: try $0.int(0), last: try $0.int(1)) } ?? (0, 0)
    }

    private func count(on device: KidsDevice) throws {
        for (scope, subject) in subjects(of: device) {
            try database.execute(
                """
                INSERT INTO kids_pin_failures (scope, subject, failures, last_at)
                VALUES (\(scope), \(subject), 1, \(now))
                ON CONFLICT (scope, subject) DO UPDATE SET
                    failures = iif(last_at > \(now - Self.memorySeconds), failures + 1, 1),
                    last_at = excluded.last_at
                """
            )
        }
    }

    private func forgetFailures(of family: ID<Family>) throws {
        try database.execute(
            """
            DELETE FROM kids_pin_failures
            WHERE (scope = 'family' AND subject = \(family.value)) OR (scope = 'device'
                AND subject IN (SELECT id FROM kids_devices WHERE family_id = \(family.value)))
            """
        )
    }

    /// What was typed on other devices still counts: a parent who leads one child out says nothing of
    /// the PINs that another one tries.
    private func forgetFailures(on device: KidsDevice) throws {
        let (mine, all) = (
            try failures("device", device.id.value).count,
            try failures("family", device.family.id.value).count
        )
        try database.execute(
            """
            DELETE FROM kids_pin_failures WHERE scope = 'device' AND subject = \(device.id.value)
                OR scope = 'family' AND subject = \(device.family.id.value) AND \(mine >= all)
            """
        )
        try database.execute(
            """
            UPDATE kids_pin_failures SET failures = failures - \(mine)
            WHERE scope = 'family' AND subject = \(device.family.id.value)
            """
        )
    }

    private func subjects(of device: KidsDevice) -> [(String, Int)] {
        [("device", device.id.value), ("family", device.family.id.value)]
    }
}

extension Visit {
    var kidsPINs: KidsPINDesk { KidsPINDesk(database: database, now: now) }

    /// What keeps a device from having a PIN judged; nil if nothing does.
    func pinTrouble(on device: KidsDevice) throws -> PINTrouble? {
        let wait = try kidsPINs.waitSeconds(on: device)
        return wait > 0 ? PINTrouble(.mustWait(seconds: wait)) : nil
    }
}

/// What stands above the keys for a PIN when one wasn't taken.
struct PINTrouble: Record {
    let complaint: String
    /// Whether it is about what was typed, and not only about waiting.
    private let isRefused: Bool
    /// Until the next PIN may be typed.
    private let waitSeconds: Int

    /// What was typed is none.
    static let malformed = PINTrouble(KidsPIN.complaint, waitSeconds: 0)

    private init(_ complaint: String, isRefused: Bool = true, waitSeconds: Int) {
        self.complaint = complaint
        self.isRefused = isRefused
        self.waitSeconds = waitSeconds
    }

    /// Nil if there is none.
    init?(_ verdict: KidsPINDesk.Verdict) {
        switch verdict {
        case .right: return nil
        case .wrong(let wait):
            self.init("That PIN isn’t right.", waitSeconds: wait)
        case .mustWait(let wait):
            self.init(
                "Too many wrong PINs.",
                isRefused: false,
                waitSeconds: wait
            )
        }
    }

    static let fields: [Field<PINTrouble>] = [
        .text("complaint") { $0.complaint },
        .bool("is_refused") { $0.isRefused },
        .text("seconds") { String($0.waitSeconds) },
        .optionalText("wait_text") {
            $0.waitSeconds > 0 ? "Try again \(Trouble.wait($0.waitSeconds))." : nil
        },
    ]
}

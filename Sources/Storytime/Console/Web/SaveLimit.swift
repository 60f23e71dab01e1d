import HTTP

/// How often a family may send something that changes anything, all its browsers, devices and programs together.
///
/// Every change leaves something behind, and be it a line in the family's history. What families can fill has limits
/// of its own (`Allowance`); this one holds for everything, so that nobody fills the disk with what has none.
struct SaveLimit: Sendable {
    /// Ten devices that play all day send some 5,000 within an hour, and an album of 3,000 photos takes 9,000.
    static let mostAnHour = 20_000

    private let rate = RateLimit(mostAnHour, inSeconds: 3600)

    /// Counts a request of a party. Admins have no limit: what they fill is theirs.
    func count(_ method: Method, of party: Party, now: Int) throws(Failure) {
        guard !method.isSafe, case .family(let family) = party else { return }
        let wait = rate.waitSeconds("\(family)", now: now)
        guard wait == 0 else { throw .tooManyChanges(retryAfterSeconds: wait) }
    }
}

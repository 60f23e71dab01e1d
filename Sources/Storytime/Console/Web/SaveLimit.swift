import HTTP

/// How often a family may save something, all its browsers, devices and programs together.
///
/// Every change leaves something behind, and be it a line in the family's history. What families can fill has limits
/// of its own (`Allowance`); this one holds for everything, so that nobody fills the disk with what has none. Only what
/// was done counts: a program that sends nonsense again and again keeps nobody from anything.
struct SaveLimit: Sendable {
    /// Ten devices that play all day send some 5,000 within an hour, and an album of 3,000 photos takes 9,000.
    static let mostAnHour = 20_000
    /// Of that, one device in Kids Mode: a child's hands don't keep the parents from saving.
    static let mostOfDevice = 5_000

    /// What ends something, or makes it safe again, is always possible.
    static let endings: Set<String> = [
        "/account/password", "/account/sessions/end-others", "/account/sessions/{id}/end",
        "/api/v1/auth/revoke", "/confirm", "/family/kids/{id}/end", "/kids/done", "/kids/leave",
        "/kids/leave/parent", "/logout",
    ]

    /// What leaves a line in the history although it is only read.
    static let downloads: Set<String> = [
        "/children/{id}/export.tar", "/children/{id}/export.zip", "/family/export.tar",
        "/family/export.zip",
    ]

    private let ofFamilies = RateLimit(mostAnHour, inSeconds: 3600)
    private let ofDevices = RateLimit(mostOfDevice, inSeconds: 3600)

    /// Refuses what would be one too many. Admins have no limit: what they fill is theirs.
    func expectRoom(for visitor: Visitor, at route: Route, _ method: Method, now: Int)
        throws(Failure)
    {
        guard let who = Self.who(visitor, at: route, method),
            !Self.endings.contains(route.pattern.description)
        else { return }
        var wait = ofFamilies.secondsUntilRoom(who, now: now)
        if case .child(let device) = visitor {
            wait = max(wait, ofDevices.secondsUntilRoom("\(device.id)", now: now))
        }
        guard wait == 0 else { throw .tooManyChanges(retryAfterSeconds: wait) }
    }

    /// Counts what was done.
    func count(_ visitor: Visitor, at route: Route, _ method: Method, now: Int) {
        guard let who = Self.who(visitor, at: route, method) else { return }
        count(who, now: now)
        if case .child(let device) = visitor { _ = ofDevices.count("\(device.id)", now: now) }
    }

    func count(_ who: String, now: Int) { _ = ofFamilies.count(who, now: now) }

    /// By whom something is saved that counts; nil if it doesn't.
    private static func who(_ visitor: Visitor, at route: Route, _ method: Method) -> String? {
        guard !method.isSafe || downloads.contains(route.pattern.description) else { return nil }
        switch visitor {
        case .child(let device): return family(device.family)
        case .person(let session):
            guard session.user.role != .admin else { return nil }
            return session.user.family.map { family($0) } ?? "user \(session.user.id)"
        case .stranger: return nil
        }
    }

    static func family(_ id: ID<Family>) -> String { "family \(id)" }
}

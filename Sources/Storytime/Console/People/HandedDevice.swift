import HTTP
import SQLite

/// A browser that a parent has handed over to a child (Kids Mode). It isn't a session: nobody is
/// signed in, and only the routes of Kids Mode are there for it. What is watched on it, and by whom,
/// is the business of the Kids feature.
struct HandedDevice: Sendable, Equatable {
    let id: ID<HandedDevice>
    let family: ID<Family>

    /// What the cookie of such a browser begins with, so that it can't be taken for a session's.
    private static let mark = "kids-"

    /// How long browsers keep the cookie: as long as they keep any (RFC 6265bis §5.5). The shelf
    /// sends it again.
    static let cookieSeconds = 400 * 86_400

    /// The cookie of a device, from its ticket.
    static func cookie(_ ticket: Ticket) -> String { mark + ticket.text }

    /// Whether a cookie is one of a browser that was in Kids Mode, whatever became of that.
    static func isCookie(_ cookie: String?) -> Bool { cookie?.hasPrefix(mark) == true }

    /// That of a request, under whichever of its names it was given out.
    static func cookie(of cookies: Cookies) -> String? {
        ["__Host-", ""].map { cookies[$0 + Client.CookieName.session.rawValue] }
            .first(where: isCookie) ?? nil
    }

    /// The ticket of a cookie; nil if it is none of a device.
    static func ticket(_ cookie: String?) -> Ticket? {
        guard let cookie, isCookie(cookie) else { return nil }
        return Ticket(String(cookie.dropFirst(mark.count)))
    }
}

/// Who sends a request.
enum Visitor: Sendable {
    case stranger
    /// Someone who is signed in, or whose key was sent.
    case person(Session)
    /// A child in Kids Mode.
    case child(HandedDevice)

    var session: Session? {
        if case .person(let session) = self { session } else { nil }
    }

    var device: HandedDevice? {
        if case .child(let device) = self { device } else { nil }
    }
}

/// Finds the devices that were handed over, as each of their requests asks.
struct HandedDeviceStore {
    let database: Database

    /// The device of a cookie's value; nil if Kids Mode has ended on it.
    func find(_ cookie: String?) throws -> HandedDevice? {
        guard let ticket = HandedDevice.ticket(cookie) else { return nil }
        let found = try database.first(
            "SELECT secret_hash, family_id FROM kids_devices WHERE id = \(ticket.id)"
        ) { (hash: try $0.blob(0), family: ID<Family>(try $0.int(1))) }
        guard let found, try ticket.matches(found.hash) else { return nil }
        return HandedDevice(id: ID(ticket.id), family: found.family)
    }

    /// Ends Kids Mode on all devices that somebody handed over: what they parked is as void as their
    /// other sessions.
    func endAll(of user: ID<User>) throws {
        try database.execute("DELETE FROM kids_devices WHERE user_id = \(user.value)")
    }
}

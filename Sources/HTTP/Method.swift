/// A request's method (RFC 9110 §9). Names are case-sensitive: `get` is not `GET`.
package struct Method: Hashable, Sendable, CustomStringConvertible {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    package static var get: Method { Method("GET") }
    package static var head: Method { Method("HEAD") }
    package static var post: Method { Method("POST") }
    package static var put: Method { Method("PUT") }
    package static var patch: Method { Method("PATCH") }
    package static var delete: Method { Method("DELETE") }
    package static var options: Method { Method("OPTIONS") }
    package static var trace: Method { Method("TRACE") }
    package static var connect: Method { Method("CONNECT") }

    package var description: String { name }

    /// RFC 9110 §9.2.1: asks for no change of state.
    package var isSafe: Bool {
        self == .get || self == .head || self == .options || self == .trace
    }

    /// Whether the name is in IANA's registry of methods: such a method exists, though a resource
    /// may not allow it (405). Any other is unknown to this server (501).
    package var isKnown: Bool {
        self == .get || self == .post || self == .head || Method.registered.contains(name)
    }

    /// The longest registered name; a longer method is refused before it is read to its end.
    static let longestName = 17

    /// https://www.iana.org/assignments/http-methods, without PRI, which only opens HTTP/2.
    private static let registered: Set<String> = [
        "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "CONNECT", "COPY", "DELETE",
        "GET",
        "HEAD", "LABEL", "LINK", "LOCK", "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL",
        "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "OPTIONS", "ORDERPATCH", "PATCH", "POST",
        "PROPFIND",
        "PROPPATCH", "PUT", "QUERY", "REBIND", "REPORT", "SEARCH", "TRACE", "UNBIND", "UNCHECKOUT",
        "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF", "VERSION-CONTROL",
    ]
}

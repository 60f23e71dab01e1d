import HTTP
import Received

/// A browser in which people have signed in before, according to a cookie that we signed (OWASP's
/// "device cookies").
///
/// Strangers who guess, from its address or at its accounts, don't hold it up: it has its own
/// count for each account that has signed in there (`SignInThrottle`). It proves nothing else and
/// grants nothing: the password is still required. It contains the numbers of the accounts that it
/// knows, and keeps them when somebody signs out.
struct KnownBrowser: Sendable, Equatable {
    /// A browser in use keeps the cookie; browsers keep none for longer than 400 days.
    static let seconds = 365 * 86_400
    /// Enough for a family's tablet. The person who signed in longest ago is forgotten.
    private static let maximumUsers = 8
    private static let nameLength = 16

    /// A random name that never changes.
    let name: String
    /// The people who signed in there, the last one first.
    let users: [ID<User>]

    /// A browser in which somebody signs in now; if it was known, it stays the same one.
    init(adding user: ID<User>, to known: KnownBrowser?) throws {
        name = try known?.name ?? Base64URL.encode(Random.bytes(Self.nameLength))
        let others = (known?.users ?? []).filter { $0 != user }
        users = [user] + others.prefix(Self.maximumUsers - 1)
    }

    /// Reads a cookie; nil if we didn't sign it.
    init?(cookie: String?, key: [UInt8]) {
        guard let cookie, cookie.utf8.count <= 500 else { return nil }
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64URL.decode(parts[2]),
            let right = try? Self.signature(parts[0] + "." + parts[1], key),
            Digest.isEqual(signature, right)
        else { return nil }
        name = String(parts[0])
        users = parts[1].split(separator: "-").compactMap { ReceivedNumber.integer($0) }.map {
            ID($0)
        }
    }

    /// The browser that sends a request, before anything else is known of it.
    init?(sending request: Request, _ configuration: Configuration, key: [UInt8]) {
        let client = Client(request, configuration)
        self.init(cookie: Cookies(request.headers)[client.name(.browser)], key: key)
    }

    /// The value of the cookie.
    func signed(with key: [UInt8]) throws -> String {
        let text = name + "." + users.map(\.description).joined(separator: "-")
        return text + "." + Base64URL.encode(try Self.signature(text[...], key))
    }

    /// Whether that person has signed in there.
    func knows(_ user: ID<User>) -> Bool { users.contains(user) }

    private static func signature(_ text: some StringProtocol, _ key: [UInt8]) throws -> [UInt8] {
        try Digest.hmac(Array(text.utf8), key: key)
    }
}

extension Visit {
    /// The browser, if somebody has signed in there.
    var knownBrowser: KnownBrowser? {
        KnownBrowser(cookie: cookie(.browser), key: site.browserKey)
    }

    /// Makes the browser remember that somebody has signed in there.
    func remember(_ user: ID<User>, in response: inout Response) throws {
        let browser = try KnownBrowser(adding: user, to: knownBrowser)
        let cookie = client.cookie(
            .browser,
            try browser.signed(with: site.browserKey),
            maxAgeSeconds: KnownBrowser.seconds
        )
        response.headers.add("Set-Cookie", cookie)
    }
}

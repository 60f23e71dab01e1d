import HTTP

/// A browser in which people have signed in before, as it says itself in a cookie that we signed
/// (OWASP's "device cookies").
///
/// Guesses that strangers make, from its address or at its accounts, don't hold it up: it has a count of
/// its own for each account that signed in there (`SignInThrottle`). It proves nothing else and opens
/// nothing: the password is asked for as ever. It says which accounts it knows by their numbers, and
/// keeps them when somebody signs out.
struct KnownBrowser: Sendable, Equatable {
    /// A browser that is used keeps the cookie; browsers keep none for longer than 400 days.
    static let seconds = 365 * 86_400
    /// A family's tablet. Who signed in longest ago is forgotten.
    private static let maximumUsers = 8
    private static let nameLength = 16

    /// A random name, which it keeps.
    let name: String
    /// Who signed in there, the last one first.
    let users: [ID<User>]

    /// A browser in which somebody signs in now; the same as before, if there was one.
    init(adding user: ID<User>, to known: KnownBrowser?) throws {
        name = try known?.name ?? Base64URL.encode(Random.bytes(Self.nameLength))
        let others = (known?.users ?? []).filter { $0 != user }
        users = [user] + others.prefix(Self.maximumUsers - 1)
    }

    /// Reads a cookie; nil when it is none that we signed.
    init?(cookie: String?, key: [UInt8]) {
        guard let cookie, cookie.utf8.count <= 500 else { return nil }
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64URL.decode(parts[2]),
            let right = try? Self.signature(parts[0] + "." + parts[1], key),
            Digest.isEqual(signature, right)
        else { return nil }
        name = String(parts[0])
        users = parts[1].split(separator: "-").compactMap { Int($0) }.map { ID($0) }
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

    /// Has the browser remember that somebody has signed in there.
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

import HTTP
import Server

/// Judges an e-mail address and a password, for the page and for programs alike, and slows down
/// people who guess.
struct SignInDesk {
    enum Verdict: Sendable {
        /// The password is right. A second factor may still ask for a code.
        case known(User)
        /// Nobody learns which of the two is wrong, or whether such an account exists.
        case wrong
        case mustWait(seconds: Int)
    }

    let users: UserStore
    let throttle: SignInThrottle
    let client: Client
    let browser: KnownBrowser?

    func judge(email: String, password: String) throws -> Verdict {
        let found = try users.find(email: email)
        let browser = browser.flatMap { browser in
            found.map { browser.knows($0.user.id) } == true ? browser : nil
        }
        let attempt = SignInThrottle.Attempt(account: email, from: client, in: browser)
        let isKnown = try found.map { try throttle.isKnownAddress(client, of: $0.user) }
        let wait = try throttle.waitSeconds(attempt, isKnownAddress: isKnown ?? false)
        guard wait <= 0 else { return .mustWait(seconds: wait) }
        // Someone who doesn't exist takes as long as someone who does.
        let matches = try (found?.hash ?? .ofNobody).matches(password)
        guard let user = found?.user, matches, !user.isDisabled else {
            try throttle.recordFailure(attempt)
            return .wrong
        }
        try throttle.clear(attempt)
        return .known(user)
    }
}

extension SignInDesk {
    /// What is looked at to find an account: a form that was kept meanwhile may be much longer.
    private static let mostBytesRead = 16_000

    /// The e-mail address that somebody signs in with, as the page or a program sends it; nil if that isn’t to be seen
    /// at once.
    @Sendable static func account(of request: Request) -> String? {
        guard case .bytes(let bytes) = request.body, bytes.count <= mostBytesRead else {
            return nil
        }
        let email =
            request.head.isForAPI
            ? try? ReceivedJSON.decode(Asked.self, from: bytes).email
            : (try? URLEncodedForm(bytes))?.first("email")
        return email.map { Folding.fold($0) }
    }

    /// Whom a sign-in counts as. Strangers, of whatever networks, take turns with each other; somebody at a browser in
    /// which they have signed in before takes turns with them all together. However many browsers know somebody, and
    /// however many of their family, they count as one.
    static func caller(
        _ request: Request,
        _ caller: Caller,
        browser: KnownBrowser?,
        _ parties: KnownParties
    ) -> Caller {
        var caller = caller
        if caller.isStranger, let user = browser?.users.first {
            caller = Caller("browser of \(user)", of: parties.party(of: user))
        }
        return account(of: request).map { caller.asking(for: $0) } ?? caller
    }

    private struct Asked: Decodable {
        let email: String
    }
}

extension PasswordHash {
    /// A hash that matches no password, with today's parameters.
    fileprivate static let ofNobody = PasswordHash(
        text: "scrypt$14$8$5$AAAAAAAAAAAAAAAAAAAAAA$" + String(repeating: "A", count: 43)
    )
}

extension Visit {
    var signInDesk: SignInDesk {
        SignInDesk(
            users: users,
            throttle: SignInThrottle(database: database, now: now),
            client: client,
            browser: knownBrowser
        )
    }
}

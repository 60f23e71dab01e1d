import SQLite

/// Slows down people who guess passwords, and nobody else for long.
///
/// Failures are counted for an account from one address, for an address, and for an account from
/// anywhere. Beyond a free number each further failure doubles the wait, up to a quarter of an
/// hour: nobody is locked out for good. The count for an account from anywhere does not hold up an
/// address from which its owner has signed in before, so that a stranger can't lock them out.
/// Accounts that don't exist are counted like any other: the answers don't reveal which ones do.
///
/// A browser in which the account's owner has signed in before (`KnownBrowser`) has its own count,
/// of mistakes with that account in that browser, and none of the others applies: neither a guest
/// in the house nor the whole world can keep a family out of the devices that it uses. A stolen
/// cookie is worth five guesses, and after that as few as any other.
struct SignInThrottle {
    /// Failures without consequences: for someone who mistypes, for a household, for the whole
    /// world.
    private static let freeFailures = ["pair": 5, "address": 20, "account": 50]
    private static let firstWaitSeconds = 30
    private static let longestWaitSeconds = 15 * 60
    /// Anything longer ago is forgotten.
    private static let memorySeconds = 86_400

    let database: Database
    let now: Int

    /// Who is trying to get in, and from where.
    struct Attempt {
        let account: String
        let address: String
        /// The name of the browser, if the account's owner has signed in there before.
        let browser: String?

        init(account: String, from client: Client, in browser: KnownBrowser? = nil) {
            self.account = Folding.fold(account)
            address = client.networkText
            self.browser = browser?.name
        }
    }

    /// How many seconds to wait before the next attempt is accepted; 0 if it may come now.
    ///
    /// A failure in the future was written by a clock that was wrong: one that is far ahead does
    /// not count, and none makes anyone wait longer than it did when it was new.
    func waitSeconds(_ attempt: Attempt, isKnownAddress: Bool) throws -> Int {
        var longest = 0
        for (scope, subject) in try subjects(attempt) {
            if scope == "account" && isKnownAddress { continue }
            let found = try database.first(
                """
                SELECT failures, last_at FROM sign_in_failures
                WHERE scope = \(scope) AND subject = \(subject)
                    AND last_at BETWEEN \(now - Self.memorySeconds + 1)
                        AND \(now + Self.longestWaitSeconds)
                """
            ) { (failures: try $0.int(0), last: try $0.int(1)) }
            guard let found else { continue }
            let wait = Self.wait(scope, found.failures)
            longest = max(longest, min(found.last + wait - now, wait))
        }
        return longest
    }

    /// Counts an attempt that failed.
    func recordFailure(_ attempt: Attempt) throws {
        try database.write {
            for (scope, subject) in try subjects(attempt) {
                try database.execute(
                    """
                    INSERT INTO sign_in_failures (scope, subject, failures, last_at)
                    VALUES (\(scope), \(subject), 1, \(now))
                    ON CONFLICT (scope, subject) DO UPDATE SET
                        failures = iif(last_at > \(now - Self.memorySeconds), failures + 1, 1),
                        last_at = excluded.last_at
                    """
                )
            }
        }
    }

    /// Forgets the failures of someone who then knew the password. Those of the address stay:
    /// otherwise someone who guesses at others' accounts could clear them with an account of their
    /// own.
    func clear(_ attempt: Attempt) throws {
        try database.write {
            for (scope, subject) in try subjects(attempt) where scope != "address" {
                try database.execute(
                    """
                    DELETE FROM sign_in_failures WHERE scope = \(scope) AND subject = \(subject)
                    """
                )
            }
        }
    }

    /// Whether the account's owner has signed in from that address before.
    func isKnownAddress(_ client: Client, of user: User) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM sign_in_addresses
            WHERE user_id = \(user.id.value) AND address = \(client.networkText)
            """
        ) { _ in true } ?? false
    }

    /// Removes what is forgotten.
    func removeForgotten() throws {
        try RowSlices(database: database).remove(
            ErasedTable("sign_in_failures", key: "scope, subject"),
            where: "last_at <= \(now - Self.memorySeconds)"
        )
    }

    private func subjects(_ attempt: Attempt) throws -> [(scope: String, subject: String)] {
        if let browser = attempt.browser {
            // No address has a line break, so this can't be anybody else's pair.
            return [("pair", try Self.hash(attempt.account + "\nbrowser\n" + browser))]
        }
        return [
            ("pair", try Self.hash(attempt.account + "\n" + attempt.address)),
            ("address", try Self.hash(attempt.address)),
            ("account", try Self.hash(attempt.account)),
        ]
    }

    private static func hash(_ text: String) throws -> String {
        Base64URL.encode(try Digest.sha256(Array(text.utf8)))
    }

    private static func wait(_ scope: String, _ failures: Int) -> Int {
        let excess = failures - (freeFailures[scope] ?? 0)
        guard excess >= 0 else { return 0 }
        return min(firstWaitSeconds << min(excess, 10), longestWaitSeconds)
    }
}

import SQLite

/// Something that proves who someone is.
enum Proof: Sendable {
    case password(String)
    /// A code from the app with the second factor.
    case code(String)
    case recoveryCode(String)
}

/// Judges proofs, and slows down people who guess them, also on an unlocked screen.
///
/// Guessed codes are counted separately from guessed passwords: a right password clears the count
/// of passwords, and somebody who knows it must not clear their guesses of the code with it.
struct ProofDesk {
    enum Verdict: Sendable, Equatable {
        case proven
        /// The message for the field.
        case wrong(String)
        case mustWait(seconds: Int)
    }

    let database: Database
    let client: Client
    let now: Int
    let browser: KnownBrowser?
    /// Someone who is signed in is not held up by strangers who guess elsewhere.
    let isSignedIn: Bool

    func judge(_ proof: Proof, of user: User) throws -> Verdict {
        let throttle = SignInThrottle(database: database, now: now)
        let attempt = attempt(proof, user)
        let isKnown = try isSignedIn || throttle.isKnownAddress(client, of: user)
        let wait = try throttle.waitSeconds(attempt, isKnownAddress: isKnown)
        guard wait <= 0 else { return .mustWait(seconds: wait) }
        if let complaint = try complaint(about: proof, of: user) {
            try throttle.recordFailure(attempt)
            return .wrong(complaint)
        }
        try throttle.clear(attempt)
        return .proven
    }

    private func attempt(_ proof: Proof, _ user: User) -> SignInThrottle.Attempt {
        let browser = browser?.knows(user.id) == true ? browser : nil
        return switch proof {
        case .password:
            SignInThrottle.Attempt(account: user.email, from: client, in: browser)
        // No e-mail address contains a line break.
        case .code, .recoveryCode:
            SignInThrottle.Attempt(account: "code\n\(user.id)", from: client, in: browser)
        }
    }

    private func complaint(about proof: Proof, of user: User) throws -> String? {
        let factors = SecondFactorStore(database: database, now: now)
        switch proof {
        case .password(let password):
            let users = UserStore(database: database, now: now)
            let isRight = try users.passwordHash(of: user).matches(password)
            return isRight ? nil : "Wrong password."
        case .code(let code):
            switch try factors.use(code: code, of: user.id) {
            case .right: return nil
            case .used: return "This code has already been used. Wait for the next one."
            case .wrong: return "Wrong code. Enter the one your app shows now."
            }
        case .recoveryCode(let code):
            let isRight = try factors.use(recoveryCode: code, of: user)
            return isRight ? nil : "Wrong recovery code, or it has already been used."
        }
    }
}

extension ProofDesk.Verdict {
    /// The message for the field; nil if nothing is wrong.
    var complaint: String? {
        switch self {
        case .proven: nil
        case .wrong(let complaint): complaint
        case .mustWait(let seconds): "Too many attempts. Try again \(Trouble.wait(seconds))."
        }
    }
}

extension Visit {
    var secondFactors: SecondFactorStore { SecondFactorStore(database: database, now: now) }

    var proofs: ProofDesk {
        ProofDesk(
            database: database,
            client: client,
            now: now,
            browser: knownBrowser,
            isSignedIn: session != nil
        )
    }
}

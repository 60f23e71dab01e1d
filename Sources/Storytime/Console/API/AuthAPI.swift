import HTTP
import Server

/// How programs sign in: a password for tokens, a refresh token for the next ones (in the spirit
/// of OAuth 2.0, RFC 6749 §6 and RFC 7009, with JSON in place of forms).
enum AuthAPI {
    static let routes = [
        // A password is hashed.
        publicAPI(
            .post,
            "/api/v1/auth/token",
            OperationText(
                .tokens,
                "createToken",
                "Sign in",
                "Exchanges an e-mail address and a password for an access token, which is valid "
                    + "for 15 minutes, and a refresh token to get the next one. Send the access "
                    + "token with every request, as `Authorization: Bearer …`. If the account has a "
                    + "second factor, the password alone gets a 401 `otp_required`: "
                    + "ask for a code and send it as `otp`, too."
            ),
            lane: .signIn,
            refuses: [.wrongCredentials],
            create
        ),
        publicAPI(
            .post,
            "/api/v1/auth/refresh",
            OperationText(
                .tokens,
                "refreshToken",
                "Refresh tokens",
                "Exchanges a refresh token for a new access token and a new refresh token. "
                    + "Store the new one before you use it. A refresh token works once; for 30 "
                    + "seconds after that it works one more time, so that an app that got no "
                    + "answer can try again, and two requests that refresh at the same moment both "
                    + "succeed. Using it again after that ends the session. Access tokens issued "
                    + "before stay valid until they expire."
            ),
            refuses: [.wrongCredentials],
            refresh
        ),
        publicAPI(
            .post,
            "/api/v1/auth/revoke",
            OperationText(
                .tokens,
                "revokeToken",
                "Sign out",
                "Ends the session of a refresh token, and with it all of its access tokens. A "
                    + "refresh token that is no longer valid also gets a 204."
            ),
            revoke
        ),
    ]

    static func create(_ visit: Visit, _ sent: Sent<SignInContent>) throws -> Plain<TokenAnswer> {
        let request = try sent.read()
        let verdict = try visit.signInDesk.judge(email: request.email, password: request.password)
        switch verdict {
        case .wrong: throw APIFailure.wrongCredentials
        case .mustWait(let seconds): throw APIFailure.tooManyAttempts(retryAfterSeconds: seconds)
        case .known(let user):
            try expectSecondFactor(request.otp, of: user, visit)
            do {
                let tokens = try SessionStore(visit.database).startProgram(
                    for: user.id,
                    version: user.version,
                    from: visit.client,
                    userAgent: visit.request.headers["user-agent"] ?? "",
                    now: visit.now
                )
                return try answer(tokens, visit)
            } catch is SessionStore.AccountChanged {
                throw APIFailure.wrongCredentials
            }
        }
    }

    /// Requires a code from someone with a second factor: one from their app, or a recovery code.
    private static func expectSecondFactor(_ otp: String?, of user: User, _ visit: Visit) throws {
        guard try visit.secondFactors.isOn(for: user.id) else { return }
        guard let otp else { throw APIFailure.otpRequired }
        let code = CodeForm.bare(otp)
        let proof: Proof =
            CodeForm.codeSpec.complaint(about: code) == nil ? .code(code) : .recoveryCode(otp)
        switch try visit.proofs.judge(proof, of: user) {
        case .proven: return
        case .wrong(let complaint): throw APIFailure.wrongOTP(complaint)
        case .mustWait(let seconds): throw APIFailure.tooManyAttempts(retryAfterSeconds: seconds)
        }
    }

    static func refresh(_ visit: Visit, _ sent: Sent<RefreshContent>) throws
        -> Plain<TokenAnswer>
    {
        guard let token = RefreshToken(try sent.read().token),
            let tokens = try SessionStore(visit.database).refresh(token, now: visit.now)
        else { throw APIFailure.invalidRefreshToken }
        return try answer(tokens, visit)
    }

    /// Ends the session of a refresh token. One that isn't valid needs no ending (RFC 7009 §2.2).
    static func revoke(_ visit: Visit, _ sent: Sent<RefreshContent>) throws -> NoContent {
        if let token = RefreshToken(try sent.read().token) {
            try SessionStore(visit.database).revoke(token, now: visit.now)
        }
        return NoContent()
    }

    private static func answer(_ tokens: SessionStore.Tokens, _ visit: Visit) throws
        -> Plain<TokenAnswer>
    {
        guard let key = visit.site.tokenKeys.current else { throw APIFailure.invalidRefreshToken }
        let token = try tokens.access.text(key, now: visit.now)
        try visit.noteParty(of: tokens.access.user, showing: token)
        return Plain(
            record: TokenAnswer(
                accessToken: token,
                refreshToken: tokens.refresh.text,
                refreshSeconds: tokens.refreshSeconds
            )
        )
    }
}

/// The content of a request to sign in.
struct SignInContent: JSONContent {
    let email: String
    let password: String
    let otp: String?

    static let meanings = [
        "email": "The account’s e-mail address.",
        "password": "Its password.",
        "otp": "A code from the authenticator app, or a recovery code, if a second factor is on.",
    ]

    static let example =
        #"{"email": "karin@lindqvist.example", "password": "correct horse battery"}"#

    private static let otpSpec = FieldSpec(
        name: "otp",
        label: "One-time code",
        isRequired: false,
        maximumLength: 40,
        programPattern: "^[^\\x00-\\x1F\\x7F-\\x9F]*$"
    )

    init?(_ fields: inout JSONFields) {
        let email = fields.text(SignInForm.emailSpec)
        let password = fields.text(AccountFields.password)
        let otp = fields.text(Self.otpSpec)
        guard let email, let password else { return nil }
        self.email = email
        self.password = password
        self.otp = otp.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The content of a request to refresh or to sign out.
struct RefreshContent: JSONContent {
    let token: String

    init?(_ fields: inout JSONFields) {
        guard let token = fields.token("refresh_token", 1...500) else { return nil }
        self.token = token
    }

    static let meanings = ["refresh_token": "The latest refresh token."]
    static let example = #"{"refresh_token": "12.kx0p2JqT5uV8wY1zA3bC4d"}"#
}

/// The tokens of a program (the members of RFC 6749 §5.1).
struct TokenAnswer: NamedRecord {
    let accessToken: String
    let refreshToken: String
    let refreshSeconds: Int

    static let schemaName = "Tokens"
    static let example = TokenAnswer(
        accessToken: "eyJhbGciOi…",
        refreshToken: "12.kx0p2JqT5uV8wY1zA3bC4d",
        refreshSeconds: 2_592_000
    )

    static let json: [JSONField<TokenAnswer>] = [
        .text("access_token", "Send it as `Authorization: Bearer`.") { $0.accessToken },
        .text("token_type", "Always `Bearer`.") { _ in "Bearer" },
        .integer("expires_in", "How many seconds it is valid.") { _ in AccessToken.seconds },
        .text("refresh_token", "Exchange it for the next tokens, once.") { $0.refreshToken },
        .integer("refresh_expires_in", "The same for the refresh token.") { $0.refreshSeconds },
    ]
}

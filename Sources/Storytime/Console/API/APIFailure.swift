import HTTP

/// One thing that is wrong with what a program sent: where, a word for it, a sentence about it.
struct ErrorDetail: Sendable, Equatable, JSONRecord {
    let field: String
    let code: String
    let message: String

    static let json: [JSONField<ErrorDetail>] = [
        .text("field", "The member, like `events[3].book_id`.") { $0.field },
        .errorCode("code", "A stable code for the problem; new ones may be added.") { $0.code },
        .text("message", "The same in words.") { $0.message },
    ]
}

/// Why the API does not do what a program asked for.
enum APIFailure: Error, Equatable {
    /// The content is no JSON that is taken.
    case badJSON(String)
    /// It is JSON, and something in it can't be taken.
    case invalid([ErrorDetail])
    /// The content is of another type than JSON.
    case notJSON
    /// The content is of another type than that.
    case otherType(String)
    /// The client takes none of what the API answers with.
    case notAcceptable
    /// The token is none, was changed, has ended, or its owner may not sign in any more.
    case invalidToken
    /// The key does not have this scope.
    case insufficientScope(Scope)
    /// It is not, or not any more, what `If-Match` names.
    case changedMeanwhile
    /// There is a book, but as yet no video of it that plays.
    case notPlayable
    case wrongCredentials
    /// The password was right, and the owner has a second factor.
    case otpRequired
    case wrongOTP(String)
    /// The refresh token is none that is open.
    case invalidRefreshToken
    case tooManyRequests(retryAfterSeconds: Int)
    /// Passwords or codes were guessed too often.
    case tooManyAttempts(retryAfterSeconds: Int)
    /// Mux was asked and didn't do it; the text says why.
    case muxFailed(String)
    /// The first request with this idempotency key is still being worked on.
    case keyInUse
    /// The program was killed while it worked on it.
    case outcomeUnknown
    /// The key stands for another request.
    case keyReused
}

extension APIFailure {
    /// Something is wrong with the file that is the content.
    static func badFile(_ message: String) -> APIFailure {
        .invalid([ErrorDetail(field: "content", code: "invalid", message: message)])
    }
}

extension Trouble {
    init(_ failure: APIFailure) {
        switch failure {
        case .badJSON(let reason):
            self.init(400, "bad_json", "The request body is not valid JSON: \(reason).")
        case .invalid(let details):
            self.init(
                422,
                "invalid",
                "Some of what you sent is not valid; see the details."
            )
            self.details = details
        case .notJSON:
            self.init(415, "unsupported_media_type", "Send the request body as application/json.")
        case .otherType(let type):
            self.init(415, "unsupported_media_type", "Send the request body as \(type).")
        case .notAcceptable:
            self.init(406, "not_acceptable", "The API answers with application/json.")
        case .invalidToken:
            self.init(401, "invalid_token", "This token is invalid or has expired.")
            headers = [("WWW-Authenticate", "Bearer error=\"invalid_token\"")]
        case .insufficientScope(let scope):
            self.init(
                403,
                "insufficient_scope",
                "This needs a key with the scope \(scope.rawValue)."
            )
            let challenge = "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""
            headers = [("WWW-Authenticate", challenge)]
        case .changedMeanwhile:
            self.init(
                412,
                "changed_meanwhile",
                "The record has changed since you read it. Read it again and reapply your change."
            )
        case .notPlayable:
            self.init(409, "not_playable", "This story can’t be played yet. Try again later.")
        case .wrongCredentials:
            self.init(
                unauthorized: "invalid_credentials",
                "The e-mail address or the password is wrong."
            )
        case .otpRequired:
            self.init(
                unauthorized: "otp_required",
                "Also send a code from the authenticator app as “otp”."
            )
        case .wrongOTP(let complaint): self.init(unauthorized: "invalid_otp", complaint)
        case .invalidRefreshToken:
            self.init(
                unauthorized: "invalid_refresh_token",
                "This refresh token is invalid or has expired. Sign in again."
            )
        case .tooManyRequests(let seconds):
            let message = "Too many requests. Try again \(Self.wait(seconds))."
            self.init(429, "too_many_requests", message)
            headers = [("Retry-After", String(seconds))]
        case .tooManyAttempts(let seconds):
            self.init(
                429,
                "too_many_attempts",
                "Too many attempts. Try again \(Self.wait(seconds))."
            )
            headers = [("Retry-After", String(seconds))]
        case .muxFailed(let reason): self.init(502, "mux_failed", reason)
        case .keyInUse:
            self.init(
                409,
                "idempotency_key_in_use",
                "The first request with this Idempotency-Key is still in progress."
            )
        case .outcomeUnknown:
            self.init(
                409,
                "idempotency_outcome_unknown",
                "The first request with this Idempotency-Key was interrupted. Check whether it was done."
            )
        case .keyReused:
            self.init(
                422,
                "idempotency_key_reused",
                "This Idempotency-Key was already used for a different request."
            )
        }
    }

    /// Trouble that no page shows.
    private init(_ status: Status, _ code: String, _ message: String) {
        self.init(status: status, code: code, heading: "This can’t be done", message: message)
    }

    private init(unauthorized code: String, _ message: String) {
        self.init(401, code, message)
        headers = [Self.challenge]
    }

    /// RFC 9110 §11.6.1: a 401 says how to do better. Without a token, no error is named (RFC 6750
    /// §3.1).
    static let challenge = ("WWW-Authenticate", "Bearer")

    /// The error shape of the API. What went wrong here has a number, which is also in the log.
    func json(requestID: String?) -> [UInt8] {
        var message = messageToPrograms ?? message
        if status == 500, let requestID { message += " Error number: \(requestID)." }
        var json = JSONWriter()
        json.object { json in
            json.name("error")
            json.object { json in
                json.name("code")
                json.text(code)
                json.name("message")
                json.text(message)
                json.name("details")
                json.list(details)
            }
        }
        return json.bytes
    }
}

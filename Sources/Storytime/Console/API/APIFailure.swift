import HTTP

/// One thing that is wrong with a program's request: where, a code for it, a sentence about it.
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

/// Why the API refuses a program's request.
enum APIFailure: Error, Equatable {
    /// The content is not valid JSON.
    case badJSON(String)
    /// It is JSON, but some of it is not valid.
    case invalid([ErrorDetail])
    /// The content has another type than JSON.
    case notJSON
    /// The content has another type than this one.
    case otherType(String)
    /// The client accepts none of the types that the API answers with.
    case notAcceptable
    /// The token doesn't exist, was changed, has ended, or its owner may no longer sign in.
    case invalidToken
    /// The key does not have this scope.
    case insufficientScope(Scope)
    /// The record is not, or no longer, the version in `If-Match`.
    case changedMeanwhile
    /// What it names doesn't exist, or is not for whoever asks; the text says what that is.
    case missing(String)
    /// The book has no video yet that can be played.
    case notPlayable
    case wrongCredentials
    /// The password was right, but the owner has a second factor.
    case otpRequired
    case wrongOTP(String)
    /// The refresh token is not valid.
    case invalidRefreshToken
    case tooManyRequests(retryAfterSeconds: Int)
    /// Too many wrong passwords or codes.
    case tooManyAttempts(retryAfterSeconds: Int)
    /// Mux refused or failed; the text says why.
    case muxFailed(String)
    /// The catalog in which books are looked up refused or failed; the text says why.
    case lookupFailed(String)
    /// The first request with this idempotency key is still in progress.
    case keyInUse
    /// The program was killed while it worked on the first request.
    case outcomeUnknown
    /// The key was used for a different request.
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
        case .missing(let what): self.init(404, "not_found", what)
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
        case .lookupFailed(let reason): self.init(502, "lookup_failed", reason)
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

    /// RFC 9110 §11.6.1: a 401 says how to authenticate. Without a token, no error is named (RFC
    /// 6750 §3.1).
    static let challenge = ("WWW-Authenticate", "Bearer")

    /// The JSON of an API error. An error on our side has a number, which is also in the log.
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

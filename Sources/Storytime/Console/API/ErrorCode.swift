/// Every word for an error that an answer of the API can have in `code`, for the whole answer or
/// for one of its details. A word's meaning never changes; words may be added.
///
/// A page and the documentation list them with the cause of each and what to do about it.
enum ErrorCode: String, Sendable, CaseIterable {
    // For the whole answer.
    case badJSON = "bad_json"
    case badRequest = "bad_request"
    case notSignedIn = "not_signed_in"
    case invalidToken = "invalid_token"
    case invalidCredentials = "invalid_credentials"
    case otpRequired = "otp_required"
    case invalidOTP = "invalid_otp"
    case invalidRefreshToken = "invalid_refresh_token"
    case insufficientScope = "insufficient_scope"
    case crossOrigin = "cross_origin"
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case notAcceptable = "not_acceptable"
    case requestTimeout = "request_timeout"
    case conflict
    case notPlayable = "not_playable"
    case keyInUse = "idempotency_key_in_use"
    case outcomeUnknown = "idempotency_outcome_unknown"
    case lengthRequired = "length_required"
    case changedMeanwhile = "changed_meanwhile"
    case tooLarge = "too_large"
    case uriTooLong = "uri_too_long"
    case unsupportedMediaType = "unsupported_media_type"
    case expectationFailed = "expectation_failed"
    case invalid
    case keyReused = "idempotency_key_reused"
    case tooManyRequests = "too_many_requests"
    case tooManyAttempts = "too_many_attempts"
    case headersTooLarge = "headers_too_large"
    case refused
    case internalError = "internal_error"
    case notImplemented = "not_implemented"
    case muxFailed = "mux_failed"
    case lookupFailed = "lookup_failed"
    case busy
    case databaseBusy = "database_busy"
    case databaseReadOnly = "database_read_only"
    case databaseDamaged = "database_damaged"
    case diskError = "disk_error"
    case diskFull = "disk_full"
    case folderNotWritable = "folder_not_writable"
    case versionNotSupported = "version_not_supported"
    // For details.
    case required
    case wrongType = "wrong_type"
    case outOfRange = "out_of_range"
    case notAChoice = "not_a_choice"
    case tooLong = "too_long"
    case notAllowed = "not_allowed"
    case unknownField = "unknown_field"
    // For a player's event.
    case tooOld = "too_old"
    case sessionFull = "session_full"
    case sessionCrowded = "session_crowded"
    case sessionClosed = "session_closed"
    case dayFull = "day_full"
}

extension ErrorCode {
    /// The statuses that it comes with; empty for a word that only occurs in details.
    var statuses: [Int] {
        switch self {
        case .badJSON, .badRequest: [400]
        case .notSignedIn, .invalidToken, .invalidCredentials, .otpRequired, .invalidOTP,
            .invalidRefreshToken:
            [401]
        case .insufficientScope, .crossOrigin: [403]
        case .notFound: [404]
        case .methodNotAllowed: [405]
        case .notAcceptable: [406]
        case .requestTimeout: [408]
        case .conflict, .notPlayable, .keyInUse, .outcomeUnknown: [409]
        case .lengthRequired: [411]
        case .changedMeanwhile: [412]
        case .tooLarge: [413]
        case .uriTooLong: [414]
        case .unsupportedMediaType: [415]
        case .expectationFailed: [417]
        case .invalid, .keyReused: [422]
        case .tooManyRequests, .tooManyAttempts: [429]
        case .headersTooLarge: [431]
        case .internalError: [500]
        case .notImplemented: [501]
        case .muxFailed, .lookupFailed: [502]
        case .busy, .databaseBusy, .databaseReadOnly, .databaseDamaged, .diskError,
            .folderNotWritable:
            [503]
        case .versionNotSupported: [505]
        case .diskFull: [503, 507]
        case .refused, .required, .wrongType, .outOfRange, .notAChoice, .tooLong, .notAllowed,
            .unknownField, .tooOld, .sessionFull, .sessionCrowded, .sessionClosed, .dayFull:
            []
        }
    }

    /// What caused it.
    var cause: String {
        switch self {
        case .badJSON: "The request body is not JSON, or not one object; the message says where."
        case .badRequest:
            "The request can’t be read: a broken `%` escape, or text that is not UTF-8."
        case .notSignedIn: "No token was sent."
        case .invalidToken: "The token has expired, was revoked, or never existed."
        case .invalidCredentials: "The e-mail address or the password is wrong."
        case .otpRequired: "The password is correct, but the account has a second factor."
        case .invalidOTP: "The code is wrong, has expired, or was used before."
        case .invalidRefreshToken:
            "The refresh token has expired, or its session has ended: using a token once too often "
                + "ends it."
        case .insufficientScope: "The access key lacks the scope named in the message."
        case .crossOrigin: "The request came from a page of another site that isn’t allowed."
        case .notFound:
            "It doesn’t exist, or you can’t see it: the two look the same. In a detail: "
                + "no record has this id."
        case .methodNotAllowed: "The path accepts other methods; `Allow` lists them."
        case .notAcceptable: "`Accept` rules out JSON."
        case .requestTimeout: "The request took too long to arrive."
        case .conflict: "It can’t be done at the moment; the message says why."
        case .notPlayable: "The book has no video that is ready."
        case .keyInUse: "The first request with this `Idempotency-Key` is still in progress."
        case .outcomeUnknown:
            "The first request with this `Idempotency-Key` was interrupted when the program stopped, and "
                + "it is not known how far it got."
        case .lengthRequired: "`Content-Length` is missing."
        case .changedMeanwhile:
            "The record is not, or no longer, the version in `If-Match`."
        case .tooLarge: "The request body is too large."
        case .uriTooLong: "The address is longer than 8 KiB."
        case .unsupportedMediaType: "The operation doesn’t accept this `Content-Type`."
        case .expectationFailed: "`Expect` asks for something that the server doesn’t know."
        case .invalid:
            "Some of what you sent is not valid. In a detail: the value breaks a rule; see the "
                + "message."
        case .keyReused: "The `Idempotency-Key` was already used for a different request."
        case .tooManyRequests: "Too many requests in a minute."
        case .tooManyAttempts: "Too many wrong passwords or codes."
        case .headersTooLarge: "The request headers are too large."
        case .refused: "The server rejects the request for a reason that has no code of its own."
        case .internalError:
            "Something went wrong on the server. The message has a number that is also in the log."
        case .notImplemented: "The server doesn’t support the method or the content encoding."
        case .muxFailed: "Mux rejected the request; the message quotes it."
        case .lookupFailed:
            "The catalog used to look up books failed or could not be reached; the message says why."
        case .busy: "The server has too much to do."
        case .databaseBusy: "The database is busy with other changes."
        case .databaseReadOnly: "The database is read-only at the moment."
        case .databaseDamaged: "Part of the database can’t be read."
        case .diskError: "The disk doesn’t answer."
        case .diskFull: "The disk is full."
        case .folderNotWritable: "The server can’t write to the folder where this belongs."
        case .versionNotSupported: "The request uses an HTTP version other than 1.0 or 1.1."
        case .required: "A member is missing, or null where a value is required."
        case .wrongType: "The value has the wrong type, such as a string instead of a number."
        case .outOfRange: "The number, or the number of entries, is out of range."
        case .notAChoice: "The value is not one of the allowed words."
        case .tooLong: "The text is too long. Surrounding white space counts."
        case .notAllowed: "The member can’t be combined with the others."
        case .unknownField: "The operation has no member or parameter of that name."
        case .tooOld: "The event happened too long ago."
        case .sessionFull: "The session already has the maximum number of events."
        case .sessionCrowded: "Too many viewings of the child overlap with the session."
        case .dayFull: "The child’s day already has the maximum number of viewings or events."
        case .sessionClosed: "The family no longer keeps events from the time of this session."
        }
    }

    /// What to do about it.
    var remedy: String {
        switch self {
        case .badJSON, .badRequest, .uriTooLong, .headersTooLarge, .lengthRequired,
            .expectationFailed, .notImplemented, .versionNotSupported, .methodNotAllowed, .refused:
            "Correct the request; sending it again won’t help."
        case .notSignedIn: "Send `Authorization: Bearer …`."
        case .invalidToken:
            "Refresh the tokens once and repeat the request; create a new key for a script."
        case .invalidCredentials: "Ask for the password again."
        case .otpRequired:
            "Ask for a code, and send it as `otp` with the same address and password."
        case .invalidOTP: "Ask for the next code."
        case .invalidRefreshToken: "Sign in again."
        case .insufficientScope: "Create a key with that scope."
        case .crossOrigin: "Add the origin to `STORYTIME_API_ORIGINS`."
        case .notFound: "Discard your copy and read the list again."
        case .notAcceptable: "Send `Accept: application/json`, or leave it out."
        case .requestTimeout: "Send it again."
        case .conflict: "Read the record again, then decide what to do."
        case .notPlayable: "Try again later."
        case .keyInUse: "Wait a moment, then send the same request with the same key."
        case .outcomeUnknown: "Check whether it was done. If it wasn’t, send it with a new key."
        case .changedMeanwhile:
            "Read the record again, apply your change to it, and send its new `ETag`."
        case .tooLarge: "Send less."
        case .unsupportedMediaType: "Set `Content-Type` as the operation’s page says."
        case .invalid: "Correct the members named in `details`."
        case .keyReused: "Use a new key for each new request; repeat a request without changing it."
        case .tooManyRequests, .tooManyAttempts: "Wait the number of seconds in `Retry-After`."
        case .internalError: "Try again. If it happens again, report the number."
        case .muxFailed, .lookupFailed:
            "Read the message; try again if it is about a limit or the network."
        case .busy, .databaseBusy: "Wait the seconds in `Retry-After`, then send it again."
        case .databaseReadOnly, .databaseDamaged, .diskError, .diskFull, .folderNotWritable:
            "Tell the person who runs the console. Keep your data and send it again later."
        case .required: "Send the member."
        case .wrongType, .outOfRange, .notAChoice, .tooLong:
            "Send a value that matches the operation’s schema."
        case .notAllowed: "Leave it out."
        case .unknownField: "Check the spelling, or leave it out."
        case .tooOld, .sessionFull, .sessionCrowded, .sessionClosed, .dayFull:
            "Drop the event: it will never be accepted."
        }
    }

    static let words = allCases.map(\.rawValue)
}

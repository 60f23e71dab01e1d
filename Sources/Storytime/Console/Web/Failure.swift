import HTTP

/// Why a page can't be shown, thrown by handlers and stores: a matter for the visitor.
///
/// Anything else that is thrown is our fault and becomes a 500 with a request id and a log line.
enum Failure: Error, Equatable {
    /// It doesn't exist, or it is not for this visitor: the two look the same.
    case notFound
    /// The request makes no sense, and the text says why.
    case badRequest(String)
    /// The request comes from another site's page.
    case crossOrigin
    case methodNotAllowed(allowed: [Method])
    /// The visitor must sign in first.
    case notSignedIn
    /// The browser was in Kids Mode, which a parent has ended from elsewhere.
    case kidsModeEnded
    /// The visitor must first confirm who they are.
    case notConfirmed
    /// Something has changed meanwhile; the text says what.
    case conflict(String)
    /// A one-time link that was used, revoked, or is too old.
    case linkIsUsedUp
    /// The body has a type that this form can't read.
    case unsupportedMediaType
    /// The content, or a file in it, has more bytes than are accepted here.
    case tooLarge(limit: Int)
    /// There is no space for the content.
    case diskFull
    /// The family has changed something too often (`SaveLimit`).
    case tooManyChanges(retryAfterSeconds: Int)

    var status: Status {
        switch self {
        case .notFound, .linkIsUsedUp: 404
        case .badRequest: 400
        case .crossOrigin, .notConfirmed: 403
        case .methodNotAllowed: 405
        case .notSignedIn, .kidsModeEnded: 401
        case .conflict: 409
        case .unsupportedMediaType: 415
        case .tooLarge: 413
        case .diskFull: 507
        case .tooManyChanges: 429
        }
    }
}

import HTTP
import Server

/// What the API's document says of a route: made with the route, from the types that its handler
/// takes and gives.
struct Operation: Sendable {
    /// The chapters of the document.
    enum Chapter: String, Sendable, CaseIterable {
        case tokens, catalog, children, libraries, usage, books, categories, videos
        case exchange = "imports and exports"
        case document = "this document"
    }

    /// How clients name it, like `catalogBooks`.
    let name: String
    let chapter: Chapter
    /// In a few words.
    let summary: String
    /// What it does, in sentences.
    let details: String
    let path: [SchemaMember]
    let request: RequestDescription
    /// Whether it does once what comes under an `Idempotency-Key`, however often that is sent.
    let takesKey: Bool
    let answers: [AnswerDescription]
    let refusals: [Refusal]
}

extension Operation {
    /// A way in which an operation may be refused: a status, and when it is answered.
    struct Refusal: Sendable, Equatable {
        let status: Status
        let meaning: String
        var headers: [AnswerHeader] = []

        static let badRequest = Refusal(
            status: 400,
            meaning: "The request can’t be read (`bad_json`, `bad_request`)."
        )
        static let notSignedIn = Refusal(
            status: 401,
            meaning: "There is no token (`not_signed_in`), or it is not valid "
                + "(`invalid_token`).",
            headers: [.challenge]
        )
        static let wrongCredentials = Refusal(
            status: 401,
            meaning: "The credentials are not valid (`invalid_credentials`, `otp_required`, "
                + "`invalid_otp`, `invalid_refresh_token`).",
            headers: [.challenge]
        )
        static let forbidden = Refusal(
            status: 403,
            meaning:
                "The key lacks the scope (`insufficient_scope`), or the request came from another site "
                + "(`cross_origin`)."
        )
        static let notFound = Refusal(
            status: 404,
            meaning: "It doesn’t exist, isn’t yours, or is for another role "
                + "(`not_found`)."
        )
        static let notAcceptable = Refusal(
            status: 406,
            meaning: "`Accept` doesn’t allow the content type of the answer."
        )
        static let conflict = Refusal(
            status: 409,
            meaning: "This can’t be done at the moment (`conflict`)."
        )
        static let changedMeanwhile = Refusal(
            status: 412,
            meaning: "The record is not, or no longer, the version in `If-Match` "
                + "(`changed_meanwhile`)."
        )
        static let tooLarge = Refusal(status: 413, meaning: "The request body is too large.")
        static let uriTooLong = Refusal(
            status: 414,
            meaning: "The address is longer than 8 KiB (`uri_too_long`)."
        )
        static let notJSON = Refusal(
            status: 415,
            meaning: "The operation doesn’t accept this content type."
        )
        static let invalid = Refusal(
            status: 422,
            meaning: "Some of the request is not valid; see `details`."
        )
        static let keyInUse = Refusal(
            status: 409,
            meaning: "The first request with this `Idempotency-Key` is still in progress "
                + "(`idempotency_key_in_use`), or was interrupted (`idempotency_outcome_unknown`)."
        )
        static let keyReused = Refusal(
            status: 422,
            meaning: "The `Idempotency-Key` is not valid, or belongs to another request "
                + "(`idempotency_key_reused`)."
        )
        static let tooMany = Refusal(
            status: 429,
            meaning: "Too many requests, or too many wrong passwords.",
            headers: [.retryAfter]
        )
    }

    /// What every operation of such a kind may answer with, besides its own.
    static func refusals(
        _ method: Method,
        _ access: Access,
        hasPath: Bool,
        _ request: RequestDescription,
        takesKey: Bool,
        _ answers: [AnswerDescription],
        _ own: [Refusal]
    ) -> [Refusal] {
        var all = own + [.notAcceptable, .tooMany]
        // What grows with what a client asks for may grow too long.
        if method == .get || request.hasQuery { all.append(.uriTooLong) }
        // Another role is told what a stranger is: that there is nothing.
        if access != .everyone { all.append(.notSignedIn) }
        if [.admin, .parent].contains(access) { all += [.forbidden, .notFound] }
        if !method.isSafe { all.append(.forbidden) }
        // A number of a path that is no text at all.
        if hasPath { all.append(.badRequest) }
        // What has no tag can't be expected to have one.
        if method == .patch, answers.contains(where: { $0.headers.contains(.etag) }) {
            all.append(.changedMeanwhile)
        }
        switch request {
        case .nothing: break
        case .query: all += [.badRequest, .invalid]
        case .json, .file: all += [.badRequest, .tooLarge, .notJSON, .invalid]
        }
        if takesKey { all += [.keyInUse, .keyReused] }
        return Dictionary(grouping: all, by: \.status.code).sorted { $0.key < $1.key }
            .compactMap { $0.value.first?.joined(with: $0.value.dropFirst()) }
    }
}

extension Operation.Refusal {
    /// The same status for other reasons, too.
    fileprivate func joined(with others: some Sequence<Operation.Refusal>) -> Operation.Refusal {
        var meanings = [meaning]
        for other in others where !meanings.contains(other.meaning) {
            meanings.append(other.meaning)
        }
        return Operation.Refusal(
            status: status,
            meaning: meanings.joined(separator: " "),
            headers: headers
        )
    }
}

// MARK: The route table

/// What programs ask of the API with something sent along: whoever shows a token that is good for it.
/// GET is quick; everything else runs on a worker.
func api<Content: RequestContent, Answer: APIAnswer, each Parameter: PathParameter>(
    _ method: Method,
    _ pattern: StaticString,
    _ description: OperationText,
    for access: Access,
    _ scope: Scope,
    lane: Lane? = nil,
    bodyLimit: BodyLimit = .form,
    repeats: Repetition? = nil,
    refuses: [Operation.Refusal] = [],
    _ handler: @escaping @Sendable (Visit, Sent<Content>, repeat each Parameter) throws -> Answer
) -> Route {
    let lane = lane ?? (method == .get ? .loop : .worker)
    let repeats = repeats ?? Repetition(method, lane)
    var route = route(method, pattern, access, lane, bodyLimit, entrance: .token(scope)) {
        (visit: Visit, parameter: repeat each Parameter) in
        try visit.once(repeats) {
            try handler(visit, Sent(visit: visit), repeat each parameter).response(to: visit)
        }
    }
    route.describe(description, Content.description, repeats, Answer.self, refuses)
    return route
}

/// The same with nothing sent along.
func api<Answer: APIAnswer, each Parameter: PathParameter>(
    _ method: Method,
    _ pattern: StaticString,
    _ description: OperationText,
    for access: Access,
    _ scope: Scope,
    lane: Lane? = nil,
    repeats: Repetition? = nil,
    refuses: [Operation.Refusal] = [],
    _ handler: @escaping @Sendable (Visit, repeat each Parameter) throws -> Answer
) -> Route {
    let lane = lane ?? (method == .get ? .loop : .worker)
    let repeats = repeats ?? Repetition(method, lane)
    var route = route(method, pattern, access, lane, .form, entrance: .token(scope)) {
        (visit: Visit, parameter: repeat each Parameter) in
        try visit.once(repeats) {
            try handler(visit, repeat each parameter).response(to: visit)
        }
    }
    route.describe(description, .nothing, repeats, Answer.self, refuses)
    return route
}

/// What everybody who is signed in may ask, whatever their token or key is good for, with nothing sent
/// along.
func signedInAPI<Answer: APIAnswer>(
    _ method: Method,
    _ pattern: StaticString,
    _ description: OperationText,
    _ handler: @escaping @Sendable (Visit) throws -> Answer
) -> Route {
    var route = route(method, pattern, .signedIn, .loop, .form, entrance: .anyToken) { visit in
        try handler(visit).response(to: visit)
    }
    route.describe(description, .nothing, .asSent, Answer.self, [])
    return route
}

/// What everybody may ask, signed in or not, with something sent along.
func publicAPI<Content: RequestContent, Answer: APIAnswer>(
    _ method: Method,
    _ pattern: StaticString,
    _ description: OperationText,
    lane: Lane? = nil,
    refuses: [Operation.Refusal] = [],
    _ handler: @escaping @Sendable (Visit, Sent<Content>) throws -> Answer
) -> Route {
    let lane = lane ?? (method == .get ? .loop : .worker)
    var route = route(method, pattern, .everyone, lane, .form, entrance: .nothing) { visit in
        try handler(visit, Sent(visit: visit)).response(to: visit)
    }
    route.describe(description, Content.description, .asSent, Answer.self, refuses)
    return route
}

/// The same with nothing sent along.
func publicAPI<Answer: APIAnswer>(
    _ method: Method,
    _ pattern: StaticString,
    _ description: OperationText,
    refuses: [Operation.Refusal] = [],
    _ handler: @escaping @Sendable (Visit) throws -> Answer
) -> Route {
    let lane: Lane = method == .get ? .loop : .worker
    var route = route(method, pattern, .everyone, lane, .form, entrance: .nothing) { visit in
        try handler(visit).response(to: visit)
    }
    route.describe(description, .nothing, .asSent, Answer.self, refuses)
    return route
}

/// What a route's line says of it in words.
struct OperationText: Sendable {
    let chapter: Operation.Chapter
    let name: String
    let summary: String
    let details: String

    init(_ chapter: Operation.Chapter, _ name: String, _ summary: String, _ details: String) {
        self.chapter = chapter
        self.name = name
        self.summary = summary
        self.details = details
    }
}

extension Route {
    fileprivate mutating func describe(
        _ text: OperationText,
        _ request: RequestDescription,
        _ repeats: Repetition,
        _ answer: any APIAnswer.Type,
        _ refusals: [Operation.Refusal]
    ) {
        let answers = answer.descriptions(of: method)
        let takesKey = repeats != .asSent
        operation = Operation(
            name: text.name,
            chapter: text.chapter,
            summary: text.summary,
            details: text.details,
            path: pattern.names.map { name in
                SchemaMember(
                    name: name,
                    schema: .integer(1...Int.max),
                    meaning: Self.meaning(ofParameter: name),
                    isRequired: true
                )
            },
            request: request,
            takesKey: takesKey,
            answers: answers,
            refusals: Operation.refusals(
                method,
                access,
                hasPath: !pattern.names.isEmpty,
                request,
                takesKey: takesKey,
                answers,
                refusals
            )
        )
    }

    /// "The number of the child." for `child_id`.
    private static func meaning(ofParameter name: String) -> String {
        "The id of the \(name.replacing("_id", with: "").replacing("_", with: " "))."
    }
}

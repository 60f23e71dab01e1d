import HTTP
import Server

/// The API document's description of a route: made with the route, from the types that its handler
/// takes and returns.
struct Operation: Sendable {
    /// The chapters of the document.
    enum Chapter: String, Sendable, CaseIterable {
        case tokens, catalog, children, libraries, watchlist, vocabulary, usage, books, categories
        case videos
        case reading = "reading along"
        case exchange = "imports and exports"
        case document = "this document"
    }

    /// Its name for clients, like `catalogBooks`.
    let name: String
    let chapter: Chapter
    /// In a few words.
    let summary: String
    /// What it does, in sentences.
    let details: String
    let path: [SchemaMember]
    let request: RequestDescription
    /// Whether it carries out a request with an `Idempotency-Key` only once, however often that is
    /// sent.
    let takesKey: Bool
    let answers: [AnswerDescription]
    let refusals: [Refusal]
}

extension Operation {
    /// A way in which an operation may be refused: a status, and when it occurs.
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

    /// The refusals that every operation of such a kind may answer with, besides its own.
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
        // An address that grows with the client's request may become too long.
        if method == .get || request.hasQuery { all.append(.uriTooLong) }
        // Other roles get the same answer as a stranger: that there is nothing.
        if access != .everyone { all.append(.notSignedIn) }
        if [.admin, .parent].contains(access) { all += [.forbidden, .notFound] }
        if !method.isSafe { all.append(.forbidden) }
        // A number in the path that isn't even text.
        if hasPath { all.append(.badRequest) }
        // A record without a tag can't be expected to have one.
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
    /// One refusal for each status, with the reasons of all.
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

/// The operations of one part of the API: their chapter of the document, who may use them, and the scopes
/// that a token needs to read and to change. Calling it makes a route.
struct Operations: Sendable {
    private let chapter: Operation.Chapter
    private let access: Access
    private let reading: Scope
    private let writing: Scope

    init(
        _ chapter: Operation.Chapter,
        for access: Access,
        reads reading: Scope,
        writes writing: Scope
    ) {
        self.chapter = chapter
        self.access = access
        self.reading = reading
        self.writing = writing
    }

    /// Operations that all need the same scope.
    init(_ chapter: Operation.Chapter, for access: Access, scope: Scope) {
        self.init(chapter, for: access, reads: scope, writes: scope)
    }

    /// An operation that takes content or a query. GET is quick; everything else runs on a worker.
    func callAsFunction<
        Content: RequestContent,
        Answer: APIAnswer,
        each Parameter: PathParameter
    >(
        _ method: Method,
        _ pattern: StaticString,
        _ name: String,
        _ summary: String,
        _ details: String,
        lane: Lane? = nil,
        bodyLimit: BodyLimit = .form,
        repeats: Repetition? = nil,
        refuses: [Operation.Refusal] = [],
        _ handler:
            @escaping @Sendable (Visit, Sent<Content>, repeat each Parameter) throws -> Answer
    ) -> Route {
        let text = OperationText(chapter, name, summary, details)
        return route(method, pattern, text, Content.description, lane, bodyLimit, repeats, refuses)
        {
            (visit: Visit, parameter: repeat each Parameter) in
            try handler(visit, Sent(visit: visit), repeat each parameter)
        }
    }

    /// An operation that takes neither content nor a query.
    func callAsFunction<Answer: APIAnswer, each Parameter: PathParameter>(
        _ method: Method,
        _ pattern: StaticString,
        _ name: String,
        _ summary: String,
        _ details: String,
        lane: Lane? = nil,
        repeats: Repetition? = nil,
        refuses: [Operation.Refusal] = [],
        _ handler: @escaping @Sendable (Visit, repeat each Parameter) throws -> Answer
    ) -> Route {
        let text = OperationText(chapter, name, summary, details)
        return route(method, pattern, text, .nothing, lane, .form, repeats, refuses, handler)
    }

    /// The route of both.
    private func route<Answer: APIAnswer, each Parameter: PathParameter>(
        _ method: Method,
        _ pattern: StaticString,
        _ text: OperationText,
        _ content: RequestDescription,
        _ lane: Lane?,
        _ bodyLimit: BodyLimit,
        _ repeats: Repetition?,
        _ refuses: [Operation.Refusal],
        _ answer: @escaping @Sendable (Visit, repeat each Parameter) throws -> Answer
    ) -> Route {
        let lane = lane ?? (method == .get ? .loop : .worker)
        let repeats = repeats ?? Repetition(method, lane)
        let entrance = Entrance.token(method == .get ? reading : writing)
        var route = Storytime.route(method, pattern, access, lane, bodyLimit, entrance: entrance) {
            (visit: Visit, parameter: repeat each Parameter) in
            try visit.once(repeats) {
                try answer(visit, repeat each parameter).response(to: visit)
            }
        }
        var meanings: [String?] = []
        repeat meanings.append((each Parameter).meaning)
        route.describe(text, content, repeats, Answer.self, refuses, meanings)
        return route
    }
}

/// An API operation without content for everybody who is signed in, whatever the scopes of their
/// token or key.
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

/// An API operation with content for everybody, signed in or not.
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

/// An API operation without content for everybody, signed in or not.
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

/// The words of a route's line that describe it.
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
        _ refusals: [Operation.Refusal],
        _ meanings: [String?] = []
    ) {
        let answers = answer.descriptions(of: method)
        let takesKey = repeats != .asSent
        operation = Operation(
            name: text.name,
            chapter: text.chapter,
            summary: text.summary,
            details: text.details,
            path: zip(pattern.names, meanings).map { name, meaning in
                SchemaMember(
                    name: name,
                    schema: .integer(1...Int.max),
                    meaning: meaning ?? Self.meaning(ofParameter: name),
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

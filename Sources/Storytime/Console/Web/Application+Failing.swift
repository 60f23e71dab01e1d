import HTTP
import SQLite

/// What went wrong, as an answer.
extension Application {
    /// The answer to a request that failed. `kept` is the text of a form that nobody was signed in for.
    func explain(
        _ error: any Error,
        _ request: Request,
        _ requestID: String,
        _ client: Client,
        _ kept: KeptForm?
    ) -> Response {
        let trouble = trouble(for: error, request, requestID)
        if case Failure.notSignedIn = error, !wantsJSON(request), kept == nil {
            return signInFirst(request)
        }
        var response: Response
        do {
            response = try page(for: trouble, kept, request, requestID, client)
        } catch {
            site.log.error("\(request.method.name) \(request.path)", requestID, error)
            response = Response(
                status: trouble.status,
                headers: Headers([("Content-Type", "text/plain; charset=utf-8")]),
                body: .bytes(Array(fallback(trouble, error).utf8))
            )
        }
        for (name, value) in trouble.headers { response.headers.add(name, value) }
        return response
    }

    /// What is said when even the error page can't be rendered. Whoever develops templates sees
    /// their mistake where they look for the page.
    private func fallback(_ trouble: Trouble, _ error: any Error) -> String {
        site.configuration.isDevelopment
            ? "\(error)\n" : "\(trouble.heading). \(trouble.message)\n"
    }

    private func trouble(for error: any Error, _ request: Request, _ requestID: String) -> Trouble {
        if let failure = error as? Failure { return Trouble(failure) }
        if let failure = error as? APIFailure { return Trouble(failure) }
        site.log.error("\(request.method.name) \(request.path)", requestID, error)
        if let error = error as? SQLiteError { return Trouble(error) }
        return .internalError
    }

    private func page(
        for trouble: Trouble,
        _ kept: KeptForm?,
        _ request: Request,
        _ requestID: String,
        _ client: Client
    ) throws -> Response {
        if wantsJSON(request) {
            return Response(status: trouble.status, json: trouble.json(requestID: requestID))
        }
        // The page shows who is signed in, if the database can still tell.
        let session = try? sessions.find(cookie(.session, request, client), now: site.clock())
        let visit = visit(request, requestID, client, session ?? nil, now: site.clock())
        if let kept, trouble.code == Trouble(.notSignedIn).code {
            return try visit.page(
                SignInPage(form: SignInForm(), next: nil, kept: kept),
                status: 403
            )
        }
        return try visit.page(
            ErrorPage(trouble: trouble, isSignedIn: visit.session != nil),
            status: trouble.status
        )
    }

    private func signInFirst(_ request: Request) -> Response {
        var location = "/login"
        if request.method.isSafe, request.path != "/" {
            location += "?next=" + PercentEncoding.encodeComponent(request.head.target.raw)
        }
        return Response(status: 303, headers: Headers([("Location", location)]))
    }

    func wantsJSON(_ request: Request) -> Bool {
        request.head.isForAPI || Bearer.isShown(by: request)
            || request.headers["accept"]?.hasPrefix("application/json") == true
    }
}

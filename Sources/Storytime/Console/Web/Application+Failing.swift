import HTTP
import SQLite

/// Errors as answers.
extension Application {
    /// The answer to a request that failed. `kept` is the text of a form that was sent signed out.
    func explain(
        _ error: any Error,
        _ request: Request,
        _ requestID: String,
        _ client: Client,
        _ kept: PendingForm?
    ) -> Response {
        let trouble = trouble(for: error, request, requestID)
        let device = (try? device(request, client)) ?? nil
        if case Failure.kidsModeEnded = error {
            return Response(status: 303, headers: ["Location": "/kids"])
        }
        if case Failure.notSignedIn = error, device == nil, !wantsJSON(request), kept == nil {
            return signInFirst(request, client)
        }
        var response: Response
        do {
            response = try page(for: trouble, kept, device, request, requestID, client)
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

    /// The message if even the error page can't be rendered. In development, it shows a mistake in
    /// a template right there.
    private func fallback(_ trouble: Trouble, _ error: any Error) -> String {
        site.configuration.isDevelopment
            ? "\(error)\n" : "\(trouble.heading). \(trouble.message)\n"
    }

    private func trouble(for error: any Error, _ request: Request, _ requestID: String) -> Trouble {
        if let failure = error as? Failure { return Trouble(failure) }
        if let failure = error as? APIFailure { return Trouble(failure) }
        site.log.error("\(request.method.name) \(request.path)", requestID, error)
        if let error = error as? SQLiteError { return Trouble(error) }
        if error is NotSaved {
            site.vitals.lacks.noteNotSaved()
            return .notSaved
        }
        return .internalError
    }

    private func page(
        for trouble: Trouble,
        _ kept: PendingForm?,
        _ device: HandedDevice?,
        _ request: Request,
        _ requestID: String,
        _ client: Client
    ) throws -> Response {
        if wantsJSON(request) {
            return Response(status: trouble.status, json: trouble.json(requestID: requestID))
        }
        if let device {
            let now = site.clock()
            return try visit(request, requestID, client, .child(device), now: now)
                .page(KidsErrorPage(trouble: trouble), status: trouble.status)
        }
        // The page shows who is signed in, if the database can still tell.
        let session = try? sessions.find(cookie(.session, request, client), now: site.clock())
        let visitor = (session ?? nil).map(Visitor.person) ?? .stranger
        let visit = visit(request, requestID, client, visitor, now: site.clock())
        if let kept, trouble.code == Trouble(.notSignedIn).code {
            return try visit.page(
                SignInPage(form: SignInForm(), next: nil, kept: kept),
                status: 403
            )
        }
        return try visit.page(
            ErrorPage(trouble: trouble, leadsToStart: visit.session != nil),
            status: trouble.status
        )
    }

    private func signInFirst(_ request: Request, _ client: Client) -> Response {
        // Kids Mode has ended there: its own page says so, and no sign-in page comes up before a child.
        if request.path.hasPrefix("/kids/"),
            HandedDevice.isCookie(cookie(.session, request, client))
        {
            return Response(status: 303, headers: ["Location": "/kids"])
        }
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

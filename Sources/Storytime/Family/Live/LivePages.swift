import HTTP
import Quill
import Server
import Subtitles

/// Live transcription: where it starts, and the sessions that were kept.
enum LivePages {
    static let path = "/watch/live"
    private static let perPage = 20
    static let linesPerPage = 200

    static let routes: [Route] = [
        get("/watch/live", for: .parent, index),
        post("/watch/live", for: .parent, begin),
        get("/watch/live/{id}", for: .parent, show),
        post("/watch/live/{id}", for: .parent, rename),
        get("/watch/live/{id}/saved/{file}", for: .parent, lane: .slow, save),
        post("/watch/live/{id}/delete", for: .parent, delete),
        post("/watch/live/{id}/restore", for: .parent, restore),
    ]

    static func index(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        let user = try visit.liveOwner().user
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.live.count(of: user)
        )
        let sessions = try visit.live.list(
            of: user,
            limit: perPage,
            offset: pagination.offset
        )
        let last = try sessions.first ?? visit.live.list(of: user, limit: 1, offset: 0).first
        let language = try last?.language ?? visit.answerLanguage()
        return try visit.page(
            LivePage(
                head: try ReadingHead(path, visit, scope.family),
                place: LivePlace(language: language, keepsWords: try visit.isOn(.vocabulary)),
                field: FormField(
                    LivePage.languageSpec,
                    initially: LanguageTag.name(of: language) ?? language
                ),
                service: visit.site.configuration.transcribing.service,
                sessions: sessions,
                pagination: pagination,
                times: visit.times,
                now: visit.now
            )
        )
    }

    /// The button was pressed.
    static func begin(_ visit: Visit) throws -> Response {
        let user = try visit.liveOwner().user
        let fields = try visit.fields()
        guard let way = fields.text("way").flatMap({ LiveSession.Way(rawValue: $0) }) else {
            throw Failure.badRequest("“way” must be browser or service.")
        }
        let field = FormField(LivePage.languageSpec, fields)
        guard let tag = field.value.flatMap({ LanguageTag(named: $0) }) else {
            return visit.liveRefusal(422, field.error ?? "Enter the language that is spoken.")
        }
        if way == .service, visit.site.configuration.transcribing.service == nil {
            return visit.liveRefusal(409, LivePiecePages.noService)
        }
        do {
            let title = "Live, \(visit.times.exact(visit.now))"
            let session = try visit.live.begin(title, tag.text, way, by: user)
            return Response(
                status: 201,
                json: JSONWriter.bytes { json in
                    json.object { json in
                        json.member("href", session.href)
                        json.member("title", session.title)
                        json.member("language", session.language)
                    }
                }
            )
        } catch LiveStore.Refusal.tooManySessions {
            return visit.liveRefusal(409, Allowance.liveSessions.refusal)
        }
    }

    // MARK: A session

    static func show(_ visit: Visit, _ id: ID<LiveSession>) throws -> Response {
        let session = try visit.live.find(id, of: visit.liveOwner().user)
        return try page(visit, session, LiveSessionForm(session))
    }

    private static func page(_ visit: Visit, _ session: LiveSession, _ form: LiveSessionForm) throws
        -> Response
    {
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: linesPerPage,
            total: session.pieceCount
        )
        return try visit.page(
            LiveSessionPage(
                session: session,
                form: form,
                place: LivePlace(
                    language: session.language,
                    keepsWords: try visit.isOn(.vocabulary)
                ),
                pieces: try visit.live.pieces(
                    of: session.id,
                    limit: linesPerPage,
                    offset: pagination.offset
                ),
                pagination: pagination,
                times: visit.times
            ),
            status: form.errors.isEmpty ? 200 : visit.formStatus
        )
    }

    static func rename(_ visit: Visit, _ id: ID<LiveSession>) throws -> Response {
        let user = try visit.liveOwner().user
        let session = try visit.live.find(id, of: user)
        let form = LiveSessionForm(try visit.fields())
        guard let title = form.title.value,
            let tag = form.language.value.flatMap({ LanguageTag(named: $0) }), !visit.isResumed
        else { return try page(visit, session, form) }
        try visit.live.rename(id, to: title, tag.text, of: user)
        return try visit.redirect(
            to: session.href,
            notice: Flash(.good, "Changes saved." + [form.title].trimmingNote)
        )
    }

    static func delete(_ visit: Visit, _ id: ID<LiveSession>) throws -> Response {
        let user = try visit.liveOwner().user
        let session = try visit.live.find(id, of: user)
        try visit.live.remove(id, of: user)
        return try visit.redirect(
            to: path + Flash.anchor,
            notice: Flash(.good, "“\(session.title)” deleted.", undo: session.href + "/restore")
        )
    }

    static func restore(_ visit: Visit, _ id: ID<LiveSession>) throws -> Response {
        let isBack = try visit.live.restore(id, of: visit.liveOwner().user)
        return try visit.redirect(
            to: isBack ? "\(path)/\(id)" : path,
            notice: isBack
                ? Flash(.good, "The session is back.")
                : Flash(.info, "It’s too late to bring this session back.")
        )
    }

    // MARK: As a file

    static func save(_ visit: Visit, _ id: ID<LiveSession>, _ file: LiveFile) throws -> Response {
        let session = try visit.live.find(id, of: visit.liveOwner().user)
        let name = file.name(of: session, visit.times)
        guard file != .csv else {
            return try visit.csv(LiveExport(session), named: name)
        }
        let pieces = try visit.live.pieces(of: id, limit: LiveStore.mostPieces)
        return Response(
            headers: Headers([
                ("Content-Type", file.contentType), ("Content-Disposition", name.disposition),
            ]),
            body: .bytes(file == .vtt ? LiveFile.vtt(session, pieces) : LiveFile.text(pieces))
        )
    }
}

extension Visit {
    /// What a script is told when something isn’t done.
    func liveRefusal(_ status: Status, _ message: String, retryAfter: Int? = nil) -> Response {
        var response = Response(
            status: status,
            json: JSONWriter.bytes { json in json.object { $0.member("message", message) } }
        )
        if let retryAfter { response.headers.add("Retry-After", "\(retryAfter)") }
        return response
    }
}

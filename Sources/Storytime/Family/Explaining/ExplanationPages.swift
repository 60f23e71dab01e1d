import HTTP
import Quill
import Received
import SQLite
import Server

/// What words of a story mean, told by a model: asked for by the player, or by a form of a page.
///
/// The player gets what the model says while it says it, as server-sent events (`ExplanationEvents`). A
/// browser without scripts is sent to the page of the conversation, which grows while it is loaded.
enum ExplanationPages {
    static let routes: [Route] = [
        get("/watch/{book}/explanations", for: .parent, list),
        post("/watch/{book}/explanations", for: .parent, create),
        get("/watch/{book}/explanations/{id}", for: .parent, show),
        post("/watch/{book}/explanations/{id}/cancel", for: .parent, cancel),
        post("/watch/{book}/explanations/{id}/delete", for: .parent, delete),
        post("/watch/{book}/explanations/{id}/restore", for: .parent, restore),
    ]

    static func path(_ book: ID<Book>) -> String { "/watch/\(book)/explanations" }

    // MARK: Asking

    static func create(_ visit: Visit, _ book: ID<Book>) throws -> Response {
        let form = ExplanationForm(try visit.fields())
        do {
            return try ask(form, visit, try visit.readingTracks(of: book))
        } catch let refusal as ExplanationRefusal {
            return try refuse(refusal, form, visit, book)
        }
    }

    private static func ask(_ form: ExplanationForm, _ visit: Visit, _ tracks: ReadingTracks) throws
        -> Response
    {
        let inquiry = try Inquiry(form, visit, tracks)
        if let known = try visit.explanations.answered(inquiry.question) {
            return try answer(known, isCached: true, visit)
        }
        if let told = try inquiry.translationOfOtherTrack(visit, tracks) {
            return try answer(told, isCached: true, visit)
        }
        guard let service = ChatService(visit.site.configuration.chat) else {
            throw ExplanationRefusal(503, ChatTrouble.isOff.description)
        }
        let desk = visit.site.shared[ConversationDesk.self]
        let allowance = Allowance.conversations
        guard try allowance.used(by: tracks.family, in: visit.database) < allowance.limit else {
            throw ExplanationRefusal(409, allowance.refusal)
        }
        // Before anything is written; `start` looks again.
        try expectRoom(desk, tracks.family)
        let id = try visit.database.write {
            try visit.countQuestion(of: tracks.family)
            return try visit.explanations.begin(inquiry.question)
        }
        let thread = inquiry.question.thread ?? id
        let conversation = Conversation(id, of: tracks.family)
        let way = ReadingWay(tracks.book, try visit.query())
        var response = try visit.redirect(to: "\(path(tracks.book))/\(thread)\(way.query)#end")
        if visit.takesEvents {
            let pipe = Pipe(heartbeat: ExplanationEvents.heartbeat)
            conversation.add(ExplanationEvents.listener(pipe, id, thread), isOwner: true)
            response = ExplanationEvents.response(.stream(pipe))
        }
        do {
            try desk.start(conversation, work(inquiry.messages, service, visit.site))
        } catch {
            try visit.explanations.remove(id, of: tracks.family)
            throw ExplanationRefusal(error)
        }
        return response
    }

    private static func expectRoom(_ desk: ConversationDesk, _ family: ID<Family>) throws {
        do {
            try desk.expectRoom(for: family)
        } catch {
            throw ExplanationRefusal(error)
        }
    }

    /// The conversation itself, on its own thread. What the model said is kept before its readers learn
    /// that this was all.
    private static func work(_ messages: [ChatMessage], _ service: ChatService, _ site: Site)
        -> ConversationDesk.Work
    {
        { database, conversation in
            let store = ExplanationStore(database: database, now: site.clock())
            let id = conversation.explanation
            do {
                let answer = try service.answer(
                    to: messages,
                    isWanted: { conversation.isWanted },
                    onText: { conversation.say($0) }
                )
                site.shared[ModelStatus.self].learn(nil, at: site.clock())
                try store.finish(id, answer.text, isCut: answer.isCut)
                conversation.end(.done(isCut: answer.isCut))
            } catch {
                let trouble = error as? ChatTrouble ?? .interrupted
                site.shared[ModelStatus.self].learn(trouble, at: site.clock())
                do {
                    if trouble == .canceled {
                        try store.remove(id, of: conversation.family)
                    } else {
                        site.log.note("explaining: \(trouble.detail)")
                        try store.fail(id, trouble.description)
                    }
                } catch {
                    site.log.error("explaining", "-", error)
                }
                conversation.end(.trouble(trouble))
            }
        }
    }

    // MARK: Answers that are known

    private static func answer(_ known: Explanation, isCached: Bool, _ visit: Visit) throws
        -> Response
    {
        guard visit.takesEvents else {
            let way = ReadingWay(known.book, try visit.query())
            return try visit.redirect(to: known.href + way.query + "#end")
        }
        return ExplanationEvents.response(
            .bytes(
                ExplanationEvents.piece(known.answer)
                    + ExplanationEvents.done(
                        known.id,
                        known.thread,
                        isCached: isCached,
                        isCut: known.isCut
                    )
            )
        )
    }

    private static func refuse(
        _ refusal: ExplanationRefusal,
        _ form: ExplanationForm,
        _ visit: Visit,
        _ book: ID<Book>
    ) throws -> Response {
        var response: Response
        if visit.takesEvents {
            response = ExplanationEvents.response(
                .bytes(ExplanationEvents.trouble(refusal.message))
            )
            response.status = refusal.status
        } else {
            response = try visit.page(
                ExplanationRefusedPage(
                    message: refusal.message,
                    form: form,
                    way: ReadingWay(book, try visit.query()),
                    canRetry: refusal.status != 503
                ),
                status: refusal.status
            )
        }
        if let seconds = refusal.retryAfter { response.headers.add("Retry-After", "\(seconds)") }
        return response
    }

    // MARK: Reading again

    /// What is known of a cue, for the player. Without one it is the address of a form that was refused,
    /// opened again.
    static func list(_ visit: Visit, _ book: ID<Book>) throws -> Response {
        let tracks = try visit.readingTracks(of: book)
        let query = try visit.query()
        if query.text("track") == nil, query.text("cue") == nil {
            return try visit.redirect(to: "\(ConversationListPages.path)?story=\(book)")
        }
        guard let track = query.text("track").flatMap({ TrackName(pathSegment: $0[...]) }),
            let cue = query.number("cue")
        else { throw Failure.badRequest("“track” and “cue” must name a cue.") }
        let known = try visit.explanations.ofCue(cue, of: track, in: book, tracks.family)
        var json = JSONWriter()
        json.object { json in
            json.name("explanations")
            json.list { json in
                for explanation in known { json.explanation(explanation) }
            }
        }
        return Response(json: json.bytes)
    }

    /// A conversation, which can be continued. One whose answer is still coming grows while the browser
    /// loads it.
    static func show(_ visit: Visit, _ book: ID<Book>, _ id: ID<Explanation>) throws -> Response {
        let tracks = try visit.readingTracks(of: book)
        let first = try visit.explanations.find(id, of: tracks.family, in: book)
        guard first.thread == id else { return try visit.redirect(to: first.href) }
        var turns = try visit.explanations.thread(id, of: tracks.family)
        let coming = turns.last.flatMap { last in
            last.state == .asking ? visit.site.shared[ConversationDesk.self].running(last.id) : nil
        }
        if coming == nil, turns.last?.state == .asking {
            // It may have ended between the two looks.
            turns = try visit.explanations.thread(id, of: tracks.family)
        }
        // Something that nobody types, in the place of what is still to come.
        let mark = coming == nil ? "" : Base64URL.encode(try Random.bytes(18))
        var page = ExplanationShowPage(
            first: first,
            turns: turns,
            title: try visit.shelf(of: visit.family().family).findIfAny(book)?.title ?? "",
            way: ReadingWay(book, try visit.query()),
            coming: coming == nil ? nil : mark,
            isOn: visit.site.configuration.chat.isOn,
            assistant: visit.site.configuration.chat.assistant
        )
        var response = try visit.page(page)
        guard let coming, let answered = split(response, at: mark) else { return response }
        // Whether it may be asked about further is only known at the end.
        page.hasFailed = true
        let failed = split(try visit.page(page), at: mark)?.rest ?? answered.rest
        let pipe = Pipe(heartbeat: Array("<!-- -->".utf8))
        pipe.write(answered.beginning)
        coming.add(ExplanationEvents.pageListener(pipe) { $0 ? failed : answered.rest })
        response.body = .stream(pipe)
        return response
    }

    private static func split(_ response: Response, at mark: String) -> (
        beginning: [UInt8], rest: [UInt8]
    )? {
        guard case .bytes(let bytes) = response.body,
            let place = bytes.firstRange(of: Array(mark.utf8))
        else { return nil }
        return (Array(bytes[..<place.lowerBound]), Array(bytes[place.upperBound...]))
    }

    static func cancel(_ visit: Visit, _ book: ID<Book>, _ id: ID<Explanation>) throws -> Response {
        let tracks = try visit.readingTracks(of: book)
        let explanation = try visit.explanations.find(id, of: tracks.family, in: book)
        let way = ReadingWay(book, try visit.query())
        let running = visit.site.shared[ConversationDesk.self].running(id)
        if explanation.state == .done || running?.cancel() == false {
            return try visit.redirect(
                to: explanation.href + way.query + "#end",
                notice: Flash(.info, "The answer was already there.")
            )
        }
        if running == nil { try visit.explanations.remove(id, of: tracks.family) }
        let isFirst = explanation.thread == id
        return try visit.redirect(
            to: isFirst ? way.of(explanation).href : explanation.href + way.query,
            notice: Flash(.info, "The question was canceled.")
        )
    }

    /// Whether the story may still be watched doesn’t matter: what a family asked is its own.
    static func delete(_ visit: Visit, _ book: ID<Book>, _ id: ID<Explanation>) throws -> Response {
        let family = try visit.family().family
        let explanation = try visit.explanations.find(id, of: family.id, in: book)
        let desk = visit.site.shared[ConversationDesk.self]
        for turn in try visit.explanations.thread(explanation.thread, of: family.id) {
            desk.running(turn.id)?.cancel()
        }
        try visit.explanations.delete(explanation.thread, of: family.id)
        let way = ReadingWay(book, try visit.query())
        let isOfList = try visit.fields().text("from") == "list"
        let canGoBack = try !isOfList && visit.shelf(of: family).mayWatch(book)
        return try visit.redirect(
            to: canGoBack ? way.of(explanation).href : ConversationListPages.path,
            notice: Flash(
                .good,
                "Conversation deleted.",
                undo: explanation.href + "/restore" + way.query
            )
        )
    }

    static func restore(_ visit: Visit, _ book: ID<Book>, _ id: ID<Explanation>) throws -> Response
    {
        let family = try visit.family().family
        let isBack = try visit.explanations.restore(id, of: family.id, in: book)
        let canOpen = try isBack && visit.shelf(of: family).mayWatch(book)
        let way = ReadingWay(book, try visit.query())
        return try visit.redirect(
            to: canOpen ? "\(path(book))/\(id)\(way.query)" : ConversationListPages.path,
            notice: isBack
                ? Flash(.good, "The conversation is back.")
                : Flash(.info, "It’s too late to bring this conversation back.")
        )
    }
}

/// Why a question isn't asked, for the person who asked.
struct ExplanationRefusal: Error {
    let status: Status
    let message: String
    var retryAfter: Int?

    init(_ status: Status, _ message: String, retryAfter: Int? = nil) {
        self.status = status
        self.message = message
        self.retryAfter = retryAfter
    }

    init(_ refusal: ConversationRefusal) {
        self.init(429, refusal.message, retryAfter: refusal.retryAfter)
    }
}

extension Visit {
    /// Counts a question to the model, of whatever it is asked about.
    func countQuestion(of family: ID<Family>) throws {
        do {
            try hourlyCounts.count(ConversationDesk.hourly, of: family)
        } catch let limit as HourlyLimit.Reached {
            throw ExplanationRefusal(429, limit.message, retryAfter: limit.retryAfter)
        }
    }

    /// Whether a script wants to read along.
    var takesEvents: Bool {
        request.headers["accept"]?.lowercased().contains("text/event-stream") == true
    }
}

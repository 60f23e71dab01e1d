import HTTP
import Quill
import Server

/// Explains and translates words of a session, as for a story’s. What a model says of them isn’t kept.
enum LiveExplaining {
    static let routes: [Route] = [
        post("/watch/live/{id}/explanations", for: .parent, create)
    ]

    static func create(_ visit: Visit, _ id: ID<LiveSession>) throws -> Response {
        let owner = try visit.liveOwner()
        _ = try visit.live.find(id, of: owner.user)
        do {
            return try ask(ExplanationForm(try visit.fields()), visit, id, owner)
        } catch let refusal as ExplanationRefusal {
            var response = ExplanationEvents.response(
                .bytes(ExplanationEvents.trouble(refusal.message))
            )
            response.status = refusal.status
            if let seconds = refusal.retryAfter {
                response.headers.add("Retry-After", "\(seconds)")
            }
            return response
        }
    }

    private static func ask(
        _ form: ExplanationForm,
        _ visit: Visit,
        _ id: ID<LiveSession>,
        _ owner: (user: ID<User>, family: ID<Family>)
    ) throws -> Response {
        guard let kind = form.kind, let cue = form.cue else {
            throw Failure.badRequest("“kind” and “cue” must say what to explain.")
        }
        guard form.text.unicodeScalars.count <= Passage.mostCharacters else {
            throw ExplanationRefusal(
                422,
                "Select at most \(Counted.number(Passage.mostCharacters)) characters."
            )
        }
        let pieces = try visit.live.pieces(of: id, around: cue, Passage.neighbors)
        guard let index = pieces.firstIndex(where: { $0.number == cue }) else {
            throw ExplanationRefusal(404, "This line isn’t saved yet. Try again in a moment.")
        }
        guard let service = ChatService(visit.site.configuration.chat) else {
            throw ExplanationRefusal(503, ChatTrouble.isOff.description)
        }
        let passage = Passage(form.text, at: index, of: pieces.map(\.text))
        let messages = [
            try visit.instructions.current(kind, of: owner.user)
                .system(language: visit.answerLanguage()),
            passage.message(kind),
        ]
        let number = visit.site.shared[LiveDesk.self].passingNumber()
        let conversation = Conversation(ID(number), of: owner.family)
        let pipe = Pipe(heartbeat: ExplanationEvents.heartbeat)
        conversation.add(listener(pipe), isOwner: true)
        let site = visit.site
        let desk = site.shared[ConversationDesk.self]
        do {
            try desk.expectRoom(for: owner.family)
            try visit.countQuestion(of: owner.family)
            try desk.start(conversation) {
                _,
                conversation in
                answer(messages, service, conversation, site)
            }
        } catch let refusal as ConversationRefusal {
            throw ExplanationRefusal(refusal)
        }
        return ExplanationEvents.response(.stream(pipe))
    }

    private static func answer(
        _ messages: [ChatMessage],
        _ service: ChatService,
        _ conversation: Conversation,
        _ site: Site
    ) {
        do {
            let answer = try service.answer(
                to: messages,
                isWanted: { conversation.isWanted },
                onText: { conversation.say($0) }
            )
            site.shared[ModelStatus.self].learn(nil, at: site.clock())
            conversation.end(.done(isCut: answer.isCut))
        } catch {
            site.shared[ModelStatus.self].learn(error, at: site.clock())
            if error != .canceled { site.log.note("explaining: \(error.detail)") }
            conversation.end(.trouble(error))
        }
    }

    private static func listener(_ pipe: Pipe) -> Conversation.Listener {
        Conversation.Listener(
            pipe: pipe,
            piece: { ExplanationEvents.piece($0) },
            ending: { ending in
                switch ending {
                case .done(let isCut): ExplanationEvents.done(isCut: isCut)
                case .trouble(let trouble): ExplanationEvents.trouble(trouble.description)
                }
            }
        )
    }
}

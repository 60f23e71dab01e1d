import HTTP
import Received
import SQLite
import Subtitles

/// What somebody sent to have it explained.
struct ExplanationForm {
    static let mostQuestionCharacters = 1000

    let kind: Explanation.Kind?
    let track: TrackName?
    let cue: Int?
    let text: String
    let language: String
    let question: String
    /// The conversation that a question continues.
    let thread: ID<Explanation>?

    init(_ fields: Fields) {
        func number(_ name: String) -> Int? { fields.number(name) }
        kind = fields.text("kind").flatMap { Explanation.Kind(rawValue: $0) }
        track = fields.text("track").flatMap { TrackName(pathSegment: $0[...]) }
        cue = number("cue")
        text = ReadableText.of(fields.text("text"))
        language = PlainText.trimmed(fields.text("to") ?? "")
        question = ReadableText.of(fields.text("question"))
        thread = fields.text("thread").flatMap { ID(pathSegment: $0[...]) }
    }

    /// The same as a question that was asked before.
    init(_ asked: Explanation) {
        kind = asked.kind
        track = asked.track
        cue = asked.cue
        text = asked.text
        language = asked.language
        question = asked.question
        thread = nil
    }

    /// Everything but what was typed, to send it once more.
    var hidden: [HiddenField] {
        [
            ("kind", kind?.rawValue), ("track", track.map { "\($0)" }),
            ("cue", cue.map(String.init)), ("text", text), ("to", language),
            ("thread", thread.map { "\($0)" }),
        ].compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : HiddenField(name: name, value: $0) }
        }
    }
}

/// A question with everything that is sent for it.
struct Inquiry {
    let question: Question
    let messages: [ChatMessage]

    init(_ form: ExplanationForm, _ visit: Visit, _ tracks: ReadingTracks) throws {
        let first = try form.thread.map {
            try visit.explanations.find($0, of: tracks.family, in: tracks.book)
        }
        guard let kind = first?.kind ?? form.kind, let track = first?.track ?? form.track,
            let cue = first?.cue ?? form.cue
        else { throw Failure.badRequest("“kind”, “track” and “cue” must say what to explain.") }
        let language = try Self.language(form, first, visit)
        let passage = try Self.passage(first?.text ?? form.text, track, cue, tracks)
        var messages = [
            try Self.instructions(kind, visit).system(language: language), passage.message(kind),
        ]
        if let first { try Self.continue(first, form, &messages, visit, tracks.family) }
        let model = visit.site.configuration.chat.model
        question = Question(
            family: tracks.family,
            user: visit.session?.user.id,
            book: tracks.book,
            track: track,
            cue: cue,
            kind: kind,
            text: passage.text,
            language: language,
            question: first == nil ? "" : form.question,
            thread: first?.thread,
            model: model,
            contentHash: try Self.hash(messages, model)
        )
        self.messages = messages
    }

    private static func instructions(_ kind: Explanation.Kind, _ visit: Visit) throws
        -> Instructions
    {
        try visit.session.map { try visit.instructions.current(kind, of: $0.user.id) }
            ?? Instructions(kind: kind)
    }

    private static func language(_ form: ExplanationForm, _ first: Explanation?, _ visit: Visit)
        throws -> String
    {
        if let first { return first.language }
        guard !form.language.isEmpty else { return try visit.answerLanguage() }
        guard let tag = LanguageTag(named: form.language) else {
            throw ExplanationRefusal(
                422,
                "We don’t know the language “\(form.language.prefix(40))”. Choose another one."
            )
        }
        return tag.text
    }

    private static func passage(
        _ text: String,
        _ track: TrackName,
        _ cue: Int,
        _ tracks: ReadingTracks
    )
        throws -> Passage
    {
        guard text.unicodeScalars.count <= Passage.mostCharacters else {
            throw ExplanationRefusal(
                422,
                "Select at most \(Counted.number(Passage.mostCharacters)) characters."
            )
        }
        _ = try tracks.find(track)
        let cues = try tracks.cues(track)
        guard let index = cues.firstIndex(where: { $0.id == cue }) else { throw Failure.notFound }
        let passage = Passage(text, at: index, of: cues.map { ReadableText.of($0.cue.text) })
        guard !passage.text.isEmpty else {
            throw ExplanationRefusal(422, "There are no words here. Choose another line.")
        }
        return passage
    }

    /// Adds what was said so far, and what is asked now.
    private static func `continue`(
        _ first: Explanation,
        _ form: ExplanationForm,
        _ messages: inout [ChatMessage],
        _ visit: Visit,
        _ family: ID<Family>
    ) throws {
        guard !form.question.isEmpty else {
            throw ExplanationRefusal(422, "Enter a question.")
        }
        guard form.question.unicodeScalars.count <= ExplanationForm.mostQuestionCharacters else {
            let most = Counted.number(ExplanationForm.mostQuestionCharacters)
            throw ExplanationRefusal(422, "Use at most \(most) characters for a question.")
        }
        let turns = try visit.explanations.thread(first.thread, of: family)
        guard turns.allSatisfy({ $0.state != .asking }) else {
            throw ExplanationRefusal(409, "Wait for the answer before you ask another question.")
        }
        let told = turns.filter { $0.state == .done }
        guard told.first?.id == first.thread else {
            throw ExplanationRefusal(409, "The first question has no answer. Ask it again.")
        }
        guard told.count < ExplanationStore.mostOfThread else {
            throw ExplanationRefusal(
                422,
                "This conversation has reached its limit. Choose the words again to start a new one."
            )
        }
        for turn in told {
            if !turn.question.isEmpty {
                messages.append(ChatMessage(role: .user, content: turn.question))
            }
            messages.append(ChatMessage(role: .assistant, content: turn.answer))
        }
        messages.append(ChatMessage(role: .user, content: form.question))
    }

    /// Of everything that the answer depends on, so that the same is only asked once.
    private static func hash(_ messages: [ChatMessage], _ model: String) throws -> [UInt8] {
        var json = JSONWriter()
        json.list { json in
            json.text(model)
            for message in messages {
                json.text(message.role.rawValue)
                json.text(message.content)
            }
        }
        return try Digest.sha256(json.bytes)
    }

    // MARK: Without a model

    /// A whole cue has its translation in another track already, if there is one in that language.
    func translationOfOtherTrack(_ visit: Visit, _ tracks: ReadingTracks) throws -> Explanation? {
        guard question.kind == .translate, question.thread == nil, messages.count == 2 else {
            return nil
        }
        let cues = try tracks.cues(question.track)
        guard let cue = cues.first(where: { $0.id == question.cue })?.cue,
            ReadableText.of(cue.text) == question.text,
            let other = try tracks.all().first(where: {
                $0.name != question.track && Self.isSame($0.language, question.language)
            })
        else { return nil }
        let text = ReadableText.of(
            Self.text(of: try tracks.document(other.name), during: cue),
            most: ChatService.mostCharacters
        )
        guard !text.isEmpty else { return nil }
        let told = Question(
            family: question.family,
            user: question.user,
            book: question.book,
            track: question.track,
            cue: question.cue,
            kind: .translate,
            text: question.text,
            language: question.language,
            model: "",
            contentHash: try Self.hash(
                [
                    ChatMessage(
                        role: .assistant,
                        content: "\(question.track) \(question.cue) \(text)"
                    )
                ],
                ""
            )
        )
        if let known = try visit.explanations.answered(told) { return known }
        let id = try visit.explanations.begin(told)
        try visit.explanations.finish(
            id,
            text,
            isCut: false
        )
        return try visit.explanations.find(id, of: question.family, in: question.book)
    }

    /// “pt” and “pt-BR” are the same to somebody who asks for either.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.prefix { $0 != "-" }.lowercased() == other.prefix { $0 != "-" }.lowercased()
    }

    /// What is said while a cue is shown: texts that share most of their own time with it.
    private static func text(of document: Captions, during cue: Cue) -> String {
        let end = cue.end ?? cue.start + 5000
        return document.cues.filter { other in
            let otherEnd = other.end ?? other.start + 5000
            let shared = min(end, otherEnd) - max(cue.start, other.start)
            return shared * 2 >= min(end - cue.start, otherEnd - other.start) && shared > 0
        }.map(\.text).joined(separator: "\n")
    }
}

import Quill

/// A word as the player sends it.
struct KeptWordForm {
    static let mostTermCharacters = 200
    static let mostMeaningCharacters = 4000
    static let mostContextCharacters = 2000

    private let fields: Fields
    private let term: String

    init(_ fields: Fields) {
        self.fields = fields
        term = ReadableText.of(fields.text("term"))
    }

    /// What is wrong if it isn't a word.
    var complaint: String {
        term.isEmpty
            ? "Choose a word to save."
            : "A word can have at most \(Self.mostTermCharacters) characters."
    }

    /// Nil if there is no word, or a text that isn't one. What isn't there any more, or never was, is
    /// left out: the word counts.
    func word(_ visit: Visit, _ scope: FamilyScope) throws -> NewWord? {
        guard !term.isEmpty, term.unicodeScalars.count <= Self.mostTermCharacters else {
            return nil
        }
        let place = try place(visit, scope)
        return NewWord(
            term: term,
            meaning: text("meaning", Self.mostMeaningCharacters),
            context: text("context", Self.mostContextCharacters),
            language: place.language,
            child: try child(visit, scope)?.id,
            book: place.book,
            track: place.track,
            seconds: fields.decimal("seconds")
                .flatMap { (0..<1_000_000).contains($0) ? $0 : nil },
            web: place.web
        )
    }

    /// Said by the page of what has no track; a story’s track knows better.
    private var spoken: String? { fields.text("language").flatMap { LanguageTag($0) }?.text }

    /// Where a word was met, as far as it is there for this family.
    struct Place {
        var book: ID<Book>?
        var web: ID<WebVideo>?
        var track: TrackName?
        var language = WordEditForm.unknownLanguage
    }

    func place(_ visit: Visit, _ scope: FamilyScope) throws -> Place {
        let name = fields.text("track").flatMap { TrackName(pathSegment: $0[...]) }
        var place = Place()
        var track: ReadingTrack?
        let shelf = visit.shelf(of: scope.family)
        if let book = fields.text("book").flatMap({ ID<Book>(pathSegment: $0[...]) }),
            try shelf.maySee(book)
        {
            place.book = book
            track = name.flatMap { try? visit.readingTracks(of: book).find($0) }
        } else if let web = fields.text("web").flatMap({ ID<WebVideo>(pathSegment: $0[...]) }),
            let video = try? visit.webVideos.find(web, of: scope.family.id)
        {
            place.web = web
            track = name.flatMap { try? visit.tracks(of: video).find($0) }
        }
        place.track = track?.name
        place.language = track?.language ?? spoken ?? WordEditForm.unknownLanguage
        return place
    }

    /// Whose word it is to be; nil for the parents’.
    func child(_ visit: Visit, _ scope: FamilyScope) throws -> Child? {
        try fields.text("child").flatMap { ID<Child>(pathSegment: $0[...]) }
            .map { try visit.children.find($0, of: scope.family.id) }
    }

    private func text(_ name: String, _ most: Int) -> String {
        ReadableText.of(fields.text(name), most: most)
    }
}

/// The form of a word, new or there already.
struct WordEditForm: EditForm {
    typealias Kept = KeptWord

    static let isKnown = "This word already exists for the same person and language. Edit that one."
    static let unknownLanguage = "und"

    static let termSpec = FieldSpec(
        name: "term",
        label: "Word",
        maximumLength: KeptWordForm.mostTermCharacters,
        autocomplete: "off"
    )
    static let meaningSpec = lines("meaning", "Meaning", KeptWordForm.mostMeaningCharacters)
    static let contextSpec = lines(
        "context",
        "Sentence",
        KeptWordForm.mostContextCharacters,
        hint: "The sentence with the word, exactly as it was written."
    )
    static let notesSpec = lines("notes", "Notes", KeptWordForm.mostMeaningCharacters)
    static let languageSpec = FieldSpec(
        name: "language",
        label: "Language",
        hint: CaptionLanguage.hint,
        isRequired: false,
        maximumLength: 100,
        autocomplete: "off",
        isVerbatim: true,
        rule: CaptionLanguage.complaint
    )

    private static func lines(_ name: String, _ label: String, _ most: Int, hint: String? = nil)
        -> FieldSpec
    {
        FieldSpec(
            name: name,
            label: label,
            kind: .lines,
            hint: hint,
            isRequired: false,
            maximumLength: most,
            autocomplete: "off"
        )
    }

    var term = FormField(termSpec)
    var meaning = FormField(meaningSpec)
    var context = FormField(contextSpec)
    var notes = FormField(notesSpec)
    var language = FormField(languageSpec)
    var owner: SelectField

    init() { self.init([]) }

    init(_ owners: [WordOwnerName]) {
        owner = SelectField(
            name: "owner",
            label: "For",
            options: owners.map { (value: $0.owner.text, label: $0.name) },
            initially: WordOwner.parents.text
        )
    }

    static let entries: [Entry<WordEditForm>] = [
        Entry(\.term) { $0.term },
        Entry(\.meaning) { $0.meaning },
        Entry(\.context) { $0.context },
        Entry(\.notes) { $0.notes },
        Entry(\.language) { word in
            word.language == unknownLanguage
                ? "" : LanguageTag.name(of: word.language) ?? word.language
        },
        Entry(\.owner) { WordOwner($0.child).text },
    ]

    var draft: KeptWord.Draft? {
        guard let term = term.value, let meaning = meaning.value, let context = context.value,
            let notes = notes.value, let language = language.value,
            let owner = WordOwner(owner.value)
        else { return nil }
        return KeptWord.Draft(
            term: term,
            meaning: meaning,
            context: context,
            notes: notes,
            language: LanguageTag(named: language)?.text ?? Self.unknownLanguage,
            child: owner.child
        )
    }

    static let fields = entries.map(\.field)
}

extension NewWord {
    /// One that was typed, without a story.
    init(_ draft: KeptWord.Draft) {
        self.init(
            term: draft.term,
            meaning: draft.meaning,
            context: draft.context,
            notes: draft.notes,
            language: draft.language,
            child: draft.child,
            book: nil,
            track: nil,
            seconds: nil
        )
    }
}

import Quill

/// What the script must know of a page with words that were heard.
struct LivePlace: Record {
    let language: String
    /// Whether the parent has a vocabulary turned on.
    let keepsWords: Bool

    static let fields: [Field<LivePlace>] = [
        .text("language") { $0.language },
        .bool("keeps_words") { $0.keepsWords },
    ]
}

/// Where listening begins, and what was heard before. The only page that may ask for the microphone.
struct LivePage: PageWithMicrophone {
    static let template = "family/live/index.html"

    static let languageSpec = FieldSpec(
        name: "language",
        label: "Spoken language",
        demand: "Enter the language that is spoken.",
        hint: CaptionLanguage.hint,
        maximumLength: 100,
        autocomplete: "off",
        rule: CaptionLanguage.complaint
    )

    let head: ReadingHead
    let place: LivePlace
    let field: FormField
    let service: SpeechAddress?
    let sessions: [LiveSession]
    let pagination: Pagination
    let times: TimeText
    let now: Int

    static let fields: [Field<LivePage>] = [
        .record("head") { $0.head },
        .record("place") { $0.place },
        .record("field") { $0.field },
        .text("path") { _ in LivePages.path },
        .optionalText("service") { $0.service?.origin.host },
        .bool("is_nearby") { $0.service?.origin.isNearby ?? false },
        .list("sessions") { page in
            page.sessions.map { LiveSessionRow(session: $0, times: page.times, now: page.now) }
        },
        .record("pagination") { page in
            page.pagination.view(path: LivePages.path, query: page.head.query)
        },
    ]
}

/// A session in the list.
struct LiveSessionRow: Record {
    let session: LiveSession
    let times: TimeText
    let now: Int

    static let fields: [Field<LiveSessionRow>] = [
        .text("title") { $0.session.title },
        .text("href") { $0.session.href },
        .text("language") { LanguageTag.shownName(of: $0.session.language) },
        .text("when") { $0.times.relative($0.session.startedAt, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.session.startedAt) },
        .text("when_iso") { TimeText.iso($0.session.startedAt) },
        .text("length") { PlayingTime.text($0.session.lengthMS / 1000) },
        .int("lines") { $0.session.pieceCount },
        .text("delete_href") { $0.session.href + "/delete" },
    ]
}

/// What can be changed about a session.
struct LiveSessionForm {
    private static let titleSpec = FieldSpec(
        name: "title",
        label: "Title",
        maximumLength: 200,
        autocomplete: "off"
    )

    let title: FormField
    let language: FormField

    init(_ session: LiveSession) {
        title = FormField(Self.titleSpec, initially: session.title)
        language = FormField(
            LivePage.languageSpec,
            initially: LanguageTag.name(of: session.language) ?? session.language
        )
    }

    init(_ fields: Fields) {
        title = FormField(Self.titleSpec, fields)
        language = FormField(LivePage.languageSpec, fields)
    }

    var errors: [FormError] { [title, language].errors }
}

/// A session to read again: its words can be asked about, and saved as files.
struct LiveSessionPage: Page {
    static let template = "family/live/show.html"

    let session: LiveSession
    let form: LiveSessionForm
    let place: LivePlace
    let pieces: [LivePiece]
    let pagination: Pagination
    let times: TimeText

    private var heard: String {
        session.way == .browser ? "Transcribed by the browser" : "Transcribed by the service"
    }

    static let fields: [Field<LiveSessionPage>] = [
        .text("title") { $0.session.title },
        .text("path") { $0.session.href },
        .text("list_href") { _ in LivePages.path },
        .record("place") { $0.place },
        .optionalText("when") { page in
            // A title that nobody has changed says it already.
            let when = page.times.exact(page.session.startedAt)
            return page.session.title.contains(when) ? nil : when
        },
        .text("length") { PlayingTime.text($0.session.lengthMS / 1000) },
        .text("heard") { $0.heard },
        .text("language") { LanguageTag.shownName(of: $0.session.language) },
        .record("title_field") { $0.form.title },
        .record("language_field") { $0.form.language },
        .list("errors") { $0.form.errors },
        .list("pieces") { $0.pieces.map(LivePieceView.init) },
        .record("pagination") { $0.pagination.view(path: $0.session.href) },
    ]
}

/// A line of a session.
struct LivePieceView: Record {
    let piece: LivePiece

    static let fields: [Field<LivePieceView>] = [
        .text("number") { String($0.piece.number) },
        .text("start") { String($0.piece.start) },
        .text("time") { PlayingTime.text($0.piece.start / 1000) },
        .text("text") { $0.piece.text },
    ]
}

import HTTP
import Quill
import Received
import Server
import Subtitles

/// A family's own caption tracks: bringing a file, saving any track as one, removing one's own.
enum FamilyCaptionPages {
    static let bodyLimit = BodyLimit.upload(CaptionFile.maximumBytes + BodyLimit.formBytes)

    static let routes: [Route] = [
        get("/watch/{book}/captions", for: .parent) { (visit: Visit, book: ID<Book>) in
            try index(visit, visit.captionHome(of: book))
        },
        post("/watch/{book}/captions", for: .parent, lane: .slow, bodyLimit: bodyLimit) {
            (visit: Visit, book: ID<Book>) in
            try create(visit, visit.captionHome(of: book))
        },
        // A file is read once more for each look at it.
        get("/watch/{book}/captions/import/{number}", for: .parent, lane: .slow) {
            (visit: Visit, book: ID<Book>, number: ID<CaptionDraft>) in
            try preview(visit, visit.captionHome(of: book), number)
        }
        .reading(CaptionDraft.kind, removedBy: "discard"),
        post("/watch/{book}/captions/import/{number}", for: .parent, lane: .slow) {
            (visit: Visit, book: ID<Book>, number: ID<CaptionDraft>) in
            try save(visit, visit.captionHome(of: book), number)
        }
        .reading(CaptionDraft.kind, removedBy: "discard"),
        post("/watch/{book}/captions/import/{number}/discard", for: .parent) {
            (visit: Visit, book: ID<Book>, number: ID<CaptionDraft>) in
            try discard(visit, visit.captionHome(of: book), number)
        },
        get("/watch/{book}/captions/{file}", for: .parent, lane: .slow) {
            (visit: Visit, book: ID<Book>, file: CaptionFileName) in
            try export(visit.captionHome(of: book), file)
        }
        .reading("captions"),
        post("/watch/{book}/captions/{id}/remove", for: .parent) {
            (visit: Visit, book: ID<Book>, id: ID<FamilyCaptions>) in
            try remove(visit, visit.captionHome(of: book), id)
        },
        post("/watch/{book}/captions/{id}/restore", for: .parent) {
            (visit: Visit, book: ID<Book>, id: ID<FamilyCaptions>) in
            try restore(visit, visit.captionHome(of: book), id)
        },
    ]

    static func path(_ book: ID<Book>) -> String { "/watch/\(book)/captions" }

    // MARK: What there is

    static func index(_ visit: Visit, _ home: CaptionHome) throws -> Response {
        try page(visit, home)
    }

    private static func page(_ visit: Visit, _ home: CaptionHome, error: String? = nil) throws
        -> Response
    {
        try visit.page(
            FamilyCaptionsPage(way: home.way, tracks: try home.texts.all(), error: error),
            status: error == nil ? 200 : visit.formStatus
        )
    }

    // MARK: Bringing one

    static func create(_ visit: Visit, _ home: CaptionHome) throws -> Response {
        let fields = try visit.fields()
        let upload = try visit.upload("file")
        let text = fields.text("text") ?? ""
        let file: (name: String, bytes: [UInt8])
        if let upload, !upload.fileName.isEmpty, upload.size > 0 {
            guard upload.size <= CaptionFile.maximumBytes else {
                let refusal = CaptionFile.Refusal.tooLarge(upload.size)
                return try page(visit, home, error: refusal.description)
            }
            file = (upload.fileName, try upload.bytes(limit: CaptionFile.maximumBytes))
        } else if !text.allSatisfy(\.isWhitespace) {
            file = ("", Array(text.utf8))
        } else {
            let words = "Choose a caption file that is not empty, or paste the text of one."
            return try page(visit, home, error: words)
        }
        guard let user = visit.session?.user.id else { throw Failure.notSignedIn }
        do {
            try visit.familySpace.expectRoom(
                for: file.bytes.count,
                of: home.texts.family,
                in: visit.database
            )
        } catch let full as FamilySpace.Full {
            return try page(visit, home, error: full.message)
        }
        let number = try visit.captionDrafts.keep([file], for: nil, of: user)
        let said = ["language", "label"].map { (name: $0, value: fields.text($0) ?? "") }
            .filter { !$0.value.isEmpty }
        let query = home.way.pairs + said
        return try visit.redirect(
            to: "\(home.way.path)/import/\(number)"
                + (query.isEmpty ? "" : "?" + PercentEncoding.encodeQuery(query))
        )
    }

    static func preview(_ visit: Visit, _ home: CaptionHome, _ number: ID<CaptionDraft>) throws
        -> Response
    {
        let draft = try draft(visit, number)
        return try visit.page(
            FamilyCaptionPreviewPage(
                way: home.way,
                number: number.value,
                preview: FamilyCaptionPreview(draft, said: try visit.query())
            )
        )
    }

    /// Saves the track, or reads the file once more as it was corrected.
    static func save(_ visit: Visit, _ home: CaptionHome, _ number: ID<CaptionDraft>) throws
        -> Response
    {
        let fields = try visit.fields()
        var draft = try draft(visit, number)
        let format = fields.text("format").flatMap { CaptionFormat(rawValue: $0) }
        let encoding = fields.text("encoding").flatMap { label in
            CaptionPreview.encodings.first { $0.value == label && !label.isEmpty }?.value
        }
        if format != draft.format || encoding != draft.encoding {
            try visit.captionDrafts.correct(draft, format, encoding)
            draft = try self.draft(visit, number)
        }
        let preview = FamilyCaptionPreview(draft, sent: fields)
        var page = FamilyCaptionPreviewPage(way: home.way, number: number.value, preview: preview)
        guard fields.text("act") != "read" else { return try visit.page(page) }
        guard let document = preview.document, let values = preview.values else {
            page.isRefused = true
            return try visit.page(page, status: visit.formStatus)
        }
        let id = try visit.familyCaptions.add(
            document,
            language: values.language,
            label: values.label,
            fileName: draft.fileName,
            to: home.texts.place,
            of: home.texts.family,
            by: visit.actor
        )
        guard let id else {
            page.isFull = true
            return try visit.page(page, status: 409)
        }
        if let user = visit.session?.user.id {
            try visit.captionDrafts.forget(number.value, of: user)
        }
        return try visit.redirect(
            to: home.way.watchHref(showing: .own(id)),
            notice: Flash(.good, "Captions added. Only your family sees them.")
        )
    }

    static func discard(_ visit: Visit, _ home: CaptionHome, _ number: ID<CaptionDraft>) throws
        -> Response
    {
        if let user = visit.session?.user.id {
            try visit.captionDrafts.forget(number.value, of: user)
        }
        return try visit.redirect(
            to: home.way.href,
            notice: Flash(.info, "Nothing was imported.")
        )
    }

    private static func draft(_ visit: Visit, _ number: ID<CaptionDraft>) throws -> CaptionDraft {
        guard let user = visit.session?.user.id,
            let draft = try visit.captionDrafts.all(number.value, of: user).first
        else { throw Failure.notFound }
        return draft
    }

    // MARK: Saving one as a file

    /// Any track that the family may see, in any format. The same address is what a player reads.
    static func export(_ home: CaptionHome, _ file: CaptionFileName) throws -> Response {
        let texts = home.texts
        let track = try texts.find(file.track)
        let form = CaptionFormatForm(file.format)
        let stem = Slug.suggested(for: home.way.title, fallback: home.way.noun)
        return Response(
            headers: Headers([
                ("Content-Type", form.contentType),
                (
                    "Content-Disposition",
                    "attachment; filename=\"\(stem).\(track.language).\(file.format.rawValue)\""
                ),
            ]),
            body: .bytes(
                form.write(
                    try texts.document(file.track),
                    language: track.language,
                    seconds: texts.filmSeconds
                )
            )
        )
    }

    // MARK: Removing one

    static func remove(_ visit: Visit, _ home: CaptionHome, _ id: ID<FamilyCaptions>) throws
        -> Response
    {
        let texts = home.texts
        let track = try visit.familyCaptions.remove(id, of: texts.family, in: texts.place)
        return try visit.redirect(
            to: home.way.href,
            notice: Flash(
                .good,
                "Captions “\(track.name)” removed.",
                undo: "\(home.way.path)/\(id)/restore\(home.way.query)"
            )
        )
    }

    static func restore(_ visit: Visit, _ home: CaptionHome, _ id: ID<FamilyCaptions>) throws
        -> Response
    {
        let texts = home.texts
        let isBack = try visit.familyCaptions.restore(id, of: texts.family, in: texts.place)
        return try visit.redirect(
            to: home.way.href,
            notice: isBack
                ? Flash(.good, "The captions are back.")
                : Flash(.info, "It’s too late to bring these captions back.")
        )
    }
}

/// A film for which a family brings captions, and where its pages are.
struct CaptionHome {
    let texts: any FilmTexts
    let way: CaptionWay
}

/// The pages of a film’s captions, and the one that plays it.
struct CaptionWay: Sendable {
    let title: String
    /// What the film is called: a story or a video.
    let noun: String
    /// The page of its captions, without what it was asked with.
    let path: String
    /// The page that plays it.
    let watchPath: String
    /// How it was being watched, as it stands in addresses.
    let pairs: [(name: String, value: String)]

    var query: String { pairs.isEmpty ? "" : "?" + PercentEncoding.encodeQuery(pairs) }
    var href: String { path + query }
    var watchHref: String { watchPath + query }

    /// The page that plays it with another text.
    func watchHref(showing track: TrackName) -> String {
        let others = pairs.filter { $0.name != "track" }
        return watchPath + "?"
            + PercentEncoding.encodeQuery(others + [(name: "track", value: "\(track)")])
    }
}

extension Visit {
    /// A story that the family of this parent may watch; otherwise it doesn’t exist.
    func captionHome(of book: ID<Book>) throws -> CaptionHome {
        CaptionHome(
            texts: try readingTracks(of: book),
            way: CaptionWay(
                title: try shelf(of: family().family).findIfAny(book)?.title ?? "",
                noun: "story",
                path: FamilyCaptionPages.path(book),
                watchPath: ReadingPages.href(book),
                pairs: ReadingWay(book, try query()).pairs
            )
        )
    }
}

/// The name of a track as a file: `12.srt`, `own-7.vtt`.
struct CaptionFileName: PathParameter, Sendable {
    let track: TrackName
    let format: CaptionFormat

    init?(pathSegment: Substring) {
        let parts = pathSegment.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let track = TrackName(pathSegment: parts[0]),
            let format = CaptionFormat(rawValue: String(parts[1]))
        else { return nil }
        self.track = track
        self.format = format
    }
}

/// A file that a parent brings, as it would become a track.
struct FamilyCaptionPreview {
    private static let mostCues = 20
    private static let mostProblems = 20

    let draft: CaptionDraft
    let document: Captions?
    private let refusal: String?
    private var language: FormField
    private var label: FormField

    private static func languageSpec(isSuggested: Bool = false) -> FieldSpec {
        FieldSpec(
            name: "language",
            label: "Language",
            hint: isSuggested
                ? "Suggested from the text. Correct it if it’s wrong."
                : CaptionLanguage.hint,
            maximumLength: 100,
            autocomplete: "off",
            isVerbatim: true,
            rule: CaptionLanguage.complaintOfTrack
        )
    }

    private static let labelSpec = FieldSpec(
        name: "label",
        label: "Name in the player",
        hint: "If left blank, the name of the language.",
        isRequired: false,
        maximumLength: 200
    )

    /// As it is shown for the first time, with what was said along with the file.
    init(_ draft: CaptionDraft, said: Fields) {
        let spoken = said.text("language").flatMap { LanguageTag(named: $0)?.text }
        self.init(draft, spoken)
        let named =
            spoken ?? CaptionGuess(draft.fileName).language
            ?? document?.language.flatMap { LanguageTag($0)?.text }
        let likely = named == nil ? document?.likelyLanguage : nil
        let tag = named ?? likely ?? ""
        language = FormField(
            Self.languageSpec(isSuggested: likely != nil),
            initially: CaptionLanguage.typed(tag)
        )
        label = FormField(Self.labelSpec, initially: said.text("label") ?? "")
    }

    /// As the form was sent.
    init(_ draft: CaptionDraft, sent fields: Fields) {
        self.init(draft, fields.text("language").flatMap { LanguageTag(named: $0)?.text })
        language = FormField(Self.languageSpec(), fields)
        label = FormField(Self.labelSpec, fields)
    }

    private init(_ draft: CaptionDraft, _ spoken: String?) {
        self.draft = draft
        do {
            document = try draft.read(in: spoken)
            refusal = nil
        } catch {
            document = nil
            refusal = error.description
        }
        language = FormField(Self.languageSpec())
        label = FormField(Self.labelSpec)
    }

    /// What a store takes; nil while something is wrong.
    var values: (language: String, label: String)? {
        guard let tag = language.value.flatMap({ CaptionLanguage.ofTrack($0) }),
            let label = label.value
        else { return nil }
        return (tag.text, label)
    }

    var errors: [FormError] {
        (refusal.map { [FormError(href: "#file", message: $0)] } ?? []) + [language, label].errors
    }
}

extension FamilyCaptionPreview: Record {
    private var facts: [Fact] {
        guard let document else { return [] }
        return [
            Fact("Format", document.format.name),
            Fact("Encoding", EncodingChoices.name(of: document.encoding)),
            Fact("Cues", Counted.number(document.cues.count)),
            Fact("Word timings", document.cues.contains { !$0.words.isEmpty } ? "Yes" : nil),
        ].compactMap(\.self)
    }

    /// Whether it should be looked at how the file was read.
    private var isDoubtful: Bool {
        refusal != nil || document?.problems.contains { $0.kind == .encodingGuessed } == true
    }

    static let fields: [Field<FamilyCaptionPreview>] = [
        .bool("is_doubtful") { $0.isDoubtful },
        .text("name") { $0.draft.fileName.isEmpty ? "Pasted text" : $0.draft.fileName },
        .optionalText("refusal") { $0.refusal },
        .list("facts") { $0.facts },
        .record("language") { $0.language },
        .record("label") { $0.label },
        .list("cues") { preview in
            (preview.document?.cues ?? []).prefix(mostCues).map {
                CueLine(start: $0.start, end: $0.end, text: $0.text)
            }
        },
        .int("more_cues") { max(0, ($0.document?.cues.count ?? 0) - mostCues) },
        .list("problems") {
            ($0.document?.problems ?? []).prefix(mostProblems).map(ProblemLine.init)
        },
        .int("more_problems") { max(0, ($0.document?.problemCount ?? 0) - mostProblems) },
        .list("formats") { preview in
            [Choice(value: "", label: "Automatic", isChosen: preview.draft.format == nil)]
                + CaptionFormat.allCases.map {
                    Choice(
                        value: $0.rawValue,
                        label: $0.name,
                        isChosen: $0 == preview.draft.format
                    )
                }
        },
        .list("encodings") { preview in
            CaptionPreview.encodings.map {
                Choice(
                    value: $0.value,
                    label: $0.label,
                    isChosen: $0.value == preview.draft.encoding ?? ""
                )
            }
        },
    ]
}

/// The tracks of a story for its parents, with the way to bring another.
struct FamilyCaptionsPage: Page {
    static let template = "family/explaining/captions.html"

    let way: CaptionWay
    let tracks: [ReadingTrack]
    let error: String?

    static let fields: [Field<FamilyCaptionsPage>] = [
        .text("title") { $0.way.title },
        .text("noun") { $0.way.noun },
        .text("back_label") { "Back to the \($0.way.noun)" },
        .text("action") { $0.way.href },
        .text("watch_href") { $0.way.watchHref },
        .list("tracks") { page in page.tracks.map { ReadingTrackRow(track: $0, way: page.way) } },
        .text("limit") { _ in ByteCount.text(CaptionFile.maximumBytes) },
        .optionalText("error") { $0.error },
        .list("errors") { page in
            page.error.map { [FormError(href: "#field-file", message: $0)] } ?? []
        },
    ]
}

struct ReadingTrackRow: Record {
    let track: ReadingTrack
    let way: CaptionWay

    private var removeHref: String? {
        if case .own(let id) = track.name { "\(way.path)/\(id)/remove\(way.query)" } else { nil }
    }

    static let fields: [Field<ReadingTrackRow>] = [
        .text("label") { $0.track.label },
        .text("language") { LanguageTag.shownName(of: $0.track.language) },
        .int("cues") { $0.track.cueCount },
        .bool("is_own") { $0.track.isOwn },
        .text("file_name") { $0.track.fileName },
        .optionalText("remove_href") { $0.removeHref },
        .list("files") { row in
            CaptionFormat.allCases.map {
                CaptionFileLink(
                    label: $0.rawValue.uppercased(),
                    href: "\(row.way.path)/\(row.track.name).\($0.rawValue)"
                )
            }
        },
    ]
}

struct CaptionFileLink: Record {
    let label: String
    let href: String

    static let fields: [Field<CaptionFileLink>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
    ]
}

/// What would become of a file that a parent brings.
struct FamilyCaptionPreviewPage: Page {
    static let template = "family/explaining/preview.html"

    let way: CaptionWay
    let number: Int
    let preview: FamilyCaptionPreview
    /// Whether it was to be saved and couldn’t be.
    var isRefused = false
    /// Whether the family has too many already.
    var isFull = false

    private var path: String { "\(way.path)/import/\(number)" }

    private var errors: [FormError] {
        if isFull {
            let words =
                "There’s no room for more caption tracks. Remove some from this page or from other "
                + "videos first."
            return [FormError(href: "#file", message: words)]
        }
        return isRefused ? preview.errors : []
    }

    static let fields: [Field<FamilyCaptionPreviewPage>] = [
        .text("action") { $0.path + $0.way.query },
        .text("discard_href") { "\($0.path)/discard\($0.way.query)" },
        .text("back_href") { $0.way.href },
        .record("preview") { $0.preview },
        .list("errors") { $0.errors },
    ]
}

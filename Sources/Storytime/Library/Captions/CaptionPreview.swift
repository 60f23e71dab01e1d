import HTTP
import Quill
import Received
import SQLite
import Subtitles

/// A file of an import as it would become a track: what was recognized, what was corrected, and what is
/// still missing.
struct CaptionPreview {
    static let mostCues = 20
    private static let mostProblems = 50
    /// Books that are offered for a file.
    private static let mostChoices = 20
    static let encodings = [(value: "", label: "Automatic")] + EncodingChoices.all

    let draft: CaptionDraft
    private let document: Captions?
    private let refusal: CaptionFile.Refusal?
    private let form: CaptionDetailsForm
    private let choices: [Choice]
    private let search: String
    /// Whether it is to be saved.
    let isWanted: Bool
    /// Whether it can be read now, and couldn’t be when the form was shown.
    let isNew: Bool
    private var videoError: String?

    /// As it is shown for the first time, or as the form was sent.
    init(_ draft: CaptionDraft, _ fields: Fields?, _ visit: Visit) throws {
        self.draft = draft
        var document: Captions?
        var refusal: CaptionFile.Refusal?
        let suffix = "-\(draft.id)"
        let chosen = fields?.text("language" + suffix)
            .flatMap { CaptionLanguage.ofTrack($0)?.text }
        do {
            document = try draft.read(in: chosen == "und" ? nil : chosen)
        } catch {
            refusal = error
        }
        self.document = document
        self.refusal = refusal
        let guess = CaptionGuess(draft.fileName)
        // A file that couldn’t be read before had none of these fields.
        let isFirst = fields?.text("language" + suffix) == nil
        isNew = fields != nil && isFirst && refusal == nil
        if let fields, !isFirst {
            form = CaptionDetailsForm(fields, suffix: suffix)
            isWanted = fields.isOn("use" + suffix)
        } else {
            let named = guess.language ?? document?.language.flatMap { LanguageTag($0) }?.text
            let likely = named == nil ? document?.likelyLanguage : nil
            form = CaptionDetailsForm(
                language: named ?? likely ?? "und",
                label: "",
                kind: guess.kind,
                suffix: suffix,
                isSuggested: likely != nil
            )
            isWanted = refusal == nil
        }
        search = PlainText.trimmed(fields?.text("find" + suffix) ?? "")
        let video = fields?.text("video" + suffix) ?? draft.video.map { "\($0)" }
        let found = try Self.videos(search.isEmpty ? guess.stem : search, draft, video, visit)
        var value = video ?? found.sure.map { "\($0)" } ?? ""
        if !search.isEmpty {
            value = found.videos.count == 1 ? "\(found.videos[0].asset.id)" : ""
            videoError =
                found.videos.isEmpty
                ? "No book with a video has this title or ISBN. Try other words."
                : value.isEmpty ? "Several books fit. Choose one from the list." : nil
        }
        let known = found.videos.map { (value: "\($0.asset.id)", label: $0.name) }
        choices = ([(value: "", label: "Choose a book…")] + known).map {
            Choice(value: $0.value, label: $0.label, isChosen: $0.value == value)
        }
        if videoError == nil, !choices.contains(where: { $0.isChosen && !$0.value.isEmpty }),
            fields != nil
        {
            videoError = "Choose the book, or find it by its title or ISBN."
        }
    }

    var isReadable: Bool { refusal == nil }

    /// Files that are only read again needn’t have a book yet.
    mutating func forgiveSearch() {
        if search.isEmpty { videoError = nil }
    }

    /// The track that would be made, and of which video; nil while something is missing.
    var ready: (captions: NewCaptions, video: ID<VideoAsset>)? {
        guard let document, videoError == nil, let values = form.values,
            let chosen = choices.first(where: \.isChosen)?.value,
            let video = ID<VideoAsset>(pathSegment: chosen[...])
        else { return nil }
        var captions = NewCaptions(
            document,
            language: values.language,
            label: values.label,
            kind: values.kind
        )
        captions.isForced = CaptionGuess(draft.fileName).isForced
        if !draft.fileName.isEmpty {
            captions.note =
                "Imported from “\(PlainText.fileName(draft.fileName, limit: 150))”\(document.readingNote)"
        }
        return (captions, video)
    }

    var errors: [FormError] {
        guard isWanted else { return [] }
        let of = draft.fileName.isEmpty ? "" : "\(draft.fileName): "
        let own = [
            refusal.map { FormError(href: "#file-\(draft.id)", message: of + $0.description) },
            videoError.map { FormError(href: "#field-video-\(draft.id)", message: of + $0) },
        ].compactMap(\.self)
        return own + (refusal == nil ? form.errors : [])
    }

    /// The videos that are offered: the one that was chosen before, and those of the books that fit
    /// the words, with one of them if that is plain.
    private static func videos(
        _ words: String,
        _ draft: CaptionDraft,
        _ chosen: String?,
        _ visit: Visit
    ) throws -> (videos: [VideoSummary], sure: ID<VideoAsset>?) {
        let matches = try BookMatcher(database: visit.database)
            .matches(for: VideoName(words + ".srt"))
        let byWords = try visit.bookList.search(SearchWords(words), limit: mostChoices).books
        var books = matches.map(\.book.id)
        for book in byWords where !books.contains(book.book.id) { books.append(book.book.id) }
        let kept = [chosen.flatMap { ID<VideoAsset>(pathSegment: $0[...]) }, draft.video]
            .compactMap(\.self)
        var assets = try kept.compactMap { id in
            try visit.videos.first("id = \(id.value) AND deleted_at IS NULL")
        }
        let playing = try books.prefix(mostChoices).map { try visit.videos.current(of: $0) }
        for asset in playing.compactMap(\.self) where !assets.contains(where: { $0.id == asset.id })
        {
            assets.append(asset)
        }
        let isSure = matches.first?.certainty == .sure
        return (try visit.videoList.summaries(assets), isSure ? playing.first??.id : nil)
    }
}

extension CaptionPreview: Record {
    private var facts: [Fact] {
        guard let document else { return [] }
        let notes = document.notes.count + document.styles.count + document.regions.count
        return [
            Fact("Format", document.format.name),
            Fact("Encoding", EncodingChoices.name(of: document.encoding)),
            Fact("Language in the file", document.language),
            Fact("Cues", Counted.number(document.cues.count)),
            Fact(
                "Kept for this format",
                notes > 0 ? "\(Counted.text(notes, "note or style", "notes and styles"))" : nil
            ),
            Fact(
                "With times of words",
                document.cues.contains { !$0.words.isEmpty } ? "Yes" : nil
            ),
        ].compactMap(\.self)
    }

    static let fields: [Field<CaptionPreview>] = [
        .text("id") { String($0.draft.id) },
        .text("name") { $0.draft.fileName.isEmpty ? "Pasted text" : $0.draft.fileName },
        .optionalText("refusal") { $0.refusal?.description },
        .bool("can_be_corrected") { $0.refusal?.mayBeMisread ?? true },
        .list("facts") { $0.facts },
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
        .record("form") { $0.form },
        .list("videos") { $0.choices },
        .text("search") { $0.search },
        .optionalText("video_error") { $0.isWanted ? $0.videoError : nil },
        .bool("is_wanted") { $0.isWanted },
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
            encodings.map {
                Choice(
                    value: $0.value,
                    label: $0.label,
                    isChosen: $0.value == preview.draft.encoding ?? ""
                )
            }
        },
    ]
}

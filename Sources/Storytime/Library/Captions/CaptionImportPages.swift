import HTTP
import Quill
import Received
import SQLite
import Server
import Subtitles

/// Importing captions: files or a pasted text, then what was recognized, and only then the tracks.
enum CaptionImportPages {
    static let path = CaptionFilter.path + "/import"
    /// Many small files, or a few large ones.
    private static let bodyLimit = BodyLimit.upload(8 * CaptionFile.maximumBytes)

    static let routes = [
        get("/admin/captions/import", new),
        post("/admin/captions/import", lane: .slow, bodyLimit: bodyLimit, create),
        get("/admin/captions/import/{number}", lane: .slow, show)
            .reading(CaptionDraft.kind, removedBy: "discard"),
        post("/admin/captions/import/{number}", lane: .slow, save)
            .reading(CaptionDraft.kind, removedBy: "discard"),
        post("/admin/captions/import/{number}/discard", discard),
    ]

    static func new(_ visit: Visit) throws -> Response {
        try visit.page(
            CaptionImportPage(
                video: try video(visit, try visit.query()),
                text: "",
                errors: []
            )
        )
    }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        let text = fields.text("text") ?? ""
        var files: [(name: String, bytes: [UInt8])] = []
        var errors: [FormError] = []
        for upload in try visit.uploads("files") where !upload.fileName.isEmpty {
            guard upload.size <= CaptionFile.maximumBytes else {
                let refusal = CaptionFile.Refusal.tooLarge(upload.size).description
                errors.append(
                    FormError(
                        href: "#field-files",
                        message: "\(upload.fileName): \(refusal) Choose the others again."
                    )
                )
                continue
            }
            files.append((upload.fileName, try upload.bytes(limit: CaptionFile.maximumBytes)))
        }
        if !text.allSatisfy(\.isWhitespace) { files.append(("", Array(text.utf8))) }
        if files.allSatisfy(\.bytes.isEmpty), errors.isEmpty {
            let words = "Choose a caption file that is not empty, or paste the text of one."
            errors = [FormError(href: "#field-files", message: words)]
        }
        if files.count > CaptionDrafts.mostFiles {
            let words = "Choose again, at most \(CaptionDrafts.mostFiles) files at once."
            errors = [FormError(href: "#field-files", message: words)]
        }
        let video = try video(visit, fields)
        guard errors.isEmpty, let user = visit.session?.user.id else {
            let page = CaptionImportPage(video: video, text: text, errors: errors)
            return try visit.page(page, status: visit.formStatus)
        }
        let number = try visit.captionDrafts.keep(files, for: video?.asset.id, of: user)
        return try visit.redirect(to: "\(path)/\(number)")
    }

    static func show(_ visit: Visit, _ number: ID<CaptionDraft>) throws -> Response {
        let drafts = try drafts(visit, number)
        return try visit.page(
            CaptionPreviewPage(
                number: number.value,
                rows: try drafts.map { try CaptionPreview($0, nil, visit) }
            )
        )
    }

    /// Saves all that are ticked, or none: what is wrong stands beside the fields. With another
    /// button, the files are read once more as they were corrected.
    static func save(_ visit: Visit, _ number: ID<CaptionDraft>) throws -> Response {
        let fields = try visit.fields()
        var drafts = try drafts(visit, number)
        for draft in drafts {
            let format = fields.text("format-\(draft.id)").flatMap { CaptionFormat(rawValue: $0) }
            let encoding = fields.text("encoding-\(draft.id)").flatMap { label in
                CaptionPreview.encodings.first { $0.value == label && !label.isEmpty }?.value
            }
            if format != draft.format || encoding != draft.encoding {
                try visit.captionDrafts.correct(draft, format, encoding)
            }
        }
        drafts = try self.drafts(visit, number)
        var rows = try drafts.map { try CaptionPreview($0, fields, visit) }
        guard fields.text("act") != "read" else {
            for index in rows.indices { rows[index].forgiveSearch() }
            return try visit.page(CaptionPreviewPage(number: number.value, rows: rows))
        }
        let wanted = rows.filter(\.isWanted)
        guard wanted.allSatisfy({ $0.ready != nil }), !wanted.isEmpty else {
            var page = CaptionPreviewPage(number: number.value, rows: rows)
            page.isRefused = true
            return try visit.page(page, status: 422)
        }
        let ready = try wanted.compactMap(\.ready).map { captions, video in
            try (captions, MadeCaptions(captions.document, for: visit.videos.find(video)), video)
        }
        let (tracks, hidden) = try visit.database.write {
            var shown = try Set(ready.map(\.2)).flatMap { try visit.captions.tracks(of: $0) }
                .filter(\.isShown)
            let tracks = try ready.map { captions, made, video in
                try visit.captions.add(
                    captions,
                    made,
                    to: visit.videos.find(video),
                    by: visit.actor
                )
            }
            shown += tracks
            let hidden = try shown.map { try visit.captions.find($0.id) }.filter { !$0.isShown }
            if let user = visit.session?.user.id {
                try visit.captionDrafts.forget(number.value, of: user)
            }
            return (tracks, hidden)
        }
        var words = "\(Counted.text(tracks.count, "track", "tracks")) imported."
        if !hidden.isEmpty {
            let others = Counted.text(hidden.count, "track is", "tracks are")
            words +=
                " \(others) not shown in players, because another has the same language and kind."
        }
        let href = tracks.count == 1 ? tracks[0].href : CaptionFilter.path
        return try visit.redirect(to: href, notice: Flash(.good, words))
    }

    static func discard(_ visit: Visit, _ number: ID<CaptionDraft>) throws -> Response {
        if let user = visit.session?.user.id {
            try visit.captionDrafts.forget(number.value, of: user)
        }
        return try visit.redirect(to: path, notice: Flash(.info, "Nothing was imported."))
    }

    private static func drafts(_ visit: Visit, _ number: ID<CaptionDraft>) throws
        -> [CaptionDraft]
    {
        guard let user = visit.session?.user.id else { throw Failure.notFound }
        return try visit.captionDrafts.all(number.value, of: user)
    }

    /// The video from whose page somebody came.
    private static func video(_ visit: Visit, _ fields: Fields) throws -> VideoSummary? {
        let id = fields.text("video").flatMap { ID<VideoAsset>(pathSegment: $0[...]) }
        guard let id, let asset = try visit.videos.first("id = \(id.value)"),
            asset.deletedAt == nil
        else { return nil }
        return try visit.videoList.summary(asset)
    }
}

extension Visit {
    var captionDrafts: CaptionDrafts { CaptionDrafts(database: database, now: now) }
}

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
    private let refusal: String?
    private let form: CaptionDetailsForm
    private let choices: [Choice]
    private let search: String
    /// Whether it is to be saved.
    let isWanted: Bool
    private var videoError: String?

    /// As it is shown for the first time, or as the form was sent.
    init(_ draft: CaptionDraft, _ fields: Fields?, _ visit: Visit) throws {
        self.draft = draft
        var document: Captions?
        var refusal: String?
        let suffix = "-\(draft.id)"
        let chosen = fields?.text("language" + suffix).flatMap { LanguageTag(named: $0)?.text }
        do {
            document = try draft.read(in: chosen == "und" ? nil : chosen)
        } catch {
            refusal = error.description
        }
        self.document = document
        self.refusal = refusal
        let guess = CaptionGuess(draft.fileName)
        if let fields {
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
                "Imported from “\(String(draft.fileName.prefix(150)))”\(document.readingNote)"
        }
        return (captions, video)
    }

    var errors: [FormError] {
        guard isWanted else { return [] }
        let of = draft.fileName.isEmpty ? "" : "\(draft.fileName): "
        let own = [
            refusal.map { FormError(href: "#file-\(draft.id)", message: of + $0) },
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
        .optionalText("refusal") { $0.refusal },
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

/// The beginning of an import.
struct CaptionImportPage: Page {
    static let template = "library/captions/import.html"

    /// The video from whose page somebody came.
    let video: VideoSummary?
    let text: String
    let errors: [FormError]

    static let fields: [Field<CaptionImportPage>] = [
        .optionalText("video") { $0.video.map { "\($0.asset.id)" } },
        .text("title") { $0.video?.name ?? "" },
        .text("back_href") { $0.video?.asset.href ?? CaptionFilter.path },
        .text("back_label") { $0.video?.name ?? "Captions" },
        .text("text") { $0.text },
        .text("limit") { _ in ByteCount.text(CaptionFile.maximumBytes) },
        .text("most") { _ in String(CaptionDrafts.mostFiles) },
        .list("errors") { $0.errors },
        .optionalText("error") { $0.errors.first?.message },
    ]
}

/// What would become of the files of an import.
struct CaptionPreviewPage: Page {
    static let template = "library/captions/preview.html"

    let number: Int
    let rows: [CaptionPreview]
    /// Whether it was to be saved and couldn’t be.
    var isRefused = false

    private var errors: [FormError] {
        guard isRefused else { return [] }
        guard rows.contains(where: \.isWanted) else {
            return [FormError(href: "#save", message: "Check the files you want to import.")]
        }
        return rows.flatMap(\.errors)
    }

    static let fields: [Field<CaptionPreviewPage>] = [
        .text("action") { "\(CaptionImportPages.path)/\($0.number)" },
        .text("new_href") { _ in CaptionImportPages.path },
        .list("rows") { $0.rows },
        .int("count") { $0.rows.count },
        .list("errors") { $0.errors },
    ]
}

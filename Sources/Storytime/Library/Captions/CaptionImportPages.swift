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
        guard let drafts = try self.drafts(visit, number) else { return try over(visit) }
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
        guard var drafts = try self.drafts(visit, number) else { return try over(visit) }
        for draft in drafts {
            let format = fields.text("format-\(draft.id)").flatMap { CaptionFormat(rawValue: $0) }
            let encoding = fields.text("encoding-\(draft.id)").flatMap { label in
                CaptionPreview.encodings.first { $0.value == label && !label.isEmpty }?.value
            }
            if format != draft.format || encoding != draft.encoding {
                try visit.captionDrafts.correct(draft, format, encoding)
            }
        }
        drafts = try self.drafts(visit, number) ?? []
        var rows = try drafts.map { try CaptionPreview($0, fields, visit) }
        // A file that can be read only now is looked at before it is saved.
        guard fields.text("act") != "read", !rows.contains(where: \.isNew) else {
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
        let (tracks, replaced, unseen) = try visit.database.write {
            let shown = try Set(ready.map(\.2)).flatMap { try visit.captions.tracks(of: $0) }
                .filter(\.isShown)
            let tracks = try ready.map { captions, made, video in
                try visit.captions.add(
                    captions,
                    made,
                    to: visit.videos.find(video),
                    by: visit.actor
                )
            }
            let replaced = try shown.map { try visit.captions.find($0.id) }.filter { !$0.isShown }
            let unseen = try tracks.map { try visit.captions.find($0.id) }.filter { !$0.isShown }
            if let user = visit.session?.user.id {
                try visit.captionDrafts.forget(number.value, of: user)
            }
            return (tracks, replaced, unseen)
        }
        let sentences: [String?] = [
            "\(Counted.text(tracks.count, "track", "tracks")) imported.",
            replacing(replaced, by: zip(tracks, wanted.map(\.draft.fileName)), without: unseen),
            unseen.isEmpty
                ? nil
                : "\(Counted.text(unseen.count, "new track is", "new tracks are")) not shown in "
                    + "players, because another has the same language and kind.",
        ]
        let words = sentences.compactMap(\.self).joined(separator: " ")
        let href = tracks.count == 1 ? tracks[0].href : CaptionFilter.path
        return try visit.redirect(to: href, notice: Flash(.good, words))
    }

    /// Which tracks players no longer have, and which file took the place.
    private static func replacing(
        _ replaced: [CaptionTrack],
        by files: some Sequence<(CaptionTrack, String)>,
        without unseen: [CaptionTrack]
    ) -> String? {
        guard let old = replaced.first else { return nil }
        guard replaced.count == 1 else {
            let names = replaced.prefix(3).map(\.fullName)
            let more = replaced.count - names.count
            let all = more > 0 ? names + ["\(Counted.number(more)) more"] : names
            return "No longer shown in players, because new tracks replaced them: "
                + "\(Counted.list(all))."
        }
        let file = files.first { track, _ in
            track.video == old.video && track.language == old.language && track.kind == old.kind
                && !unseen.contains { $0.id == track.id }
        }
        let name = file.map { PlainText.fileName($0.1, limit: 80) } ?? ""
        let origin = old.origin == .embedded ? " from the video" : ""
        return "\(old.fullName)\(origin) are no longer shown in players: "
            + "\(name.isEmpty ? "the new track" : "“\(name)”") replaced them."
    }

    static func discard(_ visit: Visit, _ number: ID<CaptionDraft>) throws -> Response {
        if let user = visit.session?.user.id {
            try visit.captionDrafts.forget(number.value, of: user)
        }
        return try visit.redirect(to: path, notice: Flash(.info, "Nothing was imported."))
    }

    /// The files of an import; nil if it is over, or another person’s.
    private static func drafts(_ visit: Visit, _ number: ID<CaptionDraft>) throws
        -> [CaptionDraft]?
    {
        guard let user = visit.session?.user.id else { throw Failure.notFound }
        do {
            return try visit.captionDrafts.all(number.value, of: user)
        } catch Failure.notFound {
            return nil
        }
    }

    /// For somebody who comes back to an import, as by loading its page again.
    private static func over(_ visit: Visit) throws -> Response {
        let words =
            "This import is over: its captions were saved, or it was discarded. "
            + "Choose files to start another."
        let error = FormError(href: "#field-files", message: words)
        let page = CaptionImportPage(video: nil, text: "", errors: [error])
        return try visit.page(page, status: 404)
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

    private var readable: Int { rows.count(where: \.isReadable) }

    private var heading: String {
        let files = Counted.text(rows.count, "file", "files")
        guard readable < rows.count else { return "\(files) to import" }
        guard rows.count > 1 else { return "This file can’t be read" }
        return "\(files), \(readable == 0 ? "none" : Counted.number(readable)) of them readable"
    }

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
        .text("heading") { $0.heading },
        .bool("has_readable") { $0.readable > 0 },
        .list("errors") { $0.errors },
    ]
}

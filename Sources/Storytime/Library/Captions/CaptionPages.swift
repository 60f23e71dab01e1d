import HTTP
import Quill
import Server
import Subtitles

/// The library of captions: all tracks, the books without any, and the words in all of them.
enum CaptionPages {
    static let routes = [
        get("/admin/captions", index),
        get("/admin/captions/words", words),
        get("/admin/captions/missing", missing),
        // On a worker: a document of a hundred thousand cues takes a while to be unpacked.
        get("/admin/captions/{id}", lane: .worker, show),
        post("/admin/captions/{id}", update),
        post("/admin/captions/{id}/show", showInPlayers),
        post("/admin/captions/{id}/default", setDefault),
        get("/admin/captions/{id}/delete", askToDelete),
        post("/admin/captions/{id}/delete", lane: .outgoing, delete),
    ]

    static func index(_ visit: Visit) throws -> Response {
        let address = CaptionListAddress(try visit.query())
        let slice = try visit.captionList.slice(address.request)
        return try visit.page(
            CaptionIndexPage(
                rows: slice.rows.map {
                    CaptionRow(
                        summary: $0,
                        now: visit.now,
                        times: visit.times,
                        address: address
                    )
                },
                form: CaptionFilterForm(
                    address: address,
                    languages: try visit.captionList.languages()
                ),
                tabs: try tabs(visit, CaptionFilter.path),
                pagination: slice.pagination.view(
                    path: CaptionListAddress.path,
                    query: address.query,
                    firstKey: slice.rows.first.map { String($0.track.id.value) },
                    lastKey: slice.rows.last.map { String($0.track.id.value) }
                ),
                hasAny: try visit.captionList.count(CaptionFilter()) > 0
            )
        )
    }

    static func words(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        let search = CaptionWords(
            words: SearchWords(query.text("q") ?? ""),
            language: query.text("language").flatMap { LanguageTag($0) }?.text
        )
        let last = query.number("after") ?? 0
        let hits = try visit.captionList.hits(
            search,
            after: last,
            limit: CaptionWordsPage.perPage + 1
        )
        return try visit.page(
            CaptionWordsPage(
                search: search,
                hits: Array(hits.prefix(CaptionWordsPage.perPage)),
                hasMore: hits.count > CaptionWordsPage.perPage,
                isFirst: last == 0,
                count: try visit.captionList.count(search),
                languages: try visit.captionList.languages(),
                tabs: try tabs(visit, CaptionWordsPage.path)
            )
        )
    }

    static func missing(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        let language = query.text("language").flatMap { LanguageTag($0) }?.text
        let total = try visit.captionList.countMissing(language)
        let pagination = Pagination(
            page: query.number("page") ?? 1,
            perPage: CaptionListAddress.usualPerPage,
            total: total
        )
        let languages = try Set(visit.captionList.languages() + visit.bookList.languages())
        return try visit.page(
            CaptionMissingPage(
                videos: try visit.captionList.missing(language, pagination),
                language: language,
                languages: languages.sorted(),
                tabs: try tabs(visit, CaptionMissingPage.path),
                pagination: pagination.view(
                    path: CaptionMissingPage.path,
                    query: [(name: "language", value: language ?? "")]
                )
            )
        )
    }

    // MARK: One track

    static func show(_ visit: Visit, _ id: ID<CaptionTrack>) throws -> Response {
        let track = try visit.captions.find(id)
        return try visit.page(
            try page(visit, track, CaptionDetailsForm(track), VersionField(track.version))
        )
    }

    static func update(_ visit: Visit, _ id: ID<CaptionTrack>) throws -> Response {
        let fields = try visit.fields()
        let track = try visit.captions.find(id)
        let form = CaptionDetailsForm(fields)
        let version = VersionField(fields, current: track.version)
        guard let values = form.values, let expected = version.value else {
            return try visit.page(try page(visit, track, form, version), status: 422)
        }
        do {
            _ = try visit.captions.describe(
                id,
                expecting: expected,
                language: values.language,
                label: values.label,
                kind: values.kind,
                by: visit.actor
            )
        } catch CaptionStore.Refusal.changedMeanwhile(let current) {
            var page = try page(visit, current, form, VersionField(current.version))
            page.isChangedMeanwhile = true
            return try visit.page(page, status: 409)
        }
        let after = try visit.captions.find(id)
        let isHidden = track.isShown && !after.isShown
        let words =
            isHidden
            ? "Saved. Players have another track of this language and kind, and keep it."
            : "Changes to “\(after.name)” saved."
        return try visit.redirect(to: after.href, notice: Flash(isHidden ? .info : .good, words))
    }

    static func showInPlayers(_ visit: Visit, _ id: ID<CaptionTrack>) throws -> Response {
        try visit.captions.show(id, by: visit.actor)
        let track = try visit.captions.find(id)
        let notice = Flash(.good, "Players now show the \(track.fullName).")
        return try visit.redirect(to: track.href, notice: notice)
    }

    static func setDefault(_ visit: Visit, _ id: ID<CaptionTrack>) throws -> Response {
        let isDefault = try visit.fields().text("default") == "yes"
        try visit.captions.setDefault(isDefault, id, by: visit.actor)
        let track = try visit.captions.find(id)
        let words =
            isDefault
            ? "Players now start with the \(track.fullName)."
            : "Players now start without captions."
        return try visit.redirect(to: track.href, notice: Flash(.good, words))
    }

    static func askToDelete(_ visit: Visit, _ id: ID<CaptionTrack>) throws -> Response {
        let track = try visit.captions.find(id)
        return try visit.page(CaptionDeletePage(summary: try summary(visit, track)))
    }

    /// A track at Mux is deleted there first.
    static func delete(_ visit: Visit, _ id: ID<CaptionTrack>) throws -> Response {
        let track = try visit.captions.find(id)
        do {
            try visit.delete(track)
        } catch let error as MuxError {
            return try visit.redirect(to: track.href, notice: Flash(.bad, error.description))
        }
        return try visit.redirect(
            to: CaptionFilter.path,
            notice: Flash(.good, "\(track.fullName) deleted.")
        )
    }

    static func summary(_ visit: Visit, _ track: CaptionTrack) throws -> CaptionSummary {
        guard let summary = try visit.captionList.summaries([track]).first else {
            throw Failure.notFound
        }
        return summary
    }

    private static func page(
        _ visit: Visit,
        _ track: CaptionTrack,
        _ form: CaptionDetailsForm,
        _ version: VersionField
    ) throws -> CaptionShowPage {
        CaptionShowPage(
            summary: try summary(visit, track),
            form: form,
            version: version,
            cues: try visit.captions.cues(of: track.id, limit: CaptionShowPage.mostCues),
            problems: try problems(visit, track),
            address: CaptionListAddress(of: try visit.query()),
            now: visit.now,
            times: visit.times
        )
    }

    /// What was odd in the file that it was read from. A document of many cues is not unpacked for that.
    private static func problems(_ visit: Visit, _ track: CaptionTrack) throws -> [Problem] {
        guard track.savedVersion != nil, track.cueCount <= CaptionShowPage.mostUnpacked else {
            return []
        }
        return try visit.captions.document(of: track).problems
    }

    /// The parts of the library.
    private static func tabs(_ visit: Visit, _ current: String) throws -> [ScopeLink] {
        [
            (CaptionFilter.path, "Tracks", try visit.captionList.count(CaptionFilter())),
            (CaptionMissingPage.path, "Without captions", nil),
            (CaptionWordsPage.path, "Words", nil),
        ].map { path, label, count in
            ScopeLink(label: label, href: path, count: count, isCurrent: path == current)
        }
    }
}

extension Visit {
    /// Deletes a track where it is kept, and here.
    func delete(_ track: CaptionTrack) throws {
        guard track.muxTrackID != nil, muxClient.canCall else {
            return try captions.delete(track.id, by: actor)
        }
        let video = try videos.find(track.video)
        try muxVideos.deleteCaptions(track, of: video)
        try videos.tell(video.id, "captions", "\(track.fullName) removed", by: actor)
        // One that was edited here stays when its twin is gone.
        if track.origin == .edited { try captions.delete(track.id, by: actor) }
    }
}

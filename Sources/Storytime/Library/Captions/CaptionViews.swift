import HTTP
import Quill
import Received
import Subtitles

extension CaptionTrack {
    var href: String { "\(CaptionFilter.path)/\(id)" }

    /// Its language by name, for lists.
    var languageName: String { LanguageTag.shownName(of: language) }

    /// Its state in a word, and how it looks.
    fileprivate var state: (label: String, kind: String) {
        switch status {
        case .preparing: ("Preparing", "busy")
        case .errored: ("Failed", "bad")
        case .ready where isShown: ("In players", "good")
        case .ready: ("Not shown", "quiet")
        }
    }

    /// Where one can watch a moment of it.
    func href(at moment: MediaTime) -> String {
        let tenths = max(0, moment.milliseconds) / 100
        return "\(VideoListAddress.path)/\(video)?t=\(tenths / 10).\(tenths % 10)#player"
    }
}

/// A track in the library.
struct CaptionRow: Record {
    let summary: CaptionSummary
    let now: Int
    let times: TimeText
    let address: CaptionListAddress

    private var track: CaptionTrack { summary.track }

    static let fields: [Field<CaptionRow>] = [
        .text("id") { String($0.track.id.value) },
        .text("href") { $0.address.carry(along: $0.track.href) },
        .text("title") { $0.summary.video.name },
        .optionalRecord("book") { $0.summary.video.book },
        .text("name") { $0.track.name },
        .text("language") { $0.track.languageName },
        .text("kind") { $0.track.kind.label },
        .text("origin") { $0.track.origin.label },
        .text("state") { $0.track.state.label },
        .text("state_kind") { $0.track.state.kind },
        .bool("has_cues") { $0.track.savedVersion != nil },
        .int("cues") { $0.track.cueCount },
        .int("troubles") { $0.track.problemCount },
        .text("when_text") { $0.times.relative($0.track.updatedAt, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.track.updatedAt) },
        .text("when_iso") { TimeText.iso($0.track.updatedAt) },
    ]
}

/// The filters above the list of tracks: one form that is sent with GET.
struct CaptionFilterForm: Record {
    let address: CaptionListAddress
    let languages: [String]

    private var filter: CaptionFilter { address.filter }

    private var languageChoices: [Choice] {
        Choice.languages(languages, chosen: filter.language, all: "Any language")
    }

    private var kinds: [Choice] {
        Choice.offered(
            [("", "Any kind")] + CaptionTrack.Kind.allCases.map { ($0.rawValue, $0.label) },
            chosen: filter.kind?.rawValue ?? ""
        )
    }

    private var origins: [Choice] {
        Choice.offered(
            [("", "Any origin")] + CaptionTrack.Origin.allCases.map { ($0.rawValue, $0.label) },
            chosen: filter.origin?.rawValue ?? ""
        )
    }

    private var troubles: [Choice] {
        Choice.offered(
            [("", "With or without problems"), ("yes", "With problems")],
            chosen: filter.hasTrouble ? "yes" : ""
        )
    }

    private var orders: [Choice] {
        let orders: [(SortDirection<CaptionSort>, String)] = [
            (.init(.changed), "Least recently changed"),
            (.init(.trouble, isDescending: true), "Most problems first"),
            (.init(.cues, isDescending: true), "Most cues first"),
            (.init(.cues), "Fewest cues first"),
        ]
        return Choice.offered(
            [("", "Recently changed")] + orders.map { ($0.text, $1) },
            chosen: value(of: "sort")
        )
    }

    private var sizes: [Choice] {
        Choice.offered(
            CaptionListAddress.perPageChoices.map {
                ($0 == CaptionListAddress.usualPerPage ? "" : String($0), String($0))
            },
            chosen: value(of: "per_page")
        )
    }

    private func value(of name: String) -> String {
        address.query.first { $0.name == name }?.value ?? ""
    }

    /// The filters in use, each with the address of the list without it.
    private var chosen: [ChosenFilter] {
        let parts: [(isUsed: Bool, choices: [Choice], href: String)] = [
            (filter.language != nil, languageChoices, address.href { $0.language = nil }),
            (filter.kind != nil, kinds, address.href { $0.kind = nil }),
            (filter.origin != nil, origins, address.href { $0.origin = nil }),
            (filter.hasTrouble, troubles, address.href { $0.hasTrouble = false }),
        ]
        return parts.filter(\.isUsed).compactMap { part in
            part.choices.first(where: \.isChosen).map {
                ChosenFilter(label: $0.label, href: part.href)
            }
        }
    }

    static let fields: [Field<CaptionFilterForm>] = [
        .text("words") { $0.filter.words },
        .list("languages") { $0.languageChoices },
        .list("kinds") { $0.kinds },
        .list("origins") { $0.origins },
        .list("troubles") { $0.troubles },
        .list("orders") { $0.orders },
        .list("per_page") { $0.sizes },
        .list("chosen") { $0.chosen },
    ]
}

extension Choice {
    fileprivate static func offered(
        _ offered: [(value: String, label: String)],
        chosen: String
    ) -> [Choice] {
        offered.map { Choice(value: $0.value, label: $0.label, isChosen: $0.value == chosen) }
    }

    /// Languages by their names, and one line for all; the chosen one even if nothing has it.
    fileprivate static func languages(_ tags: [String], chosen: String?, all: String) -> [Choice] {
        let unusual = chosen.flatMap { tags.contains($0) ? nil : $0 }
        let names = (tags + [unusual].compactMap(\.self)).map { tag in
            (tag, LanguageTag.shownName(of: tag))
        }
        return offered([("", all)] + names.sorted { $0.1 < $1.1 }, chosen: chosen ?? "")
    }
}

/// The library of captions.
struct CaptionIndexPage: PageWithCovers {
    static let template = "library/captions/index.html"

    let rows: [CaptionRow]
    let form: CaptionFilterForm
    let tabs: [ScopeLink]
    let pagination: PaginationView
    let hasAny: Bool

    private var address: CaptionListAddress { form.address }

    static let fields: [Field<CaptionIndexPage>] = [
        .text("words") { $0.address.filter.words },
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .bool("has_any") { $0.hasAny },
        .record("form") { $0.form },
        .list("tabs") { $0.tabs },
        .text("list_path") { _ in CaptionFilter.path },
        .text("export_href") { $0.address.exportHref },
        .record("changed_heading") { $0.address.heading("Changed", .changed) },
        .record("cues_heading") { $0.address.heading("Cues", .cues) },
        .record("trouble_heading") { $0.address.heading("Problems", .trouble) },
        .record("pagination") { $0.pagination },
    ]
}

/// The books that have a video but no captions.
struct CaptionMissingPage: PageWithCovers {
    static let template = "library/captions/missing.html"
    static let path = CaptionFilter.path + "/missing"

    let videos: [VideoSummary]
    let language: String?
    let languages: [String]
    let tabs: [ScopeLink]
    let pagination: PaginationView

    private var languageName: String? { language.map(LanguageTag.shownName) }

    static let fields: [Field<CaptionMissingPage>] = [
        .list("rows") { $0.videos.map(MissingRow.init) },
        .optionalText("language") { $0.languageName },
        .list("languages") {
            Choice.languages($0.languages, chosen: $0.language, all: "In any language")
        },
        .list("tabs") { $0.tabs },
        .int("total") { $0.pagination.total },
        .record("pagination") { $0.pagination },
    ]
}

/// A book whose video has no captions.
struct MissingRow: Record {
    let video: VideoSummary

    static let fields: [Field<MissingRow>] = [
        .text("title") { $0.video.name },
        .text("href") { $0.video.asset.href + "#captions" },
        .optionalRecord("book") { $0.video.book },
        .optionalText("duration") { $0.video.asset.durationSeconds.map(PlayingTime.text) },
        .text("import_href") { "\(CaptionFilter.path)/import?video=\($0.video.asset.id)" },
    ]
}

/// Words that were looked for in all captions.
struct CaptionWordsPage: PageWithCovers {
    static let template = "library/captions/words.html"
    static let path = CaptionFilter.path + "/words"
    static let perPage = 50

    let search: CaptionWords
    let hits: [CaptionHit]
    let hasMore: Bool
    let isFirst: Bool
    let count: Int
    let languages: [String]
    let tabs: [ScopeLink]

    private var countText: String {
        guard count <= CaptionWords.mostCounted else {
            return "More than \(Counted.number(CaptionWords.mostCounted)) cues"
        }
        return count == 0 ? "No cue" : Counted.text(count, "cue", "cues")
    }

    private func href(after last: Int?) -> String {
        let query = [
            (name: "q", value: search.words.shown),
            (name: "language", value: search.language ?? ""),
            (name: "after", value: last.map { String($0) } ?? ""),
        ].filter { !$0.value.isEmpty }
        return Self.path + "?" + PercentEncoding.encodeQuery(query)
    }

    static let fields: [Field<CaptionWordsPage>] = [
        .text("words") { $0.search.words.shown },
        .bool("has_words") { !$0.search.words.isEmpty },
        .text("count_text") { $0.countText },
        .list("rows") { page in
            page.hits.map { HitRow(hit: $0, pieces: page.search.pieces(of: $0.cue.text)) }
        },
        .list("languages") {
            Choice.languages($0.languages, chosen: $0.search.language, all: "Any language")
        },
        .list("tabs") { $0.tabs },
        .optionalText("first_href") { $0.isFirst ? nil : $0.href(after: nil) },
        .optionalText("next_href") { page in
            page.hasMore ? page.hits.last.map { page.href(after: $0.cue.id.value) } : nil
        },
    ]
}

/// A cue with words that were looked for.
struct HitRow: Record {
    let hit: CaptionHit
    let pieces: [TextPiece]

    private var track: CaptionTrack { hit.summary.track }

    static let fields: [Field<HitRow>] = [
        .list("pieces") { $0.pieces },
        .text("title") { $0.hit.summary.video.name },
        .optionalRecord("book") { $0.hit.summary.video.book },
        .text("track_href") { $0.track.href },
        .text("track") { "\($0.track.languageName), \($0.track.kind.label.lowercased())" },
        .text("language") { $0.track.language },
        .text("time") { PlayingTime.text(max(0, $0.hit.cue.start).wholeSeconds) },
        .text("href") { $0.track.href(at: $0.hit.cue.start) },
        .text("edit_href") { row in
            let path = Workbench.path(row.track.video, row.track.id)
            return "\(path)?cue=\(row.hit.cue.id)#cue-\(row.hit.cue.id)"
        },
    ]
}

extension TextPiece: Record {
    static let fields: [Field<TextPiece>] = [
        .text("text") { $0.text },
        .bool("is_hit") { $0.isHit },
    ]
}

/// A cue, as lists show it.
struct CueLine: Record {
    let start: MediaTime
    let end: MediaTime?
    let text: String

    static let fields: [Field<CueLine>] = [
        .text("start") { SubtitleTime.text($0.start) },
        .text("end") { $0.end.map(SubtitleTime.text) ?? "?" },
        .text("text") { $0.text },
    ]
}

/// A time to the millisecond, for people: "1:02.500".
enum SubtitleTime {
    static func text(_ time: MediaTime) -> String {
        let sign = time < 0 ? "−" : ""
        let (seconds, rest) = time.magnitude.milliseconds.quotientAndRemainder(dividingBy: 1000)
        let digits = String(rest)
        let zeros = String(repeating: "0", count: 3 - digits.count)
        return "\(sign)\(PlayingTime.text(seconds)).\(zeros)\(digits)"
    }
}

/// Something odd in a file, in words.
struct ProblemLine: Record {
    let problem: Problem

    static let fields: [Field<ProblemLine>] = [
        .optionalText("line") { $0.problem.line > 0 ? String($0.problem.line) : nil },
        .text("text") { $0.problem.text },
    ]
}

/// A track.
struct CaptionShowPage: Page {
    static let template = "library/captions/show.html"
    static let mostCues = 20
    /// Below this, a document is unpacked in a few milliseconds.
    static let mostUnpacked = 2000
    private static let mostProblems = 50

    let summary: CaptionSummary
    let form: CaptionDetailsForm
    let version: VersionField
    let cues: [CaptionCue]
    let problems: [Problem]
    let address: CaptionListAddress
    let now: Int
    let times: TimeText
    /// Whether somebody else saved in between.
    var isChangedMeanwhile = false

    private var track: CaptionTrack { summary.track }

    private var facts: [Fact] {
        [
            Fact("Language", track.languageName),
            Fact("Kind", track.kind.label),
            Fact("Origin", track.origin.label),
            Fact("Cues", track.savedVersion.map { _ in Counted.number(track.cueCount) }),
            Fact(
                "Cues with problems",
                track.problemCount > 0 ? Counted.number(track.problemCount) : nil
            ),
            Fact("Read from", track.format?.name),
            Fact("Version", track.savedVersion.map { String($0) }),
            Fact("Added", times.exact(track.createdAt)),
            Fact("Changed", times.relative(track.updatedAt, now: now)),
        ].compactMap(\.self)
    }

    static let fields: [Field<CaptionShowPage>] = [
        .text("name") { $0.track.name },
        .text("title") { $0.summary.video.name },
        .text("href") { $0.track.href },
        .text("video_href") { $0.summary.video.asset.href },
        .optionalText("edit_href") { page in
            page.track.savedVersion.map { _ in Workbench.path(page.track.video, page.track.id) }
        },
        .text("list_href") { $0.address.href },
        .text("state") { $0.track.state.label },
        .text("state_kind") { $0.track.state.kind },
        .optionalText("error") { $0.track.error },
        .list("facts") { $0.facts },
        .bool("is_readable") { $0.track.savedVersion != nil || $0.track.fileKey != nil },
        .bool("can_show") { $0.track.status == .ready && !$0.track.isShown },
        .bool("can_begin") { $0.track.isShown && !$0.track.isDefault },
        .bool("is_default") { $0.track.isDefault },
        .record("form") { $0.form },
        .text("version") { $0.version.shown },
        .list("errors") { $0.form.errors + $0.version.errors },
        .bool("is_changed_meanwhile") { $0.isChangedMeanwhile },
        .record("export") { CaptionFormatForm($0.track.format ?? .vtt) },
        .list("cues") { $0.cues.map { CueLine(start: $0.start, end: $0.end, text: $0.text) } },
        .int("more_cues") { max(0, $0.track.cueCount - $0.cues.count) },
        .list("problems") { $0.problems.prefix(mostProblems).map(ProblemLine.init) },
    ]
}

/// The question before a track is deleted.
struct CaptionDeletePage: Page {
    static let template = "library/captions/delete.html"

    let summary: CaptionSummary

    static let fields: [Field<CaptionDeletePage>] = [
        .text("name") { $0.summary.track.name },
        .text("full_name") { $0.summary.track.fullName },
        .text("title") { $0.summary.video.name },
        .text("href") { $0.summary.track.href },
        .bool("is_at_mux") { $0.summary.track.muxTrackID != nil },
    ]
}

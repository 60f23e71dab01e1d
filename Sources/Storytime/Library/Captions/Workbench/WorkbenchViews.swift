import Quill
import Received
import Subtitles

/// The head of all pages of the workbench: what it is about, and where one can go.
struct WorkbenchHead: Record {
    /// One of its pages.
    enum Part: String, CaseIterable {
        case cues = ""
        case checks, adjust, versions

        var label: String {
            switch self {
            case .cues: "Cues"
            case .checks: "Checks"
            case .adjust: "Adjust"
            case .versions: "Versions"
            }
        }
    }

    let bench: Workbench
    let part: Part

    private var facts: String {
        let track = bench.track
        let parts = [track.languageName, track.kind.label, track.origin.label]
        return parts.joined(separator: " · ") + (track.isShown ? "" : " · Not shown to viewers")
    }

    private var links: [ScopeLink] {
        Part.allCases.map { part in
            ScopeLink(
                label: part.label,
                href: part == .cues ? bench.path : "\(bench.path)/\(part.rawValue)",
                count: part == .cues ? bench.track.cueCount : nil,
                isCurrent: part == self.part
            )
        }
    }

    static let fields: [Field<WorkbenchHead>] = [
        .text("name") { $0.bench.track.name },
        .text("video_name") { $0.bench.video.name },
        .text("track_href") { $0.bench.track.href },
        .text("facts") { $0.facts },
        .list("links") { $0.links },
    ]
}

/// A cue on the workbench.
struct CueRow: Record {
    let cue: CaptionCue
    /// Of the page before, for the first of a page: what is said about it can’t be seen here.
    let previous: CaptionCue?
    let next: CaptionCue?
    let bench: Workbench
    /// The text of another track at this time; nil if none stands beside.
    let beside: String?

    private static func cue(_ row: CaptionCue) -> Cue {
        Cue(start: row.start, end: row.end, text: row.text)
    }

    private var speed: String {
        Self.cue(cue).charactersPerSecond.map { "\($0) char/s" } ?? ""
    }

    /// What can be seen without the whole document.
    private var troubles: [String] {
        let own = Self.cue(cue).troubles(before: next.map(Self.cue), bench.limits)
        let isOverlapped =
            previous.map { previous in
                Self.cue(previous).troubles(before: Self.cue(cue), bench.limits)
                    .contains { $0.kind == .overlap }
            } ?? false
        return (isOverlapped ? ["Overlaps the one before"] : []) + own.map(\.kind.label)
    }

    static let fields: [Field<CueRow>] = [
        .int("id") { $0.cue.id.value },
        .int("position") { $0.cue.position },
        .int("number") { $0.cue.position + 1 },
        .int("start_ms") { $0.cue.start.milliseconds },
        .text("end_ms") { $0.cue.end.map { "\($0.milliseconds)" } ?? "" },
        .text("start") { CaptionTime.text($0.cue.start) },
        .text("end") { $0.cue.end.map(CaptionTime.text) ?? "?" },
        .text("text") { $0.cue.text },
        .text("speed") { $0.speed },
        .texts("troubles") { $0.troubles },
        .text("href") { "\($0.bench.path)/cues/\($0.cue.id)" },
        .bool("has_beside") { $0.beside != nil },
        .text("beside") { $0.beside ?? "" },
    ]
}

/// The video beside its cues.
struct WorkbenchPage: PageWithVideo {
    static let template = "library/captions/workbench/show.html"

    let bench: Workbench
    let rows: [CueRow]
    /// The cue that a link leads to.
    let target: ID<CaptionCue>?
    let pagination: Pagination
    /// The other tracks of the video.
    let others: [CaptionTrack]
    let beside: CaptionTrack?
    /// Nil if the video can’t be played.
    let player: PlayerView?
    let publishing: PublishingView?

    private var query: [(name: String, value: String)] {
        beside.map { [("beside", "\($0.id)")] } ?? []
    }

    private var besideChoices: [Choice] {
        [Choice(value: "", label: "Nothing", isChosen: beside == nil)]
            + others.map {
                Choice(value: "\($0.id)", label: $0.name, isChosen: $0.id == beside?.id)
            }
    }

    static let fields: [Field<WorkbenchPage>] = [
        .record("head") { WorkbenchHead(bench: $0.bench, part: .cues) },
        .text("path") { $0.bench.path },
        .text("language") { $0.bench.track.language },
        .int("saved") { $0.bench.track.savedVersion ?? 0 },
        .int("fastest") { $0.bench.limits.charactersPerSecond },
        .list("rows") { $0.rows },
        .int("target") { $0.target?.value ?? 0 },
        .int("page") { $0.pagination.page },
        .int("pages") { $0.pagination.pageCount },
        .int("per_page") { $0.pagination.perPage },
        .record("pagination") { page in
            page.pagination.view(path: page.bench.path, query: page.query)
        },
        .list("beside_choices") { $0.besideChoices },
        .bool("has_others") { !$0.others.isEmpty },
        .optionalText("beside_name") { $0.beside?.name },
        .text("beside_language") { $0.beside?.language ?? "" },
        .optionalRecord("player") { $0.player },
        .optionalRecord("publishing") { $0.publishing },
    ]
}

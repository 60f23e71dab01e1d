import HTTP
import Quill
import Received
import Server
import Subtitles

/// Acts on all cues of a track: each is shown as it would be, and then done.
enum AdjustPages {
    static let routes = [
        // A document may have a hundred thousand cues.
        get("/admin/video_assets/{id}/captions/{id}/adjust", lane: .worker, show),
        post("/admin/video_assets/{id}/captions/{id}/adjust", apply),
    ]

    static func show(_ visit: Visit, _ video: ID<VideoAsset>, _ track: ID<CaptionTrack>) throws
        -> Response
    {
        let bench = try visit.workbench(video, track)
        let form = AdjustForm(try visit.query(), cueCount: bench.track.cueCount)
        return try visit.page(try page(visit, bench, form))
    }

    static func apply(_ visit: Visit, _ video: ID<VideoAsset>, _ track: ID<CaptionTrack>) throws
        -> Response
    {
        let bench = try visit.workbench(video, track)
        let fields = try visit.fields()
        let form = AdjustForm(fields, cueCount: bench.track.cueCount)
        var page = try page(visit, bench, form)
        guard let adjustment = page.adjustment, let after = page.after, !visit.isResumed else {
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            // What was shown is what is done.
            guard EditBase(fields)?.saved == bench.track.savedVersion else {
                throw CaptionStore.Refusal.changedMeanwhile(bench.track)
            }
            let saved = try visit.captions.save(
                after,
                as: track,
                expecting: bench.track.version,
                note: adjustment.note,
                by: visit.actor
            )
            let notice = "\(adjustment.note). Saved as version \(saved.savedVersion ?? 0)."
            let isMend = form.act == .mend
            return try visit.redirect(
                to: isMend ? "\(bench.path)/checks" : bench.path,
                notice: Flash(.good, notice)
            )
        } catch CaptionStore.Refusal.changedMeanwhile {
            page = try self.page(visit, try visit.workbench(video, track), form)
            page.hasChanged = true
            return try visit.page(page, status: 409)
        }
    }

    private static func page(_ visit: Visit, _ bench: Workbench, _ form: AdjustForm) throws
        -> AdjustPage
    {
        var page = AdjustPage(bench: bench, form: form)
        guard form.act != nil else { return page }
        let document = try visit.captions.document(of: bench.track)
        guard let adjustment = form.adjustment(document) else { return page }
        guard let after = adjustment.applied(to: document, bench.limits) else {
            page.form.refuse(document)
            return page
        }
        page.adjustment = adjustment
        page.after = after
        page.changes = CueChangeRow.rows(after.difference(from: document), document, after)
        return page
    }
}

/// The forms for all cues, and what the one that was sent would change.
struct AdjustPage: Page {
    static let template = "library/captions/workbench/adjust.html"
    /// How many changes are listed; there may be thousands, all alike.
    private static let shownChanges = 100

    let bench: Workbench
    var form: AdjustForm
    var adjustment: Adjustment?
    var after: Captions?
    var changes: [CueChangeRow] = []
    /// Whether somebody saved since the preview was shown.
    var hasChanged = false

    private var summary: String {
        switch changes.count {
        case 0: "Nothing would change."
        case 1: "1 cue would change."
        default: "\(Counted.number(changes.count)) cues would change."
        }
    }

    private var rest: String {
        let more = changes.count - Self.shownChanges
        return more > 0 ? "And \(Counted.text(more, "more cue", "more cues"))." : ""
    }

    static let fields: [Field<AdjustPage>] = [
        .record("head") { WorkbenchHead(bench: $0.bench, part: .adjust) },
        .text("path") { $0.bench.path + "/adjust" },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .bool("has_preview") { $0.adjustment != nil },
        .bool("has_changed") { $0.hasChanged },
        .text("title") { $0.adjustment?.title ?? "" },
        .text("summary") { $0.summary },
        .text("rest") { $0.rest },
        .list("changes") { Array($0.changes.prefix(Self.shownChanges)) },
        .list("hidden") { page in
            page.form.hidden
                + [HiddenField(name: "saved", value: String(page.bench.track.savedVersion ?? 0))]
        },
    ]
}

/// A cue before and after.
struct CueChangeRow: Record {
    let name: String
    /// Nil if it is new.
    let before: Cue?
    /// Nil if it was removed.
    let after: Cue?

    static func rows(_ changes: [CueChange], _ old: Captions, _ new: Captions) -> [CueChangeRow] {
        changes.map { change in
            switch change {
            case .added(let index):
                CueChangeRow(name: "Cue \(index + 1)", before: nil, after: new.cues[index])
            case .removed(let index):
                CueChangeRow(name: "Cue \(index + 1)", before: old.cues[index], after: nil)
            case .changed(let from, let to):
                CueChangeRow(
                    name: "Cue \(to + 1)",
                    before: old.cues[from],
                    after: new.cues[to]
                )
            }
        }
    }

    private var kind: String {
        if before == nil { return "Added" }
        return after == nil ? "Removed" : "Changed"
    }

    private func text(_ cue: Cue?) -> String { cue?.text ?? "" }
    private func times(_ cue: Cue?) -> String {
        cue.map { CueTimes.text($0.start, $0.end) } ?? ""
    }

    private var diff: TextDiff { TextDiff(text(before), text(after)) }

    static let fields: [Field<CueChangeRow>] = [
        .text("name") { $0.name },
        .text("kind") { $0.kind },
        .text("times_before") { $0.times($0.before) },
        .text("times_after") { $0.times($0.after) },
        .list("before") { $0.diff.before },
        .list("after") { $0.diff.after },
    ]
}

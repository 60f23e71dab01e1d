import HTTP
import Received
import Server
import Subtitles

/// The form of one cue: its text and times, and what else can be done with it.
enum CuePages {
    static let routes = [
        get("/admin/video_assets/{id}/captions/{id}/cues/{id}", show),
        post("/admin/video_assets/{id}/captions/{id}/cues/{id}", update),
    ]

    static func show(
        _ visit: Visit,
        _ video: ID<VideoAsset>,
        _ track: ID<CaptionTrack>,
        _ id: ID<CaptionCue>
    ) throws -> Response {
        let bench = try visit.workbench(video, track)
        guard let cue = try visit.captions.cue(id, of: track) else { throw Failure.notFound }
        return try visit.page(
            try page(visit, bench, cue, CueForm(cue, saved: bench.track.savedVersion ?? 0))
        )
    }

    /// Saves what was typed, and then does what the button says.
    static func update(
        _ visit: Visit,
        _ video: ID<VideoAsset>,
        _ track: ID<CaptionTrack>,
        _ id: ID<CaptionCue>
    ) throws -> Response {
        let bench = try visit.workbench(video, track)
        guard let cue = try visit.captions.cue(id, of: track) else {
            let notice = Flash(.bad, "That cue was deleted meanwhile. Nothing was saved.")
            return try visit.redirect(to: bench.path, notice: notice)
        }
        let fields = try visit.fields()
        var form = CueForm(fields, cue, saved: bench.track.savedVersion ?? 0)
        let act = Act(rawValue: fields.text("act") ?? "") ?? .save
        if act == .split { form.choose(fields) }
        let document = act == .insert ? try visit.captions.document(of: bench.track) : nil
        guard let edits = act.edits(form, document), !visit.isResumed else {
            return try visit.page(try page(visit, bench, cue, form), status: visit.formStatus)
        }
        switch try visit.save(CueEdits(edits), of: track, since: form.base) {
        case .saved(let track, let othersChanges):
            let other =
                othersChanges > 0
                ? try visit.lastEditor(of: track.subject(of: bench.video.asset)) : nil
            let notice = WorkbenchPages.saved(track, othersChanges, other)
            return try visit.redirect(
                to: try address(visit, bench, id, act),
                notice: Flash(.good, notice)
            )
        case .conflict(let track, let clashes):
            form.overwrite(track.savedVersion ?? 0)
            var page = try page(visit, bench, cue, form)
            page.conflict = try visit.conflict(
                on: track.subject(of: bench.video.asset),
                clashes.map {
                    ConflictRow(
                        field: "Cue \($0.cue + 1)",
                        theirs: CueClash.text($0.theirs),
                        yours: CueClash.text($0.yours)
                    )
                }
            )
            return try visit.page(page, status: 409)
        case .refused(let refusal):
            if act == .split {
                form.rejectSplit(refusal.message)
            } else {
                form.text.reject(refusal.message)
            }
            return try visit.page(try page(visit, bench, cue, form), status: 422)
        }
    }

    /// What the buttons do besides saving.
    private enum Act: String {
        case save, split, join, insert, delete

        /// Nil while something in the form is wrong. What is deleted needn’t be right.
        func edits(_ form: CueForm, _ document: Captions?) -> [CueEdit]? {
            let cue = form.position
            if self == .delete, form.baseError == nil { return [.delete(cue: cue)] }
            guard let edit = form.edit else { return nil }
            switch self {
            case .save, .delete: return [edit]
            case .split:
                let place = form.splits?.value.flatMap { ReceivedNumber.integer($0) } ?? 0
                return [edit, .split(cue: cue, at: place, time: nil, new: -1)]
            case .join: return [edit, .join(cue: cue)]
            case .insert:
                var edited = document
                if case .set(_, let start, let end, _) = edit,
                    edited?.cues.indices.contains(cue) == true
                {
                    edited?.cues[cue].start = start
                    edited?.cues[cue].end = end
                }
                let room = edited?.cue(after: cue) ?? Cue(start: 0, end: 2_000, text: "")
                return [
                    edit,
                    .insert(new: -1, after: cue, start: room.start, end: room.end, text: ""),
                ]
            }
        }
    }

    /// Where it goes on: at the new cue, or in the list.
    private static func address(
        _ visit: Visit,
        _ bench: Workbench,
        _ id: ID<CaptionCue>,
        _ act: Act
    ) throws -> String {
        let cue = try visit.captions.cue(id, of: bench.track.id)
        if act == .insert, let cue,
            let new = try visit.captions.cues(
                of: bench.track.id,
                from: cue.position + 1,
                limit: 1
            ).first
        {
            return "\(bench.path)/cues/\(new.id)"
        }
        return cue.map { "\(bench.path)?cue=\($0.id)#cue-\($0.id)" } ?? bench.path
    }

    private static func page(
        _ visit: Visit,
        _ bench: Workbench,
        _ cue: CaptionCue,
        _ form: CueForm
    ) throws -> CuePage {
        let around = try visit.captions.cues(
            of: bench.track.id,
            from: max(0, cue.position - 1),
            limit: 3
        )
        return CuePage(
            bench: bench,
            cue: cue,
            form: form,
            before: around.first { $0.position == cue.position - 1 }?.id,
            after: around.first { $0.position == cue.position + 1 }?.id
        )
    }
}

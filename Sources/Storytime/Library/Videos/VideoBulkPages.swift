import HTTP
import Quill
import Server

/// The page between the list of videos and a bulk action: it says exactly how many and what, and
/// asks.
enum VideoBulkPages {
    static let routes = [
        get("/admin/video_assets/bulk", lane: .worker, ask),
        post("/admin/video_assets/bulk", lane: .slow, run),
    ]

    static func ask(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        let address = try visit.asked(VideoListAddress(of: query))
        if query.text("act") == CaptionExportPages.act {
            return try visit.redirect(to: CaptionExportPages.href("videos", query))
        }
        let act = query.text("act").flatMap(VideoAct.init)
        guard let act, let target = try VideoTarget(query, address, "videos") else {
            return try visit.redirect(
                to: address.href + Flash.anchor,
                notice: Flash(.info, "Select some videos first, or apply the action to all.")
            )
        }
        return try visit.page(try page(visit, act, target, address))
    }

    static func run(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        let address = try visit.asked(VideoListAddress(of: fields))
        let act = fields.text("act").flatMap(VideoAct.init)
        guard let act, let target = try VideoTarget(fields, address, "videos") else {
            throw Failure.badRequest("This form doesn’t say what to do with which videos.")
        }
        let count = fields.number("count")
        guard let count else {
            return try visit.page(try page(visit, act, target, address), status: 422)
        }
        do {
            let result = try visit.videoBulk.run(act, on: target, expecting: count, by: visit.actor)
            visit.site.vitals.jobBell.ring()
            return try visit.redirect(
                to: address.href + Flash.anchor,
                notice: notice(act, result)
            )
        } catch VideoBulk.Refusal.countIsAnother {
            var page = try page(visit, act, target, address)
            page.shownCount = count
            return try visit.page(page, status: 409)
        }
    }

    private static func notice(_ act: VideoAct, _ result: VideoBulk.Result) -> Flash {
        let refused = Counted.text(result.refusals.count, "video", "videos")
        let words = [
            result.done > 0 ? act.summary(result.done) : nil,
            result.queued > 0 ? act.announcement(result.queued) : nil,
            result.refusals.first.map { "Not done for \(refused). \($0)" },
        ].compactMap(\.self).joined(separator: " ")
        guard !words.isEmpty else {
            return Flash(.info, "Nothing to do: all of them are already like that.")
        }
        return Flash(result.refusals.isEmpty ? .good : .bad, words)
    }

    private static func page(
        _ visit: Visit,
        _ act: VideoAct,
        _ target: VideoTarget,
        _ address: VideoListAddress
    ) throws -> VideoBulkPage {
        let plan = try visit.videoBulk.plan(act, target)
        return VideoBulkPage(
            act: act,
            target: target,
            address: address,
            plan: plan,
            examples: try visit.videoList.summaries(
                Array(plan.affected.prefix(VideoBulkPage.mostExamples))
            ),
            engine: visit.site.configuration.transcribing.engine
        )
    }
}

/// The question before a bulk action.
struct VideoBulkPage: Page {
    static let template = "library/videos/bulk.html"
    fileprivate static let mostExamples = 5

    let act: VideoAct
    let target: VideoTarget
    let address: VideoListAddress
    let plan: VideoBulk.Plan
    let examples: [VideoSummary]
    /// What videos on this server are transcribed with.
    let engine: TranscribingSettings.Engine?
    /// How many were shown before, if that is no longer true.
    var shownCount: Int?

    private var count: Int { plan.affected.count }

    /// For which of the videos nothing changes, and why.
    private var unchanged: String? {
        let rest = plan.all.count - count
        guard rest > 0 else { return nil }
        let isOne = rest == 1
        let are = isOne ? "isn’t" : "aren’t"
        let have = isOne ? "has" : "have"
        let reason =
            switch act {
            case .transcribe: "\(are) ready or already \(have) captions"
            case .make1080, .make720, .make480:
                "\(are) on this server, \(are) ready, \(isOne ? "is" : "are") no larger than "
                    + "\(act.size?.label ?? ""), or \(have) that size already"
            case .retry:
                "\(isOne ? "hasn’t" : "haven’t") failed, or came from a file that you would have to "
                    + "upload again"
            case .delete: "\(isOne ? "is" : "are") deleted already"
            }
        return "Nothing changes for \(Counted.text(rest, "video", "videos")) that \(reason)."
    }

    /// Who hears their sound.
    private var listeners: String? {
        guard act == .transcribe, count > 0 else { return nil }
        let providers = Set(plan.affected.map(\.provider))
        return [
            providers.contains(.local) ? TranscribeOffer.listener(engine) : nil,
            providers.contains(.mux) ? "Mux transcribes those at Mux." : nil,
        ].compactMap(\.self).joined(separator: " ")
    }

    private var carried: [HiddenField] {
        ([(name: "list", value: address.carried), (name: "act", value: act.rawValue)]
            + target.fields).map { HiddenField(name: $0.name, value: $0.value) }
    }

    static let fields: [Field<VideoBulkPage>] = [
        .text("question") { $0.act.question($0.count) },
        .text("heading") { page in
            if page.plan.isTooMuch {
                "Too many at once"
            } else {
                page.count == 0 ? "Nothing to do" : "\(page.act.question(page.count))?"
            }
        },
        .int("count") { $0.count },
        .text("count_text") { String($0.count) },
        .optionalText("shown_videos") {
            $0.shownCount.map { Counted.text($0, "video", "videos") }
        },
        .text("videos") { Counted.text($0.count, "video", "videos") },
        .bool("is_delete") { $0.act == .delete },
        .optionalText("listeners") { $0.listeners },
        .bool("is_too_much") { $0.plan.isTooMuch },
        .text("most") { _ in Counted.number(VideoBulk.mostAtOnce) },
        .optionalText("unchanged_text") { $0.unchanged },
        .list("examples") { $0.examples.map { ReferenceLine(text: $0.name) } },
        .int("others") { $0.count - $0.examples.count },
        .list("carried") { $0.carried },
        .text("list_href") { $0.address.href + "#results" },
    ]
}

extension Visit {
    var videoBulk: VideoBulk { VideoBulk(actions: videoActions, list: videoList, jobs: jobs) }
}

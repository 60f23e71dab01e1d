import Quill

/// The page of messages from Mux.
struct DeliveryPage: Page {
    static let template = "library/webhooks/index.html"

    let mux: MuxView
    /// The video that the messages are about; nil for all.
    let video: VideoSummary?
    let rows: [DeliveryRow]
    let pagination: PaginationView

    static let fields: [Field<DeliveryPage>] = [
        .record("mux") { $0.mux },
        .optionalText("video_name") { $0.video?.name },
        .text("video_href") { $0.video?.asset.href ?? "" },
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .record("pagination") { $0.pagination },
    ]
}

/// The state of the connection to Mux.
struct MuxView: Record {
    private let settings: MuxSettings
    private let refused: RefusedWebhooks.Count
    private let address: String
    private let now: Int
    private let times: TimeText
    private let checkedAt: Int?
    /// What went wrong since then.
    private let setback: JobSetback?
    /// When Mux is asked again.
    private let nextAt: Int?

    init(_ visit: Visit) throws {
        settings = visit.site.configuration.mux
        let jobs = settings.canCall ? visit.jobs : nil
        checkedAt = try jobs?.lastDone(.checkMux)
        setback = try jobs?.lastSetback(.checkMux, since: checkedAt ?? 0)
        nextAt = try setback == nil ? nil : jobs?.nextTime(of: .checkMux)
        refused = visit.site.shared[RefusedWebhooks.self].count
        address = visit.absolute(MuxWebhook.path)
        now = visit.now
        times = visit.times
    }

    var canCall: Bool { settings.canCall }

    private var refusedText: String? {
        guard refused.amount > 0 else { return nil }
        let amount = Counted.text(refused.amount, "delivery was", "deliveries were")
        let verb = "\(amount) refused since the program started, the last "
        return verb + "\(times.relative(refused.lastAt, now: now)): \(refused.lastReason)."
    }

    private var checkedText: String? {
        checkedAt.map { "Last checked with Mux \(times.relative($0, now: now))." }
    }

    /// When the check failed that came last.
    private var failedText: String? {
        setback.map { "Checking with Mux failed \(times.relative($0.at, now: now))." }
    }

    private var againText: String? {
        nextAt.map { next in
            next > now
                ? "We’ll try again at \(times.since(next, now: now))." : "We’re trying again now."
        }
    }

    /// Why the check failed, and what comes next.
    private var failedNote: String {
        [setback?.reason, againText, checkedText].compactMap(\.self).joined(separator: " ")
    }

    static let fields: [Field<MuxView>] = [
        .bool("is_wanted") { $0.settings.isWanted },
        .bool("can_call") { $0.canCall },
        .list("missing") {
            $0.settings.missing.map { MissingSetting(what: $0.what, names: $0.settings) }
        },
        .list("unset") {
            $0.settings.unset.map { MissingSetting(what: $0.what, names: $0.settings) }
        },
        .optionalText("checked_text") { $0.checkedText },
        .optionalText("failed_text") { $0.failedText },
        .text("failed_note") { $0.failedNote },
        .optionalText("refused") { $0.refusedText },
        .text("address") { $0.address },
    ]
}

/// Something that doesn't work, and the settings that it needs.
struct MissingSetting: Record {
    let what: String
    let names: [String]

    static let fields: [Field<MissingSetting>] = [
        .text("what") { $0.what },
        .text("names") { $0.names.joined(separator: " and ") },
    ]
}

/// A line of the list: the message, what became of it, and its whole body.
struct DeliveryRow: Record {
    /// Messages from Mux have some 2,000 bytes; longer ones are cut.
    private static let shownBytes = 16_384

    let delivery: MuxDelivery
    let now: Int
    let times: TimeText

    private var verdict: (label: String, kind: String) {
        switch delivery.verdict {
        case .new: ("Not processed yet", "busy")
        case .applied: ("Applied", "good")
        case .unchanged: ("Nothing new", "quiet")
        case .kept: ("Kept for later", "info")
        case .ignored: ("Ignored", "quiet")
        case .unreadable: ("Not understood", "bad")
        case .failed: ("Failed, will retry", "bad")
        }
    }

    private var type: String {
        switch MuxEvent.Answer(rawValue: delivery.type) {
        case .asset: "Mux’s answer about an asset"
        case .upload: "Mux’s answer about an upload"
        case .gone: "Mux’s answer: no such asset"
        case .summary: "Summary of earlier messages"
        case nil: delivery.type.isEmpty ? "(no type)" : delivery.type
        }
    }

    private var body: (text: String, isWhole: Bool) {
        JSONLayout.text(delivery.body, limit: Self.shownBytes)
    }

    static let fields: [Field<DeliveryRow>] = [
        .text("type") { $0.type },
        .text("id") { $0.delivery.id },
        .optionalText("asset") { $0.delivery.muxAssetID },
        .text("verdict") { $0.verdict.label },
        .text("verdict_kind") { $0.verdict.kind },
        .text("effect") { $0.delivery.effect },
        .int("times_received") { $0.delivery.timesReceived },
        .text("body") { $0.body.text },
        .bool("is_cut") { !$0.body.isWhole },
        .bool("is_folded") { $0.delivery.isFolded },
        .text("size") { ByteCount.text($0.delivery.body.count) },
        .text("when_text") { $0.times.relative($0.delivery.receivedAt, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.delivery.receivedAt) },
        .text("when_iso") { TimeText.iso($0.delivery.receivedAt) },
        .text("happened") { $0.times.exact($0.delivery.happenedAt.seconds) },
    ]
}

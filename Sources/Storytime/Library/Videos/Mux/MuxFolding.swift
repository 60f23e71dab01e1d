import SQLite

/// Bounds what is kept of an asset at Mux.
///
/// Every message reads those before it. Once they are too many or too large, the earlier ones are summed up:
/// a summary takes their place, their contents are given up, and only the lines about the latest of them stay.
/// A message that comes later than the summary, but happened before, counts as if everything that was
/// summed up had happened after it.
struct MuxFolding {
    /// How many messages about one asset are kept with their contents, and how many bytes.
    static let mostMessages = 40
    static let mostBytes = 256 << 10
    /// How many are kept without.
    static let mostFolded = 200
    /// How many are folded at once.
    private static let mostAtOnce = 500

    let database: Database
    let now: Int
    let reader: MuxReader

    /// Sums up what is too much. The summary is made before the transaction.
    func fold(_ subject: MuxDelivery.Subject) throws {
        let kept = try reader.readings(about: subject)
        let video = try video(of: subject)
        let folded = Self.earlier(of: kept, isKnown: video != nil)
        guard let last = folded.last else { return }
        let summary = MuxState.summary(of: folded.map(\.event))
        let body = summary.body
        let verdict: MuxDelivery.Verdict = video == nil ? .kept : .applied
        let id = "summary:" + Base64URL.encode(try Random.bytes(16))
        try database.write {
            // If something came in between, the next message sums up.
            let current = try reader.readings(about: subject).map(\.delivery.number)
            guard current == kept.map(\.delivery.number) else { return }
            try giveUp(folded.map(\.delivery.number))
            try database.execute(
                """
                INSERT INTO webhook_deliveries (id, source, type, mux_asset_id, mux_upload_id,
                    happened_us, received_at, verdict, effect, asset_id, body)
                VALUES (\(id), \(MuxDelivery.Source.answer.rawValue),
                    \(MuxEvent.Answer.summary.rawValue), \(last.delivery.muxAssetID),
                    \(folded.compactMap(\.delivery.muxUploadID).last),
                    \(last.delivery.happenedAt.microseconds), \(now),
                    \(verdict.rawValue),
                    'Stands for earlier messages, whose contents are no longer kept',
                    \(video?.value), \(body))
                """
            )
            try forget(subject)
        }
    }

    private func video(of subject: MuxDelivery.Subject) throws -> ID<VideoAsset>? {
        let videos = VideoStore(database: database, now: now)
        return switch subject {
        case .asset(let name): try videos.first("mux_asset_id = \(name)")?.id
        case .upload(let name): try videos.first("mux_upload_id = \(name)")?.id
        }
    }

    /// The earlier ones, if all are too many or too large: what is left is half of what is kept at most, so
    /// that not every message makes a summary. Without a video, those that are still to be applied stay:
    /// they may say whose the asset is.
    private static func earlier(of kept: [MuxReading], isKnown: Bool) -> ArraySlice<MuxReading> {
        var (count, bytes) = (kept.count, kept.reduce(0) { $0 + $1.delivery.body.count })
        guard count > mostMessages || bytes > mostBytes else { return [] }
        let most = min(kept.count, mostAtOnce)
        let end = kept[..<most].firstIndex { !isKnown && $0.isUnfinished } ?? most
        var index = 0
        while index < end, count > mostMessages / 2 || bytes > mostBytes / 2 {
            bytes -= kept[index].delivery.body.count
            count -= 1
            index += 1
        }
        // Those of one moment stay together: the summary has their time.
        while index > 0, index < end,
            kept[index].delivery.happenedAt == kept[index - 1].delivery.happenedAt
        {
            index += 1
        }
        return kept[..<index]
    }

    /// Gives up the contents. The rows stay for a while: what comes twice is known by them.
    private func giveUp(_ numbers: [Int]) throws {
        try database.execute(
            """
            DELETE FROM webhook_deliveries
            WHERE number IN \(list: numbers) AND type = \(MuxEvent.Answer.summary.rawValue)
            """
        )
        try database.execute(
            "UPDATE webhook_deliveries SET body = x'' WHERE number IN \(list: numbers)"
        )
    }

    /// Forgets all but the latest of those without contents, and their lines in the timeline.
    private func forget(_ subject: MuxDelivery.Subject) throws {
        let old = try database.all(
            """
            SELECT number FROM webhook_deliveries
            WHERE \(sql: subject.condition) AND length(body) = 0
            ORDER BY happened_us DESC, id DESC LIMIT \(Self.mostAtOnce) OFFSET \(Self.mostFolded)
            """
        ) { try $0.int(0) }
        guard !old.isEmpty else { return }
        try database.execute("DELETE FROM video_events WHERE delivery_number IN \(list: old)")
        try database.execute("DELETE FROM webhook_deliveries WHERE number IN \(list: old)")
    }
}

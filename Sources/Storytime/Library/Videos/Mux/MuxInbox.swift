import SQLite

/// Takes messages from Mux: keeps them first, then works out what they mean.
///
/// The two are separate transactions. Once `keep` has returned, no later error loses the message:
/// if it has no verdict yet, or failed, it is applied again (`applyUnfinished`).
struct MuxInbox {
    let database: Database
    let now: Int

    // MARK: Keeping

    /// Keeps a webhook whose signature was right, and returns its number. One that came before is
    /// only counted.
    func keep(_ body: [UInt8]) throws -> Int {
        let envelope = MuxEnvelope.read(body)
        // A webhook without a usable id is identified by its content: Mux sends it again until it
        // is accepted.
        let given = envelope?.id.flatMap { (1...100).contains($0.utf8.count) ? $0 : nil }
        let id = try given ?? "sha256:" + Hex.encode(Digest.sha256(body))
        let event = MuxEvent(
            id: id,
            type: String((envelope?.type ?? "").prefix(100)),
            happenedAt: envelope?.createdAt ?? MuxMoment(microseconds: now * 1_000_000),
            body: body
        )
        return try keep(event, .webhook, envelope?.object, body)
    }

    /// Keeps Mux's answer about an asset.
    func keep(_ answer: MuxEvent, of asset: String?, _ body: [UInt8]) throws -> Int {
        try keep(answer, .answer, asset.map { MuxEnvelope.Object(type: "asset", id: $0) }, body)
    }

    private func keep(
        _ event: MuxEvent,
        _ source: MuxDelivery.Source,
        _ object: MuxEnvelope.Object?,
        _ body: [UInt8]
    ) throws -> Int {
        let (asset, upload) = event.subjects(object)
        return try database.write {
            try database.execute(
                """
                INSERT INTO webhook_deliveries (id, source, type, object_id, mux_asset_id,
                    mux_upload_id, happened_us, received_at, body)
                VALUES (\(event.id), \(source.rawValue), \(event.type), \(Self.name(object?.id)),
                    \(Self.name(asset)), \(Self.name(upload)), \(event.happenedAt.microseconds),
                    \(now), \(body))
                ON CONFLICT (id) DO UPDATE SET times_received = times_received + 1
                """
            )
            return try database.first(
                "SELECT number FROM webhook_deliveries WHERE id = \(event.id)"
            ) { try $0.int(0) } ?? 0
        }
    }

    /// Mux promises at most 255 characters; anything longer isn't a name.
    private static func name(_ text: String?) -> String? {
        text.flatMap { (1...255).contains($0.unicodeScalars.count) ? $0 : nil }
    }

    // MARK: Applying

    /// Works out what a delivery means. One that was applied before is skipped.
    ///
    /// A delivery that can't be applied is marked, and its error thrown: it stays.
    func apply(_ number: Int) throws {
        do {
            try database.write { try applyInside(number) }
        } catch {
            try? finish(number, .failed, "\(error)", nil)
            throw error
        }
    }

    /// Applies deliveries again that were not applied because of an error or a crash, at most this
    /// many; those that fail again wait for the next time.
    func applyUnfinished(limit: Int = 1000) throws {
        let numbers = try database.all(
            """
            SELECT number FROM webhook_deliveries WHERE verdict IN ('new', 'failed')
            ORDER BY verdict, number LIMIT \(limit)
            """
        ) { try $0.int(0) }
        for number in numbers { try? apply(number) }
    }

    private func applyInside(_ number: Int) throws {
        guard let delivery = try delivery(number), [.new, .failed].contains(delivery.verdict) else {
            return
        }
        let event = delivery.event
        if case .none = event.content {
            let isEvent = MuxEnvelope.read(delivery.body)?.type != nil
            let why =
                !isEvent
                ? "Not an event"
                : event.isOfUse
                    ? "Can’t be read: the data is missing or doesn’t match the type"
                    : "This type is ignored"
            let isReadable = isEvent && !event.isOfUse
            return try finish(number, isReadable ? .ignored : .unreadable, why, nil)
        }
        let assets = MuxAssets(database: database, now: now)
        guard let asset = try assets.asset(for: delivery, event) else {
            return try finish(number, .kept, "No video has this asset yet", nil)
        }
        let isNews = try assets.refresh(asset)
        let text = event.line?.text ?? "Noted"
        try finish(number, isNews ? .applied : .unchanged, isNews ? text : "Nothing new", asset)
    }

    func delivery(_ number: Int) throws -> MuxDelivery? {
        try database.first(
            """
            SELECT \(sql: MuxDelivery.columns) FROM webhook_deliveries WHERE number = \(number)
            """,
            MuxDelivery.init
        )
    }

    private func finish(
        _ number: Int,
        _ verdict: MuxDelivery.Verdict,
        _ effect: String,
        _ asset: ID<VideoAsset>?
    ) throws {
        try database.execute(
            """
            UPDATE webhook_deliveries SET verdict = \(verdict.rawValue),
                effect = \(String(effect.prefix(2000))), asset_id = \(asset?.value)
            WHERE number = \(number)
            """
        )
    }
}

import SQLite

/// Takes messages from Mux: keeps them first, then works out what they mean.
///
/// The two are separate transactions. Once `keep` has returned, no later error loses the message:
/// if it has no verdict yet, or failed, it is applied again (`applyUnfinished`).
///
/// What messages say is read before the transaction, for nobody can write while it is open. Of each asset
/// a bounded number is read (`MuxFolding`).
struct MuxInbox {
    private let database: Database
    private let now: Int
    private let reader: MuxReader

    init(database: Database, now: Int) {
        self.database = database
        self.now = now
        reader = MuxReader(database)
    }

    // MARK: Keeping

    /// Keeps a webhook whose signature was right, and returns its number. One that came before is
    /// only counted.
    func keep(_ body: [UInt8]) throws -> Int {
        let envelope = MuxEnvelope.read(body)
        // A webhook without a usable id is identified by its content: Mux sends it again until it
        // is accepted.
        let given = envelope?.id.flatMap { (1...100).contains($0.utf8.count) ? $0 : nil }
        let id = try given ?? "sha256:" + Hex.encode(Digest.sha256(body))
        let type = String((envelope?.type ?? "").prefix(100))
        let event = MuxEvent(
            id: id,
            // No webhook is one of our own answers.
            type: MuxEvent.Answer(rawValue: type) == nil ? type : "",
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
        let kept = try database.write {
            try database.execute(
                """
                INSERT INTO webhook_deliveries (id, source, type, object_id, mux_asset_id,
                    mux_upload_id, happened_us, received_at, body)
                VALUES (\(event.id), \(source.rawValue), \(event.type), \(MuxName.text(object?.id)),
                    \(MuxName.text(asset)), \(MuxName.text(upload)),
                    \(event.happenedAt.microseconds), \(now), \(body))
                ON CONFLICT (id) DO UPDATE SET times_received = times_received + 1
                """
            )
            return try database.first(
                "SELECT number, times_received FROM webhook_deliveries WHERE id = \(event.id)"
            ) { (number: try $0.int(0), times: try $0.int(1)) }
        }
        guard let kept else { return 0 }
        // It needn't be read again, unless another body of this name was kept before.
        if kept.times == 1 { reader.note(event, kept.number) }
        return kept.number
    }

    // MARK: Applying

    /// Works out what a delivery means. One that was applied before is skipped.
    ///
    /// A delivery that can't be applied is marked, and its error thrown: it stays.
    func apply(_ number: Int) throws {
        defer { reader.forget() }
        guard let reading = try reader.reading(number), reading.isUnfinished else { return }
        do {
            let judgment = Judgment(reading)
            try assets.prepare(for: reading)
            try database.write { try applyInside(reading, judgment) }
        } catch {
            try? finish(number, .failed, "\(error)", nil)
            fold(reading)
            throw error
        }
        fold(reading)
    }

    private var assets: MuxAssets { MuxAssets(database: database, now: now, reader: reader) }

    /// What can't be summed up now is with the next message.
    private func fold(_ reading: MuxReading) {
        guard let subject = reading.delivery.subject else { return }
        try? MuxFolding(database: database, now: now, reader: reader).fold(subject)
    }

    /// What is said of a message that changes nothing, whatever else there is.
    private struct Judgment {
        let verdict: MuxDelivery.Verdict
        let why: String

        /// Nil for one that may change something.
        init?(_ reading: MuxReading) {
            // What is no longer kept is in a summary.
            guard case .none = reading.event.content, !reading.delivery.isFolded else { return nil }
            let isEvent = MuxEnvelope.read(reading.delivery.body)?.type != nil
            let isOfUse = reading.event.isOfUse
            verdict = isEvent && !isOfUse ? .ignored : .unreadable
            why =
                !isEvent
                ? "Not an event"
                : isOfUse
                    ? "Can’t be read: the data is missing or doesn’t match the type"
                    : "This type is ignored"
        }
    }

    /// How many messages are kept that no video has, such as those about videos of another program in the same
    /// environment at Mux, and for how long: a video may come to its asset later. The check with Mux finds what they
    /// said.
    static let mostUnwanted = 1000
    static let unwantedSeconds = 7 * 86_400

    /// Removes what no video has wanted for long, and of more than is kept the oldest.
    func removeUnwanted() throws {
        let unwanted: SQL = "asset_id IS NULL AND verdict NOT IN ('new', 'failed')"
        let oldest = try database.first(
            """
            SELECT number FROM webhook_deliveries WHERE \(sql: unwanted)
            ORDER BY number DESC LIMIT 1 OFFSET \(Self.mostUnwanted)
            """
        ) { try $0.int(0) }
        try RowSlices(database: database).remove(
            ErasedTable("webhook_deliveries", key: "number", weight: 10),
            where: """
                \(sql: unwanted) AND (number <= \(oldest ?? 0)
                    OR received_at <= \(now - Self.unwantedSeconds))
                """
        )
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

    private func applyInside(_ reading: MuxReading, _ judgment: Judgment?) throws {
        let number = reading.delivery.number
        // Somebody else may have applied it meanwhile.
        guard try reader.isUnfinished(number) else { return }
        if let judgment { return try finish(number, judgment.verdict, judgment.why, nil) }
        guard let asset = try assets.asset(for: reading) else {
            let isOfUpload = reading.delivery.muxAssetID == nil
            let why =
                isOfUpload ? "No video belongs to this upload yet" : "No video has this asset yet"
            return try finish(number, .kept, why, nil)
        }
        let isNews = try assets.refresh(asset)
        let text = reading.event.line?.text ?? "Noted"
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

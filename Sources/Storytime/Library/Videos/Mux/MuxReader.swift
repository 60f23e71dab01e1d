import SQLite

/// A message from Mux, and what it says.
struct MuxReading: Sendable {
    let delivery: MuxDelivery
    let event: MuxEvent
    var verdict: MuxDelivery.Verdict

    var isUnfinished: Bool { verdict == .new || verdict == .failed }
}

/// Reads messages from Mux, and decodes each of them once.
///
/// Whoever is going to write reads the messages first, because decoding takes time that nobody should
/// wait for, and asks again in the transaction which of them there are. A message never changes; only its
/// content may be given up, and then it isn't read at all.
final class MuxReader {
    private let database: Database
    private var readings: [Int: MuxReading] = [:]
    private var events: [Int: MuxEvent] = [:]

    init(_ database: Database) {
        self.database = database
    }

    /// Takes over what a message says that was just kept.
    func note(_ event: MuxEvent, _ number: Int) { events[number] = event }

    func forget() {
        readings = [:]
        events = [:]
    }

    func isUnfinished(_ number: Int) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM webhook_deliveries
            WHERE number = \(number) AND verdict IN ('new', 'failed')
            """
        ) { _ in true } ?? false
    }

    func reading(_ number: Int) throws -> MuxReading? {
        if let known = readings[number] { return known }
        let found = try database.first(
            """
            SELECT \(sql: MuxDelivery.columns) FROM webhook_deliveries WHERE number = \(number)
            """,
            MuxDelivery.init
        )
        guard let found else { return nil }
        let event =
            events[number]
            ?? MuxEvent(
                id: found.id,
                type: found.type,
                happenedAt: found.happenedAt,
                body: found.body
            )
        let reading = MuxReading(delivery: found, event: event, verdict: found.verdict)
        readings[number] = reading
        return reading
    }

    /// Everything that is kept of what was reported about an asset, or about an upload that no asset
    /// came of yet, in the order in which it happened.
    func readings(about subject: MuxDelivery.Subject) throws -> [MuxReading] {
        try readings(subject.condition)
    }

    /// Everything that is kept of what was reported about the asset, and about the upload that it came
    /// from.
    func readings(of asset: VideoAsset) throws -> [MuxReading] {
        var name = asset.mux.assetID
        var found: [MuxReading] = []
        if let upload = asset.mux.uploadID {
            found = try readings("mux_upload_id = \(upload)")
            name = name ?? found.compactMap(\.delivery.muxAssetID).min()
            found.removeAll { $0.delivery.muxAssetID != nil }
        }
        guard let name else { return found }
        return found + (try readings(about: .asset(name)))
    }

    private func readings(_ condition: SQL) throws -> [MuxReading] {
        let rows = try database.all(
            """
            SELECT number, verdict FROM webhook_deliveries
            WHERE \(sql: condition) AND length(body) > 0 ORDER BY happened_us, id
            """
        ) { (number: try $0.int(0), verdict: try $0.text(1)) }
        return try rows.compactMap { row in
            guard var reading = try reading(row.number) else { return nil }
            reading.verdict = MuxDelivery.Verdict(rawValue: row.verdict) ?? reading.verdict
            return reading
        }
    }
}

extension MuxDelivery {
    /// What messages are about.
    enum Subject: Sendable {
        case asset(String)
        /// An upload of which no asset came, as far as the messages say.
        case upload(String)

        /// Which rows of `webhook_deliveries` are about it.
        var condition: SQL {
            switch self {
            case .asset(let name): "mux_asset_id = \(name)"
            case .upload(let name): "mux_upload_id = \(name) AND mux_asset_id IS NULL"
            }
        }
    }

    /// Nil if it is about neither.
    var subject: Subject? { muxAssetID.map(Subject.asset) ?? muxUploadID.map(Subject.upload) }
}

import HTTP
import SQLite
import Server

/// Messages from Mux, newest first, with what became of them.
enum DeliveryPages {
    static let routes = [
        // A page of long bodies is laid out each time.
        get("/admin/webhooks", lane: .worker, index),
        post("/admin/webhooks/check", check),
    ]

    private static let path = "/admin/webhooks"
    private static let perPage = 20

    static func index(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        let video = try query.text("video").flatMap { ID<VideoAsset>(pathSegment: $0[...]) }
            .map { try visit.videoList.summary(try visit.videos.find($0)) }
        let deliveries = DeliveryList(database: visit.database, video: video?.asset.id)
        let slice =
            if let newer = query.number("newer") {
                try deliveries.newer(than: newer, limit: perPage)
            } else {
                try deliveries.older(
                    than: query.number("older"),
                    limit: perPage
                )
            }
        return try visit.page(
            DeliveryPage(
                mux: try MuxView(visit),
                video: video,
                rows: slice.rows.map {
                    DeliveryRow(delivery: $0, now: visit.now, times: visit.times)
                },
                pagination: pagination(
                    slice,
                    of: video,
                    total: try deliveries.count(),
                    visit.times
                )
            )
        )
    }

    /// Has everything at Mux checked, in the background.
    static func check(_ visit: Visit) throws -> Response {
        guard visit.site.configuration.mux.canCall else {
            return try visit.redirect(
                to: path,
                notice: Flash(.bad, MuxError.notConfigured.description)
            )
        }
        try visit.jobs.add(.checkMux, MuxCheck(isHourly: false), label: MuxCheck.label)
        visit.site.vitals.jobBell.ring()
        return try visit.redirect(
            to: path,
            notice: Flash(
                .good,
                "Checking with Mux. If messages were missed, they’ll appear here."
            )
        )
    }

    private static func pagination(
        _ slice: DeliveryList.Slice,
        of video: VideoSummary?,
        total: Int,
        _ times: TimeText
    ) -> PaginationView {
        let rest = video.map { "&video=\($0.asset.id)" } ?? ""
        let href = { (name: String, row: MuxDelivery?) in
            row.map { "\(path)?\(name)=\($0.number)\(rest)" }
        }
        let days = [slice.rows.last, slice.rows.first].compactMap {
            $0.map { times.day($0.receivedAt) }
        }
        return PaginationView(
            summary: Set(days).count < 2 ? days.first ?? "" : days.joined(separator: " to "),
            total: total,
            hasPages: slice.hasNewer || slice.hasOlder,
            pages: [],
            previousHref: slice.hasNewer ? href("newer", slice.rows.first) : nil,
            nextHref: slice.hasOlder ? href("older", slice.rows.last) : nil
        )
    }
}

/// Reads deliveries a page at a time, starting beside a number rather than counting from the top.
struct DeliveryList {
    struct Slice {
        let rows: [MuxDelivery]
        let hasNewer: Bool
        let hasOlder: Bool
    }

    let database: Database
    /// Only messages about this one; nil for all.
    var video: ID<VideoAsset>?

    private var condition: SQL {
        video.map { video -> SQL in "AND asset_id = \(video.value)" } ?? ""
    }

    func count() throws -> Int {
        if let video {
            return try database.first(
                "SELECT count(*) FROM webhook_deliveries WHERE asset_id = \(video.value)"
            ) { try $0.int(0) } ?? 0
        }
        return try database.first("SELECT amount FROM row_counts WHERE name = 'webhook_deliveries'")
        {
            try $0.int(0)
        } ?? 0
    }

    func older(than number: Int?, limit: Int) throws -> Slice {
        let found = try database.all(
            """
            SELECT \(sql: MuxDelivery.columns) FROM webhook_deliveries
            WHERE number < \(number ?? Int.max) \(sql: condition) ORDER BY number DESC LIMIT \(limit + 1)
            """,
            MuxDelivery.init
        )
        return Slice(
            rows: Array(found.prefix(limit)),
            hasNewer: number != nil,
            hasOlder: found.count > limit
        )
    }

    /// Near the top it is the first page: a page of three rows would be no help to anybody.
    func newer(than number: Int, limit: Int) throws -> Slice {
        let found = try database.all(
            """
            SELECT \(sql: MuxDelivery.columns) FROM webhook_deliveries
            WHERE number > \(number) \(sql: condition) ORDER BY number LIMIT \(limit + 1)
            """,
            MuxDelivery.init
        )
        guard found.count > limit else { return try older(than: nil, limit: limit) }
        return Slice(rows: found.prefix(limit).reversed(), hasNewer: true, hasOlder: true)
    }
}

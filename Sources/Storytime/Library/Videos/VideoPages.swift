import HTTP
import Quill
import Server

/// The list of videos: the status of each, and what is wrong with those that aren't available.
enum VideoPages {
    static let routes = [
        get("/admin/video_assets", index),
        get("/admin/video_assets/columns", ColumnPages<VideoColumn>.show),
        post("/admin/video_assets/columns", ColumnPages<VideoColumn>.save),
    ]

    static func index(_ visit: Visit) throws -> Response {
        let address = try visit.asked(VideoListAddress(visit.query()))
        let slice = try visit.videoList.slice(address.request)
        let columns: [VideoColumn] = try visit.chosenColumns()
        let captions =
            columns.contains(.captions)
            ? try visit.videoList.captionLanguages(of: slice.rows.map(\.asset)) : [:]
        let versions =
            columns.contains(.versions)
            ? try visit.videoVersions.all(of: slice.rows.map(\.asset.id)) : [:]
        return try visit.page(
            VideoIndexPage(
                rows: slice.rows.map {
                    VideoRow(
                        summary: $0,
                        captions: captions[$0.asset.id] ?? [],
                        versions: versions[$0.asset.id] ?? [],
                        address: address,
                        columns: columns,
                        now: visit.now,
                        times: visit.times
                    )
                },
                columns: columns,
                form: VideoFilterForm(
                    address: address,
                    hasMux: visit.site.configuration.mux.isWanted
                ),
                scopes: try scopes(visit, address),
                pagination: slice.pagination.view(
                    path: VideoListAddress.path,
                    query: address.query,
                    firstKey: slice.rows.first.map { String($0.asset.id.value) },
                    lastKey: slice.rows.last.map { String($0.asset.id.value) }
                ),
                hasAny: try visit.videos.count() > 0,
                canTranscribe: visit.muxClient.canCall
                    || visit.site.configuration.transcribing.engine != nil
            )
        )
    }

    /// All videos, those of each status and those that are stuck: how many of each match the other
    /// filters.
    private static func scopes(_ visit: Visit, _ address: VideoListAddress) throws -> [ScopeLink] {
        let filter = address.request.filter
        func scope(_ label: String, _ scope: VideoFilter.Scope?, _ count: Int) -> ScopeLink {
            ScopeLink(
                label: label,
                href: address.href { $0.scope = scope },
                count: count,
                isCurrent: filter.scope == scope
            )
        }
        func count(_ scope: VideoFilter.Scope) throws -> Int {
            var other = filter
            other.scope = scope
            return try visit.videoList.count(other)
        }
        let statuses = try VideoAsset.Status.allCases.map {
            (label: $0.label, scope: VideoFilter.Scope.status($0), count: try count(.status($0)))
        }
        let all = statuses.reduce(0) { $0 + $1.count }
        return [scope("All", nil, all)] + statuses.map(scope)
            + [scope("Stuck", .stuck, try count(.stuck))]
    }
}

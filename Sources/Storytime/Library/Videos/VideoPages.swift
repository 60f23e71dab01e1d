import HTTP
import Quill
import Server

/// The list of videos: the status of each, and what is wrong with those that aren't available.
enum VideoPages {
    static let routes = [
        get("/admin/video_assets", index)
    ]

    static func index(_ visit: Visit) throws -> Response {
        let address = try visit.asked(VideoListAddress(visit.query()))
        let slice = try visit.videoList.slice(address.request)
        return try visit.page(
            VideoIndexPage(
                rows: slice.rows.map {
                    VideoRow(summary: $0, address: address, now: visit.now, times: visit.times)
                },
                form: VideoFilterForm(address: address),
                scopes: try scopes(visit, address),
                pagination: slice.pagination.view(
                    path: VideoListAddress.path,
                    query: address.query,
                    firstKey: slice.rows.first.map { String($0.asset.id.value) },
                    lastKey: slice.rows.last.map { String($0.asset.id.value) }
                ),
                hasAny: try visit.videos.count() > 0
            )
        )
    }

    /// All videos, those of each status and those that are stuck, keeping the other filters; the
    /// counts are of all videos.
    private static func scopes(_ visit: Visit, _ address: VideoListAddress) throws -> [ScopeLink] {
        let scopes: [(label: String, scope: VideoFilter.Scope?)] =
            [("All", nil)] + VideoAsset.Status.allCases.map { ($0.label, .status($0)) }
            + [("Stuck", .stuck)]
        return try scopes.map { label, scope in
            ScopeLink(
                label: label,
                href: address.href { $0.scope = scope },
                count: try visit.videoList.count(VideoFilter(scope)),
                isCurrent: address.request.filter.scope == scope
            )
        }
    }
}

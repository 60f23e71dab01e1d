import HTTP
import Quill
import Server

/// The sizes of a video, on its page: made, tried again and deleted, here or at Mux.
enum VideoVersionPages {
    static let routes = [
        post("/admin/video_assets/{id}/versions", lane: .outgoing, create),
        get("/admin/video_assets/{id}/versions/{id}/delete", askToDelete),
        post("/admin/video_assets/{id}/versions/{id}/delete", lane: .outgoing, delete),
        post("/admin/video_assets/{id}/versions/{id}/retry", lane: .outgoing, retry),
    ]

    static func create(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        let size = try visit.fields().text("size").flatMap(VideoSize.init)
        guard let size else { throw Failure.badRequest("Choose a size.") }
        return try asking(visit, id) { asset in
            guard asset.provider == .mux else {
                try visit.localVersions.add(size, to: id, by: visit.actor)
                return "\(size.label) is being made."
            }
            try visit.muxVideos.addVersion(size, to: asset, by: visit.actor)
            return "Mux is making it: \(size.label)."
        }
    }

    static func retry(_ visit: Visit, _ id: ID<VideoAsset>, _ version: ID<VideoVersion>) throws
        -> Response
    {
        try asking(visit, id) { asset in
            let size = try visit.videoVersions.find(version, of: id).size
            if asset.provider == .mux {
                try visit.muxVideos.retryVersion(version, of: asset, by: visit.actor)
            } else {
                try visit.localVersions.retry(version, of: id, by: visit.actor)
            }
            return "Trying \(size.label) again."
        }
    }

    static func askToDelete(
        _ visit: Visit,
        _ id: ID<VideoAsset>,
        _ version: ID<VideoVersion>
    ) throws -> Response {
        let asset = try visit.videos.find(id)
        guard asset.deletedAt == nil else { throw Failure.notFound }
        return try visit.page(
            VideoVersionDeletePage(
                summary: try visit.videoList.summary(asset),
                version: try visit.videoVersions.find(version, of: id)
            )
        )
    }

    static func delete(_ visit: Visit, _ id: ID<VideoAsset>, _ version: ID<VideoVersion>) throws
        -> Response
    {
        try asking(visit, id) { asset in
            let row = try visit.videoVersions.find(version, of: id)
            guard asset.provider == .local else {
                try visit.muxVideos.deleteVersion(row, of: asset, by: visit.actor)
                return "\(row.size.label) deleted at Mux."
            }
            let freed = try visit.localVersions.delete(version, of: id, by: visit.actor)
            return freed > 0
                ? "\(row.size.label) deleted. \(ByteCount.text(freed)) freed."
                : "\(row.size.label) \(row.status.isSettled ? "removed" : "canceled")."
        }
    }

    /// Does something with a video, and shows its sizes again. A refusal becomes the notice.
    private static func asking(
        _ visit: Visit,
        _ id: ID<VideoAsset>,
        _ act: (VideoAsset) throws -> String
    ) throws -> Response {
        let asset = try visit.videos.find(id)
        guard asset.deletedAt == nil else { throw Failure.notFound }
        let notice: Flash
        do {
            notice = Flash(.good, try act(asset))
        } catch let error as MuxError {
            notice = Flash(.bad, error.description)
        } catch let refusal as LocalVideos.Refusal {
            notice = Flash(.bad, refusal.description)
        }
        return try visit.redirect(to: asset.href + "#sizes", notice: notice)
    }
}

/// The question before a size is deleted.
struct VideoVersionDeletePage: Page {
    static let template = "library/videos/delete-version.html"

    let summary: VideoSummary
    let version: VideoVersion

    private var asset: VideoAsset { summary.asset }

    private var consequence: String {
        let size = version.sizeBytes.map { " This frees \(ByteCount.text($0))." } ?? ""
        return asset.provider == .local
            ? "Its file is deleted.\(size) Players use the original instead. "
                + "You can make it again later."
            : "It is deleted at Mux. Players use another size, or the stream. "
                + "Mux may charge for making it again."
    }

    static let fields: [Field<VideoVersionDeletePage>] = [
        .text("name") { $0.summary.name },
        .text("size") { $0.version.size.label },
        .text("href") { $0.asset.href + "#sizes" },
        .text("action") { $0.version.href(of: $0.asset) + "/delete" },
        .text("consequence") { $0.consequence },
    ]
}

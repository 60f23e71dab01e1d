import HTTP
import Server

/// Sends the files of videos to those who may watch them.
enum VideoMediaPages {
    static let routes = [
        // Opening a file may wait for a disk.
        get("/media/videos/{id}/{file}", for: .signedIn, lane: .worker, file).sharedWithChildren(),
        // A player can be given an address, but often no header: its address says that it may.
        get("/media/films/{id}/{file}", for: .everyone, lane: .worker, film),
    ]

    static func file(_ visit: Visit, _ id: ID<VideoAsset>, _ name: VideoFileName) throws -> Response
    {
        try response(visit, try visit.videos.find(id), name, for: visit.viewer())
    }

    /// A file of a film for whoever has a pass to it. Whether its parent and its child still belong to the
    /// family, and the child may watch the film, is asked each time: it ends with that, and not with the
    /// pass alone.
    static func film(_ visit: Visit, _ id: ID<VideoAsset>, _ name: VideoFileName) throws -> Response
    {
        guard let text = try visit.query().text("pass"),
            let pass = try FilmPass(text, to: id, key: visit.site.filmKey),
            pass.expiresAt > visit.now
        else { throw Failure.notFound }
        let family = try visit.familyMembers.family(pass.family, of: pass.parent)
        let child = try visit.children.find(pass.child, of: family.id)
        let viewer = Viewer.child(visit.shelf(of: family).visibleBooks(for: child.id))
        var response = try response(visit, try visit.videos.find(id), name, for: viewer)
        // Whoever was given the address may show the film in a page of their own.
        response.headers.add("Cross-Origin-Resource-Policy", "cross-origin")
        return response
    }

    private static func response(
        _ visit: Visit,
        _ asset: VideoAsset,
        _ name: VideoFileName,
        for viewer: Viewer
    ) throws -> Response {
        guard try viewer.mayWatch(asset), let media = VideoMedia(asset),
            let file = try media.file(
                name,
                tracks: visit.videos.captions(of: asset.id),
                versions: visit.videoVersions.all(of: asset.id)
            )
        else { throw Failure.notFound }
        return try VideoFolder(visit.site.configuration)
            .response(file, as: name.contentType, to: visit.request)
    }
}

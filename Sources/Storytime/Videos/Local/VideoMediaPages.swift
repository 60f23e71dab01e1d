import HTTP
import Server

/// Sends the files of videos to those who may watch them.
enum VideoMediaPages {
    static let routes = [
        // Opening a file may wait for a disk.
        get("/media/videos/{id}/{file}", for: .signedIn, lane: .worker, file)
    ]

    static func file(_ visit: Visit, _ id: ID<VideoAsset>, _ name: VideoFileName) throws -> Response
    {
        let asset = try visit.videos.find(id)
        guard try visit.viewer().mayWatch(asset), let media = VideoMedia(asset),
            let file = try media.file(name, tracks: visit.videos.captions(of: id))
        else { throw Failure.notFound }
        return try VideoFolder(visit.site.configuration)
            .response(file, as: name.contentType, to: visit.request)
    }
}

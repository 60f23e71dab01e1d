import Foundation
import Testing

@testable import Storytime

/// Videos that this server keeps, as tests bring and make them.
extension Console {
    var localVideos: LocalVideos {
        LocalVideos(database: database, now: time.now, site: site)
    }
    var videoUploads: VideoUploadStore {
        VideoUploadStore(
            database: database,
            now: time.now,
            folder: videoFolder,
            disk: site.vitals.disk
        )
    }
    var videoFolder: VideoFolder { VideoFolder(site.configuration) }
    var videoCleaner: VideoCleaner {
        VideoCleaner(database: database, now: time.now, folder: videoFolder)
    }
    var inbox: Inbox { Inbox(site.configuration) }

    /// A console with an admin, a book, and folders for videos.
    static func withBook(configure: (inout Configuration) -> Void = { _ in }) throws -> Console {
        let console = try Console(configure: configure)
        try Program.makeDataFolders(console.site.configuration)
        try console.signIn(as: .admin)
        try console.addBook("The fox")
        return console
    }

    /// Sends a form with a video of the first book.
    func addVideo(_ bytes: [UInt8], name: String = "fox.mp4", isSpooled: Bool = true) throws
        -> Answer
    {
        try postFile(
            "/admin/books/1/video/new",
            [],
            file: ("video", name, bytes),
            isSpooled: isSpooled
        )
    }

    /// Does what waits for the worker of long jobs.
    func prepareVideos() throws {
        let worker = try JobWorker(site: site, lane: .long)
        while worker.doNext(database) {}
    }

    /// Adds a video and has it made, as far as that goes.
    func prepared(_ bytes: [UInt8], name: String = "fox.mp4") throws -> VideoAsset {
        #expect(try addVideo(bytes, name: name).status == 303)
        try prepareVideos()
        return try #require(try videos.all(of: ID(1)).first)
    }

    func prepared(_ file: VideoFiles.File, name: String = "fox.mp4") throws -> VideoAsset {
        try prepared(VideoFiles.bytes(file), name: name)
    }

    /// The names of all files of videos, and of what is on its way.
    var videoNames: [String] {
        let folders = [videoFolder.path, site.configuration.uploadFolder]
        return folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
    }
}

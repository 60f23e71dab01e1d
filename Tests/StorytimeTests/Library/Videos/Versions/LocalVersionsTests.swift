import Foundation
import HTTP
import Markup
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("Versions of a video of this server", .enabled(if: FFmpeg.isInstalled))
struct LocalVersionsTests {
    private let console: Console
    private let folder: TemporaryFolder

    init() throws {
        let folder = try TemporaryFolder()
        let program = folder.file("ffmpeg")
        self.folder = folder
        console = try .withBook { $0.ffmpeg = program }
        try replace("exec ffmpeg \"$@\"")
    }

    /// Has ffmpeg be a shell script.
    private func replace(_ script: String) throws {
        try StandIn.write("#!/bin/sh\n\(script)\n", to: folder.file("ffmpeg"))
    }

    private func large() throws -> VideoAsset { try console.prepared(VideoFiles.large) }

    private func versions(_ asset: VideoAsset) throws -> [VideoVersion] {
        try VideoVersionStore(database: console.database, now: console.time.now).all(of: asset.id)
    }

    private func make(_ size: String = "480p", of asset: VideoAsset) throws -> Answer {
        try console.post(asset.href + "/versions", [("size", size)])
    }

    private func only(_ asset: VideoAsset) throws -> VideoVersion {
        let all = try versions(asset)
        #expect(all.count == 1)
        return try #require(all.first)
    }

    @Test("V5 L115, Data L181: A smaller size is made, shown with its bytes, and sent in ranges")
    func makes() throws {
        let asset = try large()
        var page = try console.get(asset.href)
        let offers = page.markup.all("button").filter { $0["name"] == "size" }
        #expect(offers.map(\.text) == ["Make 480p"])
        #expect(try make(of: asset).location == asset.href + "#sizes")
        // Not made yet: it waits for its turn, and can be canceled (V5 L116).
        page = try console.get(asset.href)
        #expect(page.contains("Waiting") && page.contains("Cancel"))
        try console.post("/admin/video_assets/columns", [("columns", "versions")])
        #expect(try console.get("/admin/video_assets").contains("480p (waiting)"))
        #expect(page.markup.all("button").allSatisfy { $0["name"] != "size" })
        try console.prepareVideos()
        let version = try only(asset)
        #expect(version.status == .ready && version.error == nil)
        #expect(version.width == 854 && version.height == 480)
        #expect(try console.get("/admin/video_assets").contains(">480p<"))
        let name = try #require(version.fileKey)
        #expect(name.hasPrefix("\(asset.id)-") && name.hasSuffix("-480p.mp4"))
        #expect(console.videoFolder.size(of: name) == version.sizeBytes)
        #expect(try #require(version.sizeBytes) < #require(asset.picture.sizeBytes))
        let start = try Data(contentsOf: URL(filePath: console.videoFolder.path(of: name)))
        let head = String(decoding: start.prefix(64), as: UTF8.self)
        #expect(head.contains("ftyp") && head.contains("moov"))
        page = try console.get(asset.href)
        #expect(page.contains("854 × 480, \(ByteCount.text(version.sizeBytes ?? 0))"))
        #expect(page.contains("480p is ready, "))
        let file = try console.send(
            .get,
            "/media/videos/\(asset.id)/video-480p.mp4",
            [("Range", "bytes=0-7")]
        )
        #expect(file.status == 206 && file.header("Content-Type") == "video/mp4")
        #expect(try console.get("/media/videos/\(asset.id)/video-720p.mp4").status == 404)
        // The audit log knows who wanted it.
        #expect(
            try console.count("SELECT count(*) FROM audit_entries WHERE action = 'changed'") == 1
        )
        #expect(try console.get("/admin/system").contains("Other sizes of videos"))
    }

    @Test("No size is made that isn't below the original, and none twice")
    func refuses() throws {
        let asset = try large()
        #expect(try make("720p", of: asset).status == 303)
        #expect(try console.get(asset.href).contains("this video would be no smaller"))
        #expect(try make("1080p", of: asset).status == 303)
        #expect(try versions(asset).isEmpty)
        for size in ["", "9p", "original"] { #expect(try make(size, of: asset).status == 400) }
        _ = try make(of: asset)
        _ = try make(of: asset)
        #expect(try versions(asset).count == 1)
        #expect(
            try console.count("SELECT count(*) FROM jobs WHERE kind = 'video-version'") == 1
        )
        let small = try console.prepared(VideoFiles.mp4)
        #expect(try console.get(small.href).contains("Smaller sizes wouldn’t help."))
        #expect(
            try console.post("/admin/video_assets/99/versions", [("size", "480p")]).status == 404
        )
    }

    @Test("One that takes more space than the original isn't kept")
    func skips() throws {
        let asset = try large()
        try replace(
            """
            ffmpeg "$@" || exit 1
            for last; do :; done
            head -c 9000000 /dev/zero >> "${last#file:}"
            """
        )
        _ = try make(of: asset)
        try console.prepareVideos()
        #expect(try only(asset).status == .skipped)
        #expect(try console.get(asset.href).contains("more space than the original"))
        #expect(console.videoNames.count == 4)
    }

    @Test(
        "What goes wrong is said with the size, and it can be tried again",
        arguments: [
            ("echo 'No space left on device' >&2; exit 1", "The disk is full"),
            ("kill -9 $$", "ended by signal 9"), ("echo 'Bad data' >&2; exit 69", "Bad data"),
        ]
    )
    func fails(script: String, words: String) throws {
        let asset = try large()
        try replace(script)
        _ = try make(of: asset)
        try console.prepareVideos()
        let version = try only(asset)
        #expect(version.status == .errored && version.error?.contains(words) == true)
        var page = try console.get(asset.href)
        #expect(page.contains("Failed") && page.contains("Try again"))
        // The video itself is none the worse for it.
        #expect(try console.videos.find(asset.id).status == .ready)
        #expect(console.videoNames.count == 4)
        try replace("exec ffmpeg \"$@\"")
        #expect(try console.post(version.href(of: asset) + "/retry", []).status == 303)
        #expect(try only(asset).status == .waiting)
        try console.prepareVideos()
        #expect(try only(asset).status == .ready)
        // A second click has nothing to try again.
        _ = try console.post(version.href(of: asset) + "/retry", [])
        page = try console.get(asset.href)
        #expect(page.contains("Only failed sizes can be tried again"))
    }

    @Test("Without ffmpeg it waits, and says for what")
    func waits() throws {
        let asset = try large()
        unlink(folder.file("ffmpeg"))
        _ = try make(of: asset)
        try console.prepareVideos()
        #expect(try only(asset).status == .waiting)
        #expect(try console.get(asset.href).contains("isn’t installed on this server"))
        try replace("exec ffmpeg \"$@\"")
        console.time.now += 86_400
        try console.prepareVideos()
        #expect(try only(asset).status == .ready)
    }

    @Test("Killed in the middle, it begins anew at the next start; after a crash it has failed")
    func killed() throws {
        let asset = try large()
        _ = try make(of: asset)
        let worker = try JobWorker(site: console.site, lane: .long)
        #expect(try console.jobs.claim(.long) != nil)
        #expect(try console.localVersions.begin(only(asset).id) != nil)
        #expect(try only(asset).status == .preparing)
        // And then the program is killed, with half of the file in the job's folder.
        worker.recover(console.database)
        try console.prepareVideos()
        #expect(try only(asset).status == .ready)
        #expect(console.videoNames.count == 5)
        _ = try console.localVersions.delete(only(asset).id, of: asset.id, by: .commandLine)
        _ = try make(of: asset)
        for _ in 1...JobWorker.interruptionsAtOnce {
            #expect(try console.jobs.claim(.long) != nil)
            worker.recover(console.database)
        }
        #expect(try console.jobs.claim(.long) == nil)
        #expect(try only(asset).status != .errored)
        console.time.now += 3600
        try console.crashOver(try #require(try console.jobs.claim(.long)))
        #expect(try only(asset).status == .errored)
        #expect(try only(asset).error?.contains("interrupted") == true)
    }

    @Test("Canceled or deleted while it is made, nothing is left of it", arguments: [0, 1, 2])
    func endsInTheMiddle(way: Int) throws {
        let asset = try large()
        _ = try make(of: asset)
        let version = try only(asset)
        #expect(try console.localVersions.begin(version.id) != nil)
        #expect(try console.localVersions.note(50, of: version.id))
        #expect(try console.get(asset.href).contains("Preparing, 50%"))
        switch way {
        case 0: #expect(try console.post(version.href(of: asset) + "/delete", []).status == 303)
        case 1: try console.videos.delete(asset.id, by: .commandLine)
        default:
            _ = try console.bin.add(ID(1), by: .commandLine)
            try console.database.execute("DELETE FROM books WHERE id = 1")
        }
        #expect(try !console.localVersions.note(60, of: version.id))
        try console.prepareVideos()
        #expect(try versions(asset).allSatisfy { $0.fileKey == nil })
        #expect(!console.videoNames.contains { $0.hasSuffix("-480p.mp4") })
    }

    @Test("Deleting asks first, and says what it frees (V2.5 L81, V5 L118)")
    func deletes() throws {
        let asset = try large()
        _ = try make(of: asset)
        try console.prepareVideos()
        let version = try only(asset)
        let bytes = ByteCount.text(try #require(version.sizeBytes))
        let question = try console.get(version.href(of: asset) + "/delete")
        #expect(question.contains("Delete 480p?") && question.contains("This frees \(bytes)."))
        #expect(try console.post(version.href(of: asset) + "/delete", []).status == 303)
        #expect(try console.get(asset.href).contains("480p deleted. \(bytes) freed."))
        #expect(try versions(asset).isEmpty && console.videoNames.count == 4)
        #expect(try console.post(version.href(of: asset) + "/delete", []).status == 404)
        #expect(try console.get(version.href(of: asset) + "/delete").status == 404)
        // It isn't a version of another video.
        _ = try make(of: asset)
        let other = try console.prepared(VideoFiles.mp4)
        let foreign = "\(other.href)/versions/\(try only(asset).id)/delete"
        #expect(try console.post(foreign, []).status == 404)
        #expect(try versions(asset).count == 1)
    }

    @Test("It goes with its video, and files without a row are swept")
    func sweeps() throws {
        let asset = try large()
        _ = try make(of: asset)
        try console.prepareVideos()
        let name = try #require(try only(asset).fileKey)
        let orphan = "\(asset.id)-AAAAAAAAAAAAAAAA-720p.mp4"
        try DurableFile.write([1], to: console.videoFolder.path(of: orphan))
        try console.videoCleaner.removeOrphans()
        #expect(console.videoNames.contains(name) && !console.videoNames.contains(orphan))
        let page = try console.get(asset.href + "/delete")
        #expect(page.contains("Its other sizes are deleted, too"))
        try console.videos.delete(asset.id, by: .commandLine)
        try console.videoCleaner.removeDeleted()
        #expect(console.videoNames.isEmpty)
        #expect(try versions(asset).isEmpty)
    }

    @Test("Many videos get a size at once; those that have it, or are small, are left alone")
    func many() throws {
        let (one, two) = (try large(), try large())
        let small = try console.prepared(VideoFiles.mp4)
        _ = try make(of: one)
        let page = try console.get(
            "/admin/video_assets/bulk?act=make-480p&ids=\(one.id)&ids=\(two.id)&ids=\(small.id)"
        )
        #expect(page.contains("Make 480p versions of 1 video?"))
        let form = try #require(page.markup.forms.first { $0.action.hasSuffix("/bulk") })
        let answer = try console.post(form.action, form.fields.map { ($0.name, $0.value) })
        #expect(answer.status == 303)
        let toast = try console.get("/admin/video_assets").toast
        #expect(toast?.contains("480p versions of 1 video") == true)
        #expect(try versions(two).count == 1 && versions(small).isEmpty)
    }

    @Test("Programs of admins read the sizes of a video")
    func api() throws {
        let asset = try large()
        _ = try make(of: asset)
        let answer = try console.adminAnswer(asset.id)
        #expect(answer.versions.map(\.size) == [.p480])
    }
}

extension Console {
    fileprivate var localVersions: LocalVersions {
        LocalVersions(database: database, now: time.now, site: site)
    }

    fileprivate func adminAnswer(_ id: ID<VideoAsset>) throws -> VideoAssetAnswer {
        let store = VideoVersionStore(database: database, now: time.now)
        return VideoAssetAnswer(
            asset: try videos.find(id),
            book: nil,
            captions: [],
            versions: try store.all(of: [id])[id] ?? [],
            diagnosis: nil,
            isStuck: false
        )
    }
}

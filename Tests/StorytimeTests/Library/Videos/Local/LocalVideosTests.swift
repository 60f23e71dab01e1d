import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("What becomes of videos of ours", .enabled(if: FFmpeg.isInstalled))
struct LocalVideosTests {
    /// A console whose ffmpeg is a shell script.
    private func console(ffmpeg script: String) throws -> Console {
        let folder = try TemporaryFolder()
        Self.folders.append(folder)
        let program = folder.file("ffmpeg")
        try StandIn.write("#!/bin/sh\n\(script)\n", to: program)
        return try .withBook { $0.ffmpeg = program }
    }

    /// They are there as long as the tests are.
    nonisolated(unsafe) private static var folders: [TemporaryFolder] = []

    private func replacing(_ console: Console, _ script: String) throws {
        let program = console.site.configuration.ffmpeg
        try StandIn.write("#!/bin/sh\n\(script)\n", to: program)
    }

    @Test(
        "What is wrong with the server is said as such, and the video can be tried again",
        arguments: [
            ("echo 'No space left on device' >&2; exit 1", "disk_full", "The disk is full"),
            ("kill -9 $$", "interrupted", "ended by signal 9"),
        ]
    )
    func troubles(script: String, code: String, words: String) throws {
        let console = try console(ffmpeg: script)
        let asset = try console.prepared(VideoFiles.mp4)
        #expect(asset.status == .errored && asset.trouble?.code == code)
        #expect(asset.trouble?.message.contains(words) == true)
        // Only what it is to be made of is left.
        #expect(console.videoNames.count == 1)
        try replacing(console, "exec ffmpeg \"$@\"")
        try console.localVideos.retry(asset.id, by: .commandLine)
        #expect(try console.videos.find(asset.id).status == .waiting)
        try console.prepareVideos()
        let ready = try console.videos.find(asset.id)
        #expect(ready.status == .ready && ready.trouble == nil && ready.isCurrent)
        #expect(console.videoNames.count == 4)
    }

    @Test(
        "Without ffmpeg videos wait and say for what, and go on by themselves when it is there",
        arguments: [true, false]
    )
    func missingProgram(isFFmpeg: Bool) throws {
        let folder = try TemporaryFolder()
        let program = folder.file("a-program")
        let console = try Console.withBook {
            if isFFmpeg { $0.ffmpeg = program } else { $0.ffprobe = program }
        }
        #expect(try console.get("/admin/books/1/video/new").contains("a-program"))
        #expect(try !console.get("/admin").contains("Videos wait for it"))
        let asset = try console.prepared(VideoFiles.mp4)
        #expect(asset.status == .waiting && asset.trouble?.code == "program_missing")
        #expect(asset.trouble?.message.contains("as soon as it is installed") == true)
        for page in ["/admin", "/admin/system"] {
            #expect(try console.get(page).contains("Videos wait for it"), "\(page)")
        }
        for page in ["/admin/video_assets/1", "/admin/books/1", "/admin/books/1/video/new"] {
            #expect(try console.get(page).contains("as soon as it is installed"), "\(page)")
        }
        // However long it takes, that is no attempt.
        for _ in 0..<9 {
            console.time.now += 86_400
            try console.prepareVideos()
        }
        #expect(try console.jobs.find(ID(1)).attempts == 0)
        let name = isFFmpeg ? "ffmpeg" : "ffprobe"
        try StandIn.write("#!/bin/sh\nexec \(name) \"$@\"\n", to: program)
        try console.prepareVideos()
        let ready = try console.videos.find(asset.id)
        #expect(ready.status == .ready && ready.trouble == nil && ready.isCurrent)
        #expect(try !console.get("/admin").contains("Videos wait for it"))
    }

    @Test("A folder that can't be written is said at the video, which can be tried again")
    func blockedFolder() throws {
        let console = try Console.withBook()
        #expect(try console.addVideo(VideoFiles.bytes(VideoFiles.mp4)).status == 303)
        let folder = try BlockedFolder(console.site.configuration.uploadFolder)
        try console.prepareVideos()
        let asset = try console.videos.find(ID(1))
        #expect(asset.status == .errored && asset.trouble?.code == "folder_not_writable")
        #expect(asset.trouble?.message.contains(folder.path) == true)
        #expect(try console.get("/healthz").status == 503)
        try folder.clear()
        try console.localVideos.retry(asset.id, by: .commandLine)
        try console.prepareVideos()
        #expect(try console.videos.find(asset.id).status == .ready)
    }

    @Test("A video that an earlier version gave up for want of ffmpeg is taken up at the start")
    func takesUp() throws {
        let console = try Console.withBook()
        _ = try console.addVideo(VideoFiles.bytes(VideoFiles.mp4))
        try console.database.script(
            """
            UPDATE jobs SET state = 'done', finished_at = 1;
            UPDATE video_assets SET status = 'errored', error_code = 'program_missing',
                error = 'There is no program ffmpeg on this server.';
            """
        )
        try JobWorker(site: console.site, lane: .long).queueMissed(console.database)
        #expect(try console.videos.find(ID(1)).status == .waiting)
        try console.prepareVideos()
        #expect(try console.videos.find(ID(1)).status == .ready)
    }

    @Test("A video that ffmpeg can't read to its end is damaged, with what it said")
    func damaged() throws {
        let console = try console(ffmpeg: "echo 'Error while decoding' >&2; exit 69")
        let asset = try console.prepared(VideoFiles.mp4)
        #expect(asset.trouble?.code == "damaged")
        #expect(asset.trouble?.message.contains("Error while decoding") == true)
        #expect(console.videoNames.isEmpty)
    }

    @Test(
        "A cancelled video says who cancelled it, waiting or in the middle, and can be tried again"
    )
    func cancels() throws {
        let console = try Console.withBook()
        _ = try console.addVideo(VideoFiles.bytes(VideoFiles.mp4))
        try console.localVideos.cancel(ID(1), by: .commandLine)
        #expect(try console.videos.find(ID(1)).trouble?.code == "cancelled")
        try console.prepareVideos()
        #expect(try console.videos.find(ID(1)).trouble?.code == "cancelled")
        #expect(throws: LocalVideos.Refusal.self) {
            try console.localVideos.cancel(ID(1), by: .commandLine)
        }
        try console.localVideos.retry(ID(1), by: .commandLine)
        try console.prepareVideos()
        #expect(try console.videos.find(ID(1)).status == .ready)
        #expect(throws: LocalVideos.Refusal.self) {
            try console.localVideos.retry(ID(1), by: .commandLine)
        }
    }

    @Test("A video that is deleted while it is being made ends there", arguments: [true, false])
    func endsInTheMiddle(isDeleted: Bool) throws {
        let console = try Console.withBook()
        _ = try console.addVideo(VideoFiles.bytes(VideoFiles.mp4))
        // What happens meanwhile: seen at the next heartbeat.
        #expect(try console.localVideos.begin(ID(1)) != nil)
        if isDeleted {
            try console.videos.delete(ID(1), by: .commandLine)
        } else {
            try console.localVideos.cancel(ID(1), by: .commandLine)
        }
        #expect(try !console.localVideos.note(50, of: ID(1)))
        try console.prepareVideos()
        #expect(try console.videos.find(ID(1)).status == (isDeleted ? .preparing : .errored))
    }

    @Test("A job that was given up leaves no video that seems to be on its way")
    func givesUp() throws {
        let console = try Console.withBook()
        _ = try console.addVideo(VideoFiles.bytes(VideoFiles.mp4))
        try console.crashOver(try #require(try console.jobs.claim(.long)))
        let asset = try console.videos.find(ID(1))
        #expect(asset.status == .errored && asset.trouble?.code == "interrupted")
        try console.localVideos.retry(asset.id, by: .commandLine)
        try console.prepareVideos()
        #expect(try console.videos.find(ID(1)).status == .ready)
    }

    @Test("A deleted video's files are removed, and nothing of any other")
    func deletes() throws {
        let console = try Console.withBook()
        _ = try console.prepared(VideoFiles.captioned)
        let other = try console.prepared(VideoFiles.mp4)
        #expect(console.videoNames.count == 9)
        try console.videos.delete(ID(1), by: .commandLine)
        try console.videoCleaner.removeDeleted()
        // The row that named its captions is gone.
        #expect(console.videoNames.count == 5)
        try console.videoCleaner.removeOrphans()
        #expect(console.videoNames.count == 4)
        #expect(console.videoNames.allSatisfy { $0.hasPrefix("\(other.id)-") })
        #expect(try console.get("/media/videos/2/video.mp4").status == 200)
    }

    @Test("A purged book takes its videos along")
    func purges() throws {
        let console = try Console.withBook()
        _ = try console.prepared(VideoFiles.mp4)
        _ = try console.bin.add(ID(1), by: .commandLine)
        try console.database.execute("DELETE FROM books WHERE id = 1")
        #expect(try console.videos.find(ID(1)).deletedAt != nil)
        try console.videoCleaner.removeDeleted()
        #expect(console.videoNames.isEmpty)
    }

    @Test("What no row names is removed, what isn't ours is left alone")
    func orphans() throws {
        let console = try Console.withBook()
        _ = try console.prepared(VideoFiles.mp4)
        _ = try console.addVideo(VideoFiles.bytes(VideoFiles.webm))
        _ = try console.post(
            "/admin/books/1/video/uploads",
            [("name", "x"), ("size", "9"), ("modified", "1")]
        )
        let kept = console.videoNames.sorted()
        #expect(kept.count == 6)
        for name in [
            "1-AAAA.mp4", "1-AAAA-poster.webp", "7-BBBB.webm", "upload-CCCCCCCC", "notes.txt",
        ] {
            try Data([1]).write(to: URL(filePath: console.videoFolder.path(of: name)))
        }
        try console.videoCleaner.removeOrphans()
        #expect(console.videoNames.sorted() == (kept + ["notes.txt"]).sorted())
    }

    @Test("What a failed video was to be made of is kept for a week")
    func sources() throws {
        let console = try console(ffmpeg: "kill -9 $$")
        _ = try console.prepared(VideoFiles.mp4)
        console.time.now += VideoCleaner.sourceSeconds - 1
        try console.videoCleaner.removeDeleted()
        #expect(console.videoNames.count == 1)
        console.time.now += 1
        try console.videoCleaner.removeDeleted()
        #expect(console.videoNames.isEmpty)
        #expect(throws: LocalVideos.Refusal.self) {
            try console.localVideos.retry(ID(1), by: .commandLine)
        }
    }

    @Test("Jobs that may take hours are none of the worker's that others wait for")
    func lanes() throws {
        let console = try Console.withBook()
        _ = try console.addVideo([1])
        let short = try JobWorker(site: console.site)
        #expect(!short.doNext(console.database))
        try console.jobs.add(JobKind(name: "foreign", title: "") { _ in }, 1, label: "Newer")
        #expect(short.doNext(console.database))
        #expect(try JobWorker(site: console.site, lane: .long).doNext(console.database))
    }
}

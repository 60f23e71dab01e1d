import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("Files of which no video can be made", .enabled(if: FFmpeg.isInstalled))
struct VideoRefusalTests {
    /// A file that calls itself a video, and why it is none.
    struct Sample: CustomTestStringConvertible {
        let testDescription: String
        let code: String
        let bytes: @Sendable () throws -> [UInt8]

        init(
            _ description: String,
            _ code: String,
            _ bytes: @escaping @Sendable () throws -> [UInt8]
        ) {
            testDescription = description
            self.code = code
            self.bytes = bytes
        }

        init(_ description: String, text: String) {
            self.init(description, "not_video") { Array(text.utf8) }
        }
    }

    static let samples = [
        Sample("one byte", "not_video") { [0] },
        Sample(
            "an SVG",
            text: "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>"
        ),
        Sample("an HTML page", text: "<!doctype html><title>x</title><script>1</script>"),
        Sample(
            "a playlist of files",
            text: "#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"
        ),
        Sample(
            "a playlist of addresses",
            text: "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1:9/a.ts\n"
        ),
        Sample("a concat script", text: "ffconcat version 1.0\nfile '/etc/passwd'\n"),
        Sample(
            "a DASH manifest",
            text: "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"/>"
        ),
        Sample("subtitles", text: "1\n00:00:00,200 --> 00:00:01,200\nWords\n"),
        Sample("an SDP file", text: "v=0\nm=video 5004 RTP/AVP 96\nc=IN IP4 127.0.0.1\n"),
        Sample("a picture", "not_video") { try VideoFiles.bytes(VideoFiles.jpeg) },
        Sample("an animated picture", "not_video") { try VideoFiles.bytes(VideoFiles.gif) },
        Sample("sound", "audio_only") { try VideoFiles.bytes(VideoFiles.audio) },
        Sample("sound with a cover", "audio_only") { try VideoFiles.bytes(VideoFiles.album) },
        Sample("the first half of a file with its index at the end", "unfinished") {
            let all = try VideoFiles.bytes(VideoFiles.mp4)
            return Array(all.prefix(all.count / 2))
        },
        Sample("the first half of a file with its index in front", "cut_off") {
            let all = try VideoFiles.bytes(VideoFiles.fast)
            return Array(all.prefix(all.count / 3))
        },
        Sample("a picture that is too wide", "too_many_pixels") {
            try VideoFiles.bytes(VideoFiles.wide)
        },
        Sample("a film whose pictures are all the same bytes, 128 MB in all", "unfolds") {
            try UnfoldingFilm.bytes(pictures: 128)
        },
        Sample("a film of which ffprobe has more to say than is read", "not_video") {
            try VideoFiles.bytes(VideoFiles.wordy)
        },
    ]

    @Test("They are refused in words of their own, and nothing of them is left", arguments: samples)
    func refused(sample: Sample) throws {
        let console = try Console.withBook()
        let asset = try console.prepared(sample.bytes(), name: "fox.mp4")
        #expect(asset.status == .errored && asset.trouble?.code == sample.code, "\(asset)")
        #expect(asset.trouble?.message.hasSuffix(".") == true)
        #expect(console.videoNames.isEmpty)
        #expect(try console.count("SELECT count(*) FROM video_sources") == 0)
        // The job is done: it is the video that failed.
        #expect(try console.jobs.failed().isEmpty)
        let page = try console.get("/admin/books/1/video/new")
        #expect(page.contains("Failed"))
        #expect(throws: LocalVideos.Refusal.self) {
            try console.localVideos.retry(asset.id, by: .commandLine)
        }
    }

    @Test("A video that is something else as well is only the video afterwards")
    func polyglot() throws {
        let page = "<!doctype html><script>alert(1)</script>"
        let file = VideoFiles.File(
            "page.mp4",
            ["-i", try VideoFiles.path(VideoFiles.mp4), "-c", "copy", "-metadata", "title=\(page)"]
        )
        let console = try Console.withBook()
        let both = try VideoFiles.bytes(file) + Array(page.utf8)
        let asset = try console.prepared(both, name: "fox.html")
        #expect(asset.status == .ready, "\(asset)")
        let name = try #require(asset.files.video)
        let made = try Folder.read(console.videoFolder.path(of: name)).bytes
        #expect(!String(decoding: made, as: UTF8.self).contains("alert"))
    }

    @Test("A picture of 10,000 pixels that is a cover inside of the file becomes no poster")
    func largeCover() throws {
        let console = try Console.withBook()
        let asset = try console.prepared(VideoFiles.largeCover)
        #expect(asset.status == .ready, "\(asset)")
        let name = try #require(asset.files.poster)
        let poster = try ImageFile(Folder.read(console.videoFolder.path(of: name)).bytes)
        #expect(poster.displayed == PixelSize(64, 64))
    }

    @Test(
        "A large picture gets a smaller poster, and no larger video than 1080p where it is made anew"
    )
    func sizes() {
        let fitted = { (width: Int, height: Int) in
            VideoPlan.fitted(PixelSize(width, height), 1920, 1080)
        }
        #expect(fitted(3840, 2160) == PixelSize(1920, 1080))
        #expect(fitted(2160, 3840) == PixelSize(1080, 1920))
        #expect(fitted(4096, 1716) == PixelSize(1920, 804))
        #expect(fitted(641, 361) == PixelSize(642, 362))
        #expect(fitted(1, 10_000) == PixelSize(2, 1920))
    }
}

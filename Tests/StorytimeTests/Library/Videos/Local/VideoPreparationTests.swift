import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Making a video of what was brought", .enabled(if: FFmpeg.isInstalled))
struct VideoPreparationTests {
    let console: Console

    init() throws {
        console = try .withBook()
    }

    private func media(_ asset: VideoAsset) throws -> VideoMedia {
        try #require(VideoMedia(asset))
    }

    /// What a player would get.
    private func content(_ href: String?) throws -> [UInt8] {
        let answer = try console.get(try #require(href))
        #expect(answer.status == 200)
        guard case .file(let body) = answer.response.body else { return [] }
        var bytes = [UInt8](repeating: 0, count: body.range.count)
        try body.file.read(into: &bytes, from: body.range.lowerBound)
        return bytes
    }

    @Test("What browsers play is kept, with its index in front, a poster and a storyboard")
    func keeps() throws {
        let asset = try console.prepared(VideoFiles.mp4, name: "../../My <fox>.mp4")
        #expect(asset.status == .ready && asset.isCurrent && asset.trouble == nil)
        #expect(asset.source == "My <fox>.mp4")
        #expect(asset.durationSeconds == 2)
        #expect(asset.picture.width == 64 && asset.picture.height == 64)
        #expect(asset.picture.codec == "h264" && asset.picture.aspectRatio == "1:1")
        #expect(asset.picture.resolution == "64p" && !asset.hasCaptions)
        let media = try media(asset)
        #expect(media.video?.mediaType == "video/mp4")
        let video = try content(media.video?.href)
        #expect(video.count == asset.picture.sizeBytes)
        // The index comes before what it is of.
        let start = String(decoding: video.prefix(64), as: UTF8.self)
        #expect(start.contains("ftyp") && start.contains("moov"))
        let poster = try ImageFile(content(media.poster))
        #expect(poster.displayed == PixelSize(64, 64) && poster.format == .webp)
        let times = String(decoding: try content(media.storyboard), as: UTF8.self)
        #expect(times.contains("00:00:01.000 --> 00:00:02.000\nstoryboard.webp#xywh=64,0,64,64"))
        let board = try ImageFile(content("/media/videos/1/storyboard.webp"))
        #expect(board.displayed == PixelSize(128, 64))
        // Nothing is left of what it was made of.
        #expect(console.videoNames.count == 4)
        #expect(console.videoNames.allSatisfy { $0.hasPrefix("1-") })
    }

    @Test("The right streams in another container are moved to the right one, WebM stays WebM")
    func containers() throws {
        let moved = try console.prepared(VideoFiles.mkv, name: "fox.mkv")
        #expect(moved.status == .ready && moved.picture.codec == "h264")
        #expect(try media(moved).video?.href == "/media/videos/1/video.mp4")
        let webm = try console.prepared(VideoFiles.webm, name: "fox")
        #expect(webm.status == .ready && webm.picture.codec == "vp8")
        #expect(try media(webm).video?.mediaType == "video/webm")
        #expect(try content("/media/videos/2/video.webm").starts(with: [0x1A, 0x45, 0xDF, 0xA3]))
        // The newer one plays; the other one is the book's history.
        #expect(try console.videos.current(of: ID(1))?.id == webm.id)
        #expect(try console.get("/media/videos/2/video.mp4").status == 404)
    }

    @Test("What no browser plays is made anew", arguments: ["avi", "hevc"])
    func transcodes(name: String) throws {
        let file = name == "avi" ? VideoFiles.avi : VideoFiles.hevc
        let asset = try console.prepared(file, name: "fox.\(name)")
        #expect(asset.status == .ready, "\(asset)")
        #expect(asset.picture.codec == "h264" && asset.durationSeconds == 2)
        #expect(try content(media(asset).video?.href).count > 1000)
        let plan = try VideoPlan(probe(try content(media(asset).video?.href)))
        #expect(plan.way == .keep(.mp4))
    }

    /// What is in a file, as the program sees it.
    private func probe(_ bytes: [UInt8]) throws -> VideoProbe {
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(filePath: folder.file("video")))
        let words = VideoProbe.arguments(of: folder.file("video"), to: folder.file("said"))
        let process = try Process.run(URL(filePath: "/usr/bin/ffprobe"), arguments: words)
        process.waitUntilExit()
        return try VideoProbe(json: Folder.read(folder.file("said")).bytes)
    }

    @Test("A text inside of the file becomes captions in its language")
    func captions() throws {
        let asset = try console.prepared(VideoFiles.captioned, name: "fox.mov")
        #expect(asset.status == .ready && asset.hasCaptions)
        let tracks = try console.videos.captions(of: asset.id)
        try #require(tracks.count == 1)
        #expect(tracks[0].language == "de" && tracks[0].label == "German")
        #expect(tracks[0].origin == .embedded && tracks[0].status == .ready)
        let text = String(
            decoding: try content(media(asset).captions(tracks[0])),
            as: UTF8.self
        )
        #expect(text.hasPrefix("WEBVTT") && text.contains("Es war einmal <b>ein</b> Fuchs"))
        #expect(try console.get("/media/videos/1/captions-9.vtt").status == 404)
    }

    @Test("What the file says of where and with what it was filmed is left out")
    func metadata() throws {
        let file = VideoFiles.File(
            "told.mp4",
            ["-i", try VideoFiles.path(VideoFiles.mp4), "-c", "copy", "-metadata", "title=Secret9"]
        )
        #expect(String(decoding: try VideoFiles.bytes(file), as: UTF8.self).contains("Secret9"))
        let asset = try console.prepared(file)
        let video = String(decoding: try content(media(asset).video?.href), as: UTF8.self)
        #expect(!video.contains("Secret9"))
    }

    @Test("The timeline tells of it, and so does the audit log of who did it")
    func told() throws {
        let asset = try console.prepared(VideoFiles.mp4)
        let events = try console.videos.events(of: asset.id, limit: 9)
        #expect(Set(events.map(\.kind)) == ["created", "preparing", "ready"])
        #expect(events.first { $0.kind == "created" }?.actorName == "Ada")
        #expect(
            try console.texts("SELECT record_label FROM audit_entries WHERE record_type = 'video'")
                == ["fox.mp4"]
        )
        #expect(try console.count("SELECT count(*) FROM jobs WHERE state = 'done'") == 1)
    }

    @Test("A video that replaces another one plays when it is ready, and not before")
    func replaces() throws {
        let first = try console.prepared(VideoFiles.mp4)
        _ = try console.addVideo(VideoFiles.bytes(VideoFiles.webm), name: "new.webm")
        #expect(try console.videos.current(of: ID(1))?.id == first.id)
        try console.prepareVideos()
        #expect(try console.videos.current(of: ID(1))?.source == "new.webm")
        #expect(try console.get("/media/videos/1/video.mp4").status == 200)
    }
}

import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("Videos from the inbox")
struct InboxTests {
    let console: Console
    private let path: String

    init() throws {
        console = try .withBook()
        path = console.site.configuration.inboxFolder
    }

    private func put(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    private func take(_ name: String) throws -> Answer {
        try console.post("/admin/books/1/video/inbox", [("file", name)])
    }

    @Test("What lies there can be chosen: files with something in them, and nothing else")
    func lists() throws {
        for name in ["b <i>.mp4", "a.mp4", ".hidden.mp4", "new\nline.mp4"] { try put(name) }
        try put("empty.mp4", [])
        try FileManager.default.createDirectory(
            atPath: path + "/folder",
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(
            atPath: path + "/link.mp4",
            withDestinationPath: "/etc/passwd"
        )
        #expect(console.inbox.contents().videos.map(\.name) == ["a.mp4", "b <i>.mp4"])
        let page = try console.get("/admin/books/1/video/new")
        #expect(page.contains("<bdi>b &lt;i&gt;.mp4</bdi>") && page.contains("3 bytes"))
    }

    @Test("Files that are no videos are named, the first ten of many")
    func others() throws {
        #expect(console.inbox.contents().otherWords == nil)
        for name in ["b.txt", "a.jpg", "fox.mp4", "fox.de.srt", ".hidden"] { try put(name) }
        let words = "“a.jpg” and “b.txt” in the inbox aren’t videos."
        #expect(console.inbox.contents().otherWords == words)
        #expect(try console.get("/admin/books/1/video/new").contains(words))
        for number in 1...1010 { try put("c\(number)") }
        let many = try #require(console.inbox.contents().otherWords)
        #expect(many.hasPrefix("“a.jpg”, “b.txt”, “c1”, “c10”"))
        #expect(many.hasSuffix(" and 1,002 more in the inbox aren’t videos."))
    }

    @Test(
        "No name leads out of the folder, or to what isn't a file of its own",
        arguments: [
            "../storytime.db", "/etc/passwd", "..", ".", "", "folder/a.mp4", "folder", "link.mp4",
            ".hidden.mp4", "a.mp4\u{0}.png", "missing.mp4", "./a.mp4",
            String(repeating: "a", count: 256),
        ]
    )
    func traversal(name: String) throws {
        try put("a.mp4")
        try put(".hidden.mp4")
        try FileManager.default.createDirectory(
            atPath: path + "/folder",
            withIntermediateDirectories: true
        )
        try put("folder/a.mp4")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/link.mp4",
            withDestinationPath: "a.mp4"
        )
        let answer = try take(name)
        #expect(answer.status == 422 && answer.contains("Choose a file from the inbox."))
        #expect(console.inbox.open(name) == nil)
        #expect(try console.count("SELECT count(*) FROM video_assets") == 0)
    }

    @Test("A file leaves the inbox when its video is ready", .enabled(if: FFmpeg.isInstalled))
    func ready() throws {
        try put("fox.mp4", VideoFiles.bytes(VideoFiles.mp4))
        #expect(try take("fox.mp4").status == 303)
        // Nobody has uploaded it.
        let toast = try console.get("/admin/books/1").toast
        #expect(toast?.contains("Preparing “fox.mp4” for playback…") == true)
        #expect(Folder.exists(path + "/fox.mp4"))
        // It can't be taken twice.
        #expect(try take("fox.mp4").contains("A video is already being made from this file."))
        #expect(!(try console.get("/admin/books/1/video/new").contains("Use this file")))
        try console.prepareVideos()
        #expect(try console.videos.current(of: ID(1))?.status == .ready)
        #expect(!Folder.exists(path + "/fox.mp4"))
        #expect(try console.count("SELECT count(*) FROM video_sources") == 0)
        #expect(console.videoNames.count == 4)
    }

    @Test("A file of which no video can be made stays", .enabled(if: FFmpeg.isInstalled))
    func stays() throws {
        try put("notes.mp4", Array("No video at all".utf8))
        _ = try take("notes.mp4")
        try console.prepareVideos()
        #expect(try console.videos.current(of: ID(1))?.trouble?.code == "not_video")
        #expect(Folder.exists(path + "/notes.mp4") && console.videoNames.isEmpty)
        // It can be chosen again, once somebody has put a better one in its place.
        try put("notes.mp4", VideoFiles.bytes(VideoFiles.mp4))
        #expect(try take("notes.mp4").status == 303)
        try console.prepareVideos()
        #expect(try console.videos.current(of: ID(1))?.status == .ready)
    }

    @Test(
        "A file that is taken away meanwhile is missed in words",
        .enabled(if: FFmpeg.isInstalled)
    )
    func missed() throws {
        try put("fox.mp4", VideoFiles.bytes(VideoFiles.mp4))
        _ = try take("fox.mp4")
        try FileManager.default.removeItem(atPath: path + "/fox.mp4")
        try console.prepareVideos()
        let asset = try #require(try console.videos.current(of: ID(1)))
        #expect(asset.trouble?.code == "source_missing")
        try put("fox.mp4", VideoFiles.bytes(VideoFiles.mp4))
        try console.localVideos.retry(asset.id, by: .commandLine)
        try console.prepareVideos()
        #expect(try console.videos.find(asset.id).status == .ready)
    }

    /// A console in whose inbox is a video, and what its ffmpeg does before it begins.
    private func meanwhile(_ script: (_ file: String) -> String) throws -> (Console, String) {
        let other = try Console.withBook { $0.ffmpeg = $0.data + "/ffmpeg" }
        let file = other.site.configuration.inboxFolder + "/fox.mp4"
        let program = other.site.configuration.ffmpeg
        try StandIn.write("#!/bin/sh\n\(script(file))\nexec ffmpeg \"$@\"\n", to: program)
        try Data(VideoFiles.bytes(VideoFiles.fast)).write(to: URL(filePath: file))
        #expect(try other.post("/admin/books/1/video/inbox", [("file", "fox.mp4")]).status == 303)
        try other.prepareVideos()
        return (other, file)
    }

    @Test(
        "A file that is still being written is not taken for a whole one",
        .enabled(if: FFmpeg.isInstalled)
    )
    func changing() throws {
        let (other, file) = try meanwhile { "printf x >> '\($0)'" }
        #expect(try other.videos.current(of: ID(1))?.trouble?.code == "changed")
        #expect(other.videoNames.isEmpty && Folder.exists(file))
    }

    @Test(
        "Another file that is put in its place meanwhile stays",
        .enabled(if: FFmpeg.isInstalled)
    )
    func replaced() throws {
        let (other, file) = try meanwhile { "rm -f '\($0)'; echo better > '\($0)'" }
        #expect(try other.videos.current(of: ID(1))?.status == .ready)
        #expect(String(decoding: try Folder.read(file).bytes, as: UTF8.self) == "better\n")
        #expect(try other.count("SELECT count(*) FROM video_sources") == 0)
    }
}

import Foundation
import Markup
import SQLite
import Testing

@testable import Storytime

/// Nothing of a film is thrown away without a word.
@Suite("What is kept of a film", .enabled(if: FFmpeg.isInstalled))
struct VideoContentTests {
    let console: Console

    init() throws {
        console = try .withBook()
    }

    /// What is in a file of the folder of videos, as the program sees it.
    private func probe(_ name: String?) throws -> VideoProbe {
        let folder = try TemporaryFolder()
        let path = console.videoFolder.path(of: try #require(name))
        let words = VideoProbe.arguments(of: path, to: folder.file("said"))
        let process = try Process.run(URL(filePath: "/usr/bin/ffprobe"), arguments: words)
        process.waitUntilExit()
        return try VideoProbe(json: Folder.read(folder.file("said")).bytes)
    }

    private func speak(_ language: String?) throws {
        try console.database.execute("UPDATE books SET language = \(language)")
    }

    @Test(
        "All sounds are kept with their languages, that of the book first, and the picture as it is"
    )
    func sounds() throws {
        try speak("en-GB")
        let asset = try console.prepared(VideoFiles.languages, name: "fox.mkv")
        #expect(asset.status == .ready, "\(asset)")
        let film = try probe(asset.files.video)
        let sounds = film.all.filter { $0.kind == "audio" }
        #expect(sounds.map(\.language) == ["en", "de", "en"])
        #expect(sounds.map { $0.has("default") } == [true, false, false])
        #expect(sounds.allSatisfy { $0.codec == "aac" } && asset.picture.codec == "h264")
        #expect(film.chapterList.map(\.title) == ["The cat & the “fox”", "The end"])
        let page = try console.get(asset.href)
        #expect(
            page.contains("English (plays first), German, English, “Director’s cut &amp; more”")
        )
        #expect(page.contains("Chapters (2)") && page.contains("The cat &amp; the “fox”"))
        #expect(page.markup.targets.contains("\(asset.href)?t=1"))
        #expect(page.contains("Not kept: attached files (letters.ttf)."))
    }

    @Test("Without a language of the book, that sound is heard which the file means to be heard")
    func unspoken() throws {
        for language in [nil, "fr"] {
            try speak(language)
            let asset = try console.prepared(VideoFiles.languages)
            let contents = try console.videos.contents(of: asset.id)
            #expect(contents.sounds.map(\.language) == ["de", "en", "en"])
        }
    }

    @Test("Of a single sound without a language, the page says nothing")
    func single() throws {
        let asset = try console.prepared(VideoFiles.mp4)
        #expect(try console.videos.contents(of: asset.id).sounds == [.init(language: "und")])
        #expect(try !console.get(asset.href).contains("<dt>Sound</dt>"))
    }

    @Test("A smaller size has the same sounds")
    func sizes() throws {
        let file = VideoFiles.File(
            "large-two.mp4",
            of: VideoFiles.large,
            ["-map", "0", "-map", "0:a", "-metadata:s:a:0", "language=fre"]
        )
        let asset = try console.prepared(file)
        let all = LocalVersions(
            database: console.database,
            now: console.time.now,
            site: console.site
        )
        try all.add(.p480, to: asset.id, by: .commandLine)
        try console.prepareVideos()
        let versions = VideoVersionStore(database: console.database, now: console.time.now)
        let version = try #require(try versions.all(of: asset.id).first)
        let sounds = try probe(version.fileKey).all.filter { $0.kind == "audio" }
        #expect(sounds.map(\.language) == ["fr", "und"], "\(version)")
    }

    @Test("A sound that goes on after the film ends with it, and the page says so")
    func longSound() throws {
        let asset = try console.prepared(VideoFiles.longSound)
        #expect(asset.status == .ready && asset.durationSeconds == 2, "\(asset)")
        let film = try probe(asset.files.video)
        #expect(film.all.filter { $0.kind == "audio" }.count == 2)
        #expect(try #require(film.end) < 3)
        #expect(
            try console.get(asset.href).contains("Sound that goes on after the film was cut")
        )
    }

    @Test("What is known of a file goes with it")
    func deleted() throws {
        let asset = try console.prepared(VideoFiles.languages)
        try console.videos.delete(asset.id, by: .commandLine)
        #expect(try console.count("SELECT count(*) FROM video_contents") == 0)
        #expect(try !console.get(asset.href).contains("Chapters"))
    }

    // MARK: Sentences

    private func notes(_ streams: String...) throws -> [String] {
        let video = #"{"index":0,"codec_type":"video","codec_name":"h264","width":64,"height":64}"#
        let json = "{\"streams\":[\(([video] + streams).joined(separator: ","))]}"
        let probe = try VideoProbe(json: Array(json.utf8))
        return VideoContents(probe, try VideoPlan(probe)).notes
    }

    @Test("What can't be kept is named")
    func remains() throws {
        #expect(try notes().isEmpty)
        #expect(
            try notes(
                #"{"index":1,"codec_type":"audio","codec_name":"aac"}"#,
                #"{"index":2,"codec_type":"audio","codec_tag_string":"apac","tags":{"language":"eng"}}"#
            ) == ["Not kept: sound that ffmpeg can’t read (English)."]
        )
        #expect(
            try notes(
                #"{"index":1,"codec_type":"video","codec_name":"h264"}"#,
                #"{"index":2,"codec_type":"video","codec_name":"mjpeg","disposition":{"attached_pic":1}}"#,
                #"{"index":3,"codec_type":"data","codec_tag_string":"text"}"#,
                #"{"index":4,"codec_type":"data","codec_tag_string":"mebx"}"#
            ) == [
                "Not kept: a second video track and the cover in the file. "
                    + "Storytime keeps one video track.",
                "Not kept: the camera’s own data, such as times and places.",
            ]
        )
        let cover =
            #"{"index":1,"codec_type":"video","codec_name":"mjpeg","disposition":{"attached_pic":1}}"#
        #expect(try notes(cover) == ["Not kept: the cover in the file."])
        let fonts = (1...12).map {
            "{\"index\":\($0),\"codec_type\":\"attachment\",\"tags\":{\"filename\":\"\($0).ttf\"}}"
        }
        #expect(
            try notes(fonts.joined(separator: ",")) == [
                "Not kept: attached files (1.ttf, 2.ttf, 3.ttf, 4.ttf, 5.ttf, 6.ttf, 7.ttf, 8.ttf, "
                    + "9.ttf, 10.ttf and 2 more)."
            ]
        )
    }

    @Test("Of sounds that nobody can read, one is tried all the same, and ffmpeg says why not")
    func unreadable() throws {
        let json =
            #"{"streams":[{"index":0,"codec_type":"audio"},{"index":1,"codec_type":"audio"}]}"#
        #expect(try VideoProbe(json: Array(json.utf8)).sounds(in: "de").count == 2)
    }
}

import Foundation
import SQLite
import Testing

@testable import Storytime

/// How long a film is follows from the picture and the sound that are kept.
@Suite("How long films are", .enabled(if: FFmpeg.isInstalled))
struct VideoLengthTests {
    /// A file of which nothing is missing, though something in it claims to be longer.
    struct Sample: CustomTestStringConvertible {
        let testDescription: String
        let file: VideoFiles.File
        var seconds = 2
    }

    static let samples = [
        Sample(testDescription: "MP4 whose clock begins at 100 s", file: VideoFiles.lateMP4),
        Sample(testDescription: "MKV whose clock begins at 100 s", file: VideoFiles.lateMKV),
        Sample(testDescription: "WebM whose clock begins at 60 s", file: VideoFiles.lateWebM),
        Sample(
            testDescription: "a stream whose clock jumps",
            file: VideoFiles.twoClocks,
            seconds: 4
        ),
        Sample(testDescription: "MP4 whose clock jumps", file: VideoFiles.jumpingMP4),
        Sample(testDescription: "late captions in MKV", file: VideoFiles.lateCaptionsMKV),
        Sample(testDescription: "late captions in MP4", file: VideoFiles.lateCaptionsMP4),
        Sample(testDescription: "a late chapter", file: VideoFiles.lateChapter),
        Sample(testDescription: "a head that says 200 s", file: VideoFiles.boastful),
    ]

    @Test("A film is as long as its picture and sound, whatever else is longer", arguments: samples)
    func whole(sample: Sample) throws {
        let console = try Console.withBook()
        let asset = try console.prepared(sample.file)
        #expect(asset.status == .ready, "\(asset)")
        #expect(asset.durationSeconds == sample.seconds)
    }

    @Test(
        "A film has its pictures, however few there are and whenever they begin",
        arguments: [
            Sample(testDescription: "a song under a single picture", file: VideoFiles.still),
            Sample(testDescription: "one picture and no sound", file: VideoFiles.oneFrame),
            Sample(testDescription: "a picture after the sound", file: VideoFiles.latePicture),
            Sample(testDescription: "a tape of a camcorder", file: VideoFiles.tape),
        ]
    )
    func pictures(sample: Sample) throws {
        let console = try Console.withBook()
        let asset = try console.prepared(sample.file)
        #expect(asset.status == .ready, "\(asset)")
        #expect(console.videoNames.contains { $0.hasSuffix("-poster.webp") })
    }

    @Test("A recording that was never finished says so")
    func unfinished() throws {
        let console = try Console.withBook()
        let asset = try console.prepared(VideoFiles.unfinished)
        #expect(asset.trouble?.code == "unfinished", "\(asset)")
        #expect(asset.trouble?.message.contains("its index is missing") == true)
    }

    @Test("A number in a head that is too large is told on the page of the video")
    func told() throws {
        let console = try Console.withBook()
        let asset = try console.prepared(VideoFiles.boastful, name: "fox.flv")
        let page = try console.get(asset.href)
        #expect(
            page.contains(
                "The file says that it is 3:20 long. All that can be read of it is here: 0:02."
            )
        )
        #expect(
            try !console.get(console.prepared(VideoFiles.mp4).href).contains("The file says")
        )
    }

    @Test("Half of a film is refused, whatever container it was in", arguments: ["MKV", "FLV"])
    func halves(container: String) throws {
        let file = container == "MKV" ? VideoFiles.fastMKV : VideoFiles.fastFLV
        let all = try VideoFiles.bytes(file)
        let console = try Console.withBook()
        let asset = try console.prepared(Array(all.prefix(all.count / 2)))
        #expect(asset.trouble?.code == "cut_off", "\(asset)")
        #expect(asset.trouble?.message.hasPrefix("The file breaks off a") == true, "\(asset)")
    }

    @Test("A file that waits for its book says how long it is, even if its clock jumps")
    func waiting() throws {
        let console = try Console.withBook()
        try FileManager.default.createDirectory(
            atPath: console.inbox.path,
            withIntermediateDirectories: true
        )
        let path = console.inbox.path + "/fox.ts"
        try Data(VideoFiles.bytes(VideoFiles.twoClocks)).write(to: URL(filePath: path))
        let many = ManyVideos(
            database: console.database,
            now: console.time.now,
            site: console.site
        )
        try many.notice()
        let worker = try JobWorker(site: console.site, lane: .short)
        while worker.doNext(console.database) {}
        #expect(try console.count("SELECT duration_seconds FROM waiting_files") == 4)
    }

    // MARK: What a file says

    private func seconds(_ streams: String, _ format: String) throws -> Double {
        let json = "{\"streams\":[\(streams)],\"format\":{\(format)}}"
        return try VideoProbe(json: Array(json.utf8)).seconds
    }

    private let video = #""index":0,"codec_type":"video","width":64,"height":64"#
    private let audio = #""index":1,"codec_type":"audio","codec_name":"aac""#

    @Test("The length is from the first to the last moment, on whichever clock")
    func spans() throws {
        let both =
            "{\(video),\"start_time\":\"100\",\"duration\":\"8\"},"
            + "{\(audio),\"start_time\":\"99\",\"duration\":\"8.5\"}"
        #expect(try seconds(both, #""duration":"500""#) == 9)
        // In Matroska the tag may be the end, or the length.
        for (tag, length) in [("00:01:48.5", 8.5), ("00:00:08.500000000", 8.5), ("x:y:z", 7)] {
            let stream = "{\(video),\"start_time\":\"100\",\"tags\":{\"DURATION\":\"\(tag)\"}}"
            let format = #""format_name":"matroska,webm","start_time":"100","duration":"107""#
            #expect(try seconds(stream, format) == length, "\(tag)")
        }
        #expect(try seconds("{\(video)}", #""format_name":"flv","duration":"7""#) == 7)
        #expect(try seconds("{\(video)}", "") == 0)
        #expect(try seconds("{\(video)}", #""format_name":"matroska","duration":"-7""#) == 0)
    }
}

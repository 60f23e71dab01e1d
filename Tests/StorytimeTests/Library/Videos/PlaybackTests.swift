import Server
import Testing

@testable import Storytime

@Suite("What a browser needs to play a video")
struct PlaybackTests {
    private static let now = 1_767_225_600

    private let folder: TemporaryFolder
    private let configuration: Configuration

    init() throws {
        folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.data = folder.path
        self.configuration = configuration
        try Folder.make(folder.path + "/media")
        try Folder.make(folder.path + "/media/videos")
    }

    private func asset(_ files: VideoAsset.Files) -> VideoAsset {
        VideoAsset(
            id: ID(7),
            provider: .local,
            isCurrent: true,
            chosenAt: 0,
            status: .ready,
            durationSeconds: 30,
            hasCaptions: false,
            files: files,
            newsAt: 0,
            version: 1,
            createdAt: 0,
            updatedAt: 0
        )
    }

    private func playback(
        _ asset: VideoAsset,
        _ tracks: [CaptionTrack] = [],
        notAfter: Int? = nil
    ) throws -> Playback? {
        try Playback(asset, tracks, configuration, now: Self.now, notAfter: notAfter)
    }

    private func track(_ status: CaptionTrack.Status, label: String) -> CaptionTrack {
        CaptionTrack(
            id: ID(3),
            video: ID(7),
            language: "pt-BR",
            label: label,
            kind: .captions,
            origin: .uploaded,
            status: status,
            fileKey: "7-c.vtt"
        )
    }

    @Test("A video of ours plays from here, with its captions, and parts of one picture as moments")
    func local() throws {
        // The last one is where the film ends.
        let times = (0...30).map { number in
            "00:00:\(number < 10 ? "0" : "")\(number).000 --> 00:01:00.000\n"
                + "storyboard.webp#xywh=\(number % 10 * 160),\(number / 10 * 90),160,90\n"
        }
        try DurableFile.write(
            Array(("WEBVTT\n\n" + times.joined(separator: "\n")).utf8),
            to: folder.path + "/media/videos/7-b.vtt"
        )
        let files = VideoAsset.Files(video: "7-a.mp4", poster: "7-p.webp", storyboard: "7-b.webp")
        let playback = try #require(
            try playback(asset(files), [track(.ready, label: ""), track(.preparing, label: "x")])
        )
        #expect(playback.sources == [.init(href: "/media/videos/7/video.mp4", type: "video/mp4")])
        #expect(playback.poster == "/media/videos/7/poster.webp")
        #expect(playback.tracks.map(\.label) == ["Portuguese (Brazil)"])
        #expect(playback.tracks.map(\.href) == ["/media/videos/7/captions-3.vtt"])
        #expect(playback.frames.map(\.seconds) == Array(stride(from: 0, to: 30, by: 3)))
        #expect(Set(playback.frames.map(\.href)) == ["/media/videos/7/storyboard.webp"])
        let whole = PixelSize(1600, 360)
        #expect(
            playback.frames[4].part
                == PicturePart(x: 320, y: 90, width: 160, height: 90, whole: whole)
        )
    }

    @Test("What is missing is left out, and without a file there is nothing to play")
    func missing() throws {
        let plain = try playback(asset(.init(video: "7-a.webm", storyboard: "7-b.webp")))
        #expect(plain?.sources.first?.type == "video/webm")
        #expect(plain?.poster == nil && plain?.frames.isEmpty == true)
        #expect(try playback(asset(.init())) == nil)
        var deleted = asset(.init(video: "7-a.mp4"))
        deleted.deletedAt = 1
        #expect(try playback(deleted) == nil)
        var preparing = asset(.init(video: "7-a.mp4"))
        preparing.status = .preparing
        #expect(try playback(preparing) == nil)
    }

    @Test("Nothing plays when the rights have ended")
    func rights() throws {
        let asset = asset(.init(video: "7-a.mp4"))
        #expect(try playback(asset, notAfter: Self.now) == nil)
        #expect(try playback(asset, notAfter: Self.now + 1) != nil)
    }

    @Test(
        "What isn't the times of a storyboard has no moments, or those that can be read",
        arguments: [
            ("", 0), ("WEBVTT", 0), ("00:00:00.000 --> 00:00:01.000", 0),
            ("00:00:00.000 --> 00:00:01.000\na.webp", 0),
            ("00:00:00.000 --> 00:00:01.000\na.webp#xywh=0,0,160", 0),
            ("00:00:00.000 --> 00:00:01.000\na.webp#xywh=0,0,160,0", 0),
            ("00:00:00.000 --> 00:00:01.000\na.webp#xywh=0,0,99999999999999999999,9", 0),
            ("99999999999999999999:00 --> 1\na.webp#xywh=0,0,160,90", 0),
            ("x --> y\na.webp#xywh=0,0,160,90", 0),
            ("00:05.000 --> 00:06.000\r\na.webp#xywh=0,0,160,90", 1),
        ]
    )
    func times(text: String, count: Int) {
        #expect(StoryboardTimes(text).frames.count == count)
    }

    @Test(
        "Playing times are written as players show them",
        arguments: [
            (0, "0:00"), (9, "0:09"), (340, "5:40"), (3599, "59:59"), (3940, "1:05:40"),
        ]
    )
    func playingTime(seconds: Int, text: String) {
        #expect(PlayingTime.text(seconds) == text)
    }
}

import HTTP
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
}

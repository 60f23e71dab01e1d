import Foundation
import Testing

@testable import Storytime

@Suite("Films in HDR", .enabled(if: FFmpeg.isInstalled))
struct VideoColorTests {
    /// The colors on the left and on the right of a picture, with eight bits.
    private func colors(_ bytes: [UInt8]) throws -> [[Int]] {
        let pixels = try FFmpeg.pixels(bytes, extension: "webp")
        let width = try ImageFile(bytes).displayed.width
        return [width / 4, width * 3 / 4].map { x in
            (0..<3).map { Int(pixels[(width * 8 + x) * 8 + $0 * 2 + 1]) }
        }
    }

    private func expect(_ colors: [[Int]], _ wanted: [[Int]]) {
        for (found, right) in zip(colors.joined(), wanted.joined()) {
            #expect((found - right).magnitude <= 12, "\(colors)")
        }
    }

    private func content(_ console: Console, _ name: String?) throws -> [UInt8] {
        try Folder.read(console.videoFolder.path(of: #require(name))).bytes
    }

    @Test(
        "White and red are white and red in the film, the poster and the storyboard",
        arguments: ["PQ", "HLG"]
    )
    func converted(kind: String) throws {
        let console = try Console.withBook()
        let asset = try console.prepared(kind == "PQ" ? VideoFiles.pq : VideoFiles.hlg)
        #expect(asset.status == .ready, "\(asset)")
        for name in [asset.files.poster, asset.files.storyboard] {
            expect(try colors(content(console, name)), [[255, 255, 255], [255, 0, 0]])
        }
        let film = String(decoding: try content(console, asset.files.video), as: UTF8.self)
        #expect(film.contains("avc1"))
        #expect(try !console.get(asset.href).contains("The colors"))
    }

    @Test("With an ffmpeg that can't convert them, the film is there and its page says what to do")
    func unconverted() throws {
        let console = try Console.withBook { $0.ffmpeg = $0.data + "/ffmpeg" }
        try StandIn.write(
            """
            #!/bin/sh
            case "$*" in *zscale*) echo "No such filter: 'zscale'" >&2; exit 1;; esac
            exec /usr/bin/ffmpeg "$@"
            """,
            to: console.site.configuration.ffmpeg
        )
        let asset = try console.prepared(VideoFiles.pq)
        #expect(asset.status == .ready, "\(asset)")
        #expect(try console.get(asset.href).contains("Install an ffmpeg with zscale (libzimg)"))
        // What needs no converting isn’t spoken of.
        let plain = try console.prepared(VideoFiles.mp4)
        #expect(try !console.get(plain.href).contains("zscale"))
    }

    // MARK: What a file says

    private func video(_ members: String) throws -> VideoProbe.Stream {
        let json =
            #"{"streams":[{"index":0,"codec_type":"video","width":64,"height":64,"#
            + members + "}]}"
        return try #require(try VideoProbe(json: Array(json.utf8)).video)
    }

    @Test("Curves of brightness are computed exactly: processors approximate them differently")
    func exact() throws {
        for range in [HighRange.pq, .hlg] {
            let filters = range.filters(for: try video(#""color_transfer":"unknown""#))
            for filter in filters where filter.contains("transfer=") {
                #expect(filter.contains("agamma=false"), "\(filter)")
            }
        }
    }

    @Test("Dolby Vision is what it falls back to for everybody else")
    func dolby() throws {
        func range(_ transfer: String, _ profile: Int, _ compatibility: Int) throws -> HighRange? {
            try video(
                #""color_transfer":"\#(transfer)","side_data_list":[{"rotation":-90},"#
                    + #"{"dv_profile":\#(profile),"dv_bl_signal_compatibility_id":\#(compatibility)}]"#
            ).highRange
        }
        #expect(try range("unknown", 8, 4) == .hlg && range("unknown", 8, 1) == .pq)
        #expect(try range("unknown", 7, 6) == .pq && range("unknown", 8, 2) == nil)
        #expect(try range("bt709", 8, 4) == nil && range("arib-std-b67", 8, 4) == .hlg)
        #expect(try video(#""color_transfer":"smpte2084""#).highRange == .pq)
        #expect(try video(#""color_transfer":"bt709""#).highRange == nil)
        #expect(try video(#""width":64"#).highRange == nil)
    }

    @Test("Dolby Vision without a fallback says that its colors are wrong")
    func onlyDolby() throws {
        let json =
            #"{"streams":[{"index":0,"codec_type":"video","width":64,"height":64,"#
            + #""side_data_list":[{"dv_profile":5,"dv_bl_signal_compatibility_id":0}]}]}"#
        let probe = try VideoProbe(json: Array(json.utf8))
        let notes = VideoContents(probe, try VideoPlan(probe)).notes
        #expect(notes.count == 1 && notes[0].hasPrefix("The colors are wrong"))
    }
}

import Foundation
import Testing

@testable import Storytime

/// Real pictures, looked at by ffmpeg before and after.
@Suite(
    "Pictures keep their pixels",
    .enabled(if: FFmpeg.isInstalled, "ffmpeg isn't here; only the small pictures are checked.")
)
struct ImagePixelTests {
    @Test("The small pictures look the same without what was removed", arguments: Pictures.all)
    func small(picture: Pictures.Picture) throws {
        let name = picture.format.fileExtension
        let laden = PictureEdits.laden(picture.bytes, picture.format, orientation: 6)
        let before = try FFmpeg.pixels(picture.bytes, extension: name)
        #expect(before.count == 6 * 4 * 8)
        #expect(try FFmpeg.pixels(try ImageFile(laden).bytes, extension: name) == before)
    }

    private static let kinds: [(ImageFile.Format, [String])] = [
        (.jpeg, ["-pix_fmt", "yuvj420p"]), (.jpeg, ["-pix_fmt", "yuvj444p", "-q:v", "1"]),
        (.jpeg, ["-pix_fmt", "gray", "-c:v", "mjpeg", "-huffman", "optimal"]),
        (.png, ["-pix_fmt", "rgb24"]), (.png, ["-pix_fmt", "rgba"]), (.png, ["-pix_fmt", "pal8"]),
        (.png, ["-pix_fmt", "gray16be"]), (.png, ["-pix_fmt", "monob"]),
        (.png, ["-pix_fmt", "ya8"]),
        (.png, ["-pix_fmt", "rgb48be", "-dpi", "300", "-pred", "mixed"]),
        (.webp, ["-c:v", "libwebp", "-pix_fmt", "yuv420p"]),
        (.webp, ["-c:v", "libwebp", "-pix_fmt", "yuva420p"]),
        (.webp, ["-c:v", "libwebp", "-lossless", "1", "-pix_fmt", "bgra"]),
    ]

    /// A picture with texts, made by ffmpeg.
    private func picture(
        _ format: ImageFile.Format,
        _ options: [String],
        _ width: Int = 233,
        _ height: Int = 151
    ) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.file("made." + format.fileExtension)
        // The source makes even sizes only, and frames without subsampled colours can be cut to any.
        let source = "testsrc2=size=\(width + 1)x\(height + 1),format=gbrp,crop=\(width):\(height)"
        let input = ["-f", "lavfi", "-i", source, "-frames:v", "1"]
        let texts = ["title", "comment", "location"]
            .flatMap { ["-metadata", "\($0)=\(PictureEdits.secret)"] }
        try FFmpeg.run(input + texts + options + [path])
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    @Test("Pictures of every kind that ffmpeg makes look the same", arguments: kinds)
    func made(format: ImageFile.Format, options: [String]) throws {
        let bytes = try picture(format, options)
        let laden = PictureEdits.laden(bytes, format, orientation: 8)
        let cleaned = try ImageFile(laden)
        #expect(cleaned.stored == PixelSize(233, 151) && cleaned.displayed == PixelSize(151, 233))
        #expect(!cleaned.bytes.hold(PictureEdits.secret))
        let before = try FFmpeg.pixels(bytes, extension: format.fileExtension)
        #expect(before.count == 233 * 151 * 8)
        #expect(try FFmpeg.pixels(cleaned.bytes, extension: format.fileExtension) == before)
    }

    @Test("A picture of two million pixels is cleaned", arguments: ImageFile.Format.allCases)
    func large(format: ImageFile.Format) throws {
        let bytes = try picture(format, [], 1600, 1200)
        let cleaned = try ImageFile(PictureEdits.laden(bytes, format))
        #expect(cleaned.stored == PixelSize(1600, 1200))
        #expect(!cleaned.bytes.hold(PictureEdits.secret))
    }
}

import Received

/// A width in which a cover is drawn, in CSS pixels with one or two dots each: in a list, on a
/// shelf, on a page of its own.
enum CoverSize: Int, CaseIterable, Sendable {
    case small = 96
    case medium = 240
    case large = 480

    /// The smaller pictures are WebP: half the bytes of JPEG, with transparency, shown by every browser
    /// since 2020.
    static let format = ImageFile.Format.webp

    /// The frame: a cover is two wide and three high.
    private var frame: PixelSize { PixelSize(rawValue, rawValue * 3 / 2) }

    /// How a picture of that size is placed in the frame.
    func placement(of picture: PixelSize) -> CoverPlacement {
        CoverPlacement(picture, in: frame)
    }
}

/// How a picture is placed in a frame of two to three: a bit of its edges is cut off if it then
/// fills the frame; a picture of another shape, as in many picture books, is shown whole. It is
/// never enlarged.
struct CoverPlacement: Equatable, Sendable {
    /// The size to which it is scaled first.
    let scaled: PixelSize
    /// The size after cutting the same amount off both sides.
    let result: PixelSize

    init(_ picture: PixelSize, in frame: PixelSize) {
        let (across, down) = (
            Double(frame.width) / Double(picture.width),
            Double(frame.height) / Double(picture.height)
        )
        let isCut = Self.isCut(picture)
        let scale = min(1, isCut ? max(across, down) : min(across, down))
        scaled = PixelSize(
            max(1, Int(clamping: (Double(picture.width) * scale).rounded())),
            max(1, Int(clamping: (Double(picture.height) * scale).rounded()))
        )
        // Of a picture smaller than the frame, the largest part with the frame's shape.
        let width = min(scaled.width, max(1, scaled.height * 2 / 3), frame.width)
        result = isCut ? PixelSize(width, min(scaled.height, max(1, width * 3 / 2))) : scaled
    }

    /// Whether at most an eighth of the picture is lost when it fills the frame.
    static func isCut(_ picture: PixelSize) -> Bool {
        let ratio = Double(picture.width) / Double(picture.height) * 3 / 2
        return (7.0 / 8...8.0 / 7).contains(ratio)
    }
}

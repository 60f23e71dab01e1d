/// How stored pixels are turned and mirrored for display: Exif's tag 0x0112 (CIPA DC-008,
/// 4.6.5.1), named after the side on which the first stored row is seen.
enum ImageOrientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case upsideDownMirrored
    case leftMirrored
    case right
    case rightMirrored
    case left

    /// Whether a stored row is seen as a column.
    var swapsSides: Bool { rawValue >= ImageOrientation.leftMirrored.rawValue }

    /// What makes stored pixels upright: first they are mirrored, left to right, then turned by so many
    /// quarters to the right.
    var steps: (isMirrored: Bool, quarters: Int) {
        switch self {
        case .upright: (false, 0)
        case .mirrored: (true, 0)
        case .upsideDown: (false, 2)
        case .upsideDownMirrored: (true, 2)
        case .leftMirrored: (true, 3)
        case .right: (false, 1)
        case .rightMirrored: (true, 1)
        case .left: (false, 3)
        }
    }
}

/// The only part of a picture's Exif data (which has the structure of TIFF 6.0) that is kept.
extension ImageOrientation {
    /// "Exif" and two zeros, which precede the TIFF structure in a JPEG, and by mistake in some
    /// files of the other formats.
    static let exifPrefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

    private static let tag = 0x0112
    /// The type of a 16-bit number.
    private static let short = 3

    /// The orientation in a TIFF structure; upright if it is missing or makes no sense, as in
    /// browsers: the rest of the structure is thrown away, so its state does not matter.
    init(tiff: ArraySlice<UInt8>) {
        self = Self.find(TIFFNumbers(tiff)) ?? .upright
    }

    /// The orientation for formats whose Exif data is only the TIFF structure, although it
    /// sometimes has the prefix.
    init(exif: ArraySlice<UInt8>) {
        let hasPrefix = exif.starts(with: Self.exifPrefix)
        self.init(tiff: hasPrefix ? exif.dropFirst(Self.exifPrefix.count) : exif)
    }

    private static func find(_ tiff: TIFFNumbers?) -> ImageOrientation? {
        guard let tiff, let entry = tiff.long(at: 4).flatMap({ tiff.entry(tag, in: $0) }),
            tiff.short(at: entry + 2) == short, tiff.long(at: entry + 4) == 1
        else { return nil }
        return tiff.short(at: entry + 8).flatMap(ImageOrientation.init)
    }

    /// The smallest TIFF structure with this orientation: big-endian, one directory with one
    /// entry.
    var tiff: [UInt8] {
        [
            0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(rawValue),
            0, 0, 0, 0, 0, 0,
        ]
    }
}

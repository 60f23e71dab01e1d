/// An uploaded picture, checked and without its metadata: where it was taken, with which camera,
/// by whom, and whatever else a file can carry besides its pixels.
///
/// Only its content says what it is; a name or a media type is just a claim. The pixels are copied
/// as they are, never decoded here. It is made on a worker, because that reads every byte of the
/// file.
struct ImageFile: Sendable, Equatable {
    enum Format: String, Sendable, CaseIterable {
        case jpeg, png, webp

        /// Its name on pages.
        var name: String {
            switch self {
            case .jpeg: "JPEG"
            case .png: "PNG"
            case .webp: "WebP"
            }
        }

        var mediaType: String { "image/\(rawValue)" }

        var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
    }

    /// The longest side: far beyond any cover. WebP itself ends at 16,383.
    static let maximumSide = 10_000
    /// The most pixels: what a good camera takes, and 160 MB in memory for a program that decodes
    /// it.
    static let maximumPixels = 40_000_000

    let format: Format
    /// The size of the stored pixels.
    let stored: PixelSize
    /// How the stored pixels are turned for display.
    let orientation: ImageOrientation
    /// The file: the same pixels, color profile and orientation, and nothing else.
    let bytes: [UInt8]

    /// The size as people see it.
    var displayed: PixelSize {
        orientation.swapsSides ? PixelSize(stored.height, stored.width) : stored
    }
}

extension ImageFile {
    /// Reads a picture and cleans it.
    init(_ bytes: [UInt8]) throws(ImageRefusal) {
        if bytes.starts(with: JPEGCleaner.signature) {
            var cleaner = JPEGCleaner(bytes)
            self = try cleaner.clean()
        } else if bytes.starts(with: PNGCleaner.signature) {
            var cleaner = PNGCleaner(bytes)
            self = try cleaner.clean()
        } else if WebPCleaner.isWebP(bytes) {
            var cleaner = WebPCleaner(bytes)
            self = try cleaner.clean()
        } else {
            throw .notTaken(OtherFile.recognised(in: bytes))
        }
    }
}

/// Width and height in pixels.
struct PixelSize: Sendable, Hashable {
    let width: Int
    let height: Int

    init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    /// This size, if a picture may have it. The sides are checked first: the product of two small
    /// ones cannot overflow.
    func checked(_ format: ImageFile.Format) throws(ImageRefusal) -> PixelSize {
        guard width > 0, height > 0 else { throw .damaged(format) }
        guard max(width, height) <= ImageFile.maximumSide,
            width * height <= ImageFile.maximumPixels
        else { throw .tooLarge(self) }
        return self
    }
}

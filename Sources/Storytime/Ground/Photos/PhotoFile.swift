/// An uploaded photo, as far as its head says: enough to refuse what no family's photo is before
/// anything decodes it.
///
/// Only its content says what it is; a name or a media type is just a claim. The pixels aren't read
/// here, so a photo that is accepted may still turn out to be cut off.
struct PhotoFile: Sendable, Equatable {
    /// What a camera of 100 megapixels writes as a JPEG of the highest quality.
    static let maximumBytes = 60_000_000
    /// Decoded, they take 300 MB.
    static let maximumPixels = 100_000_000
    /// Wider than any panorama of a telephone.
    static let maximumSide = 29_999

    let format: PhotoFormat
    /// The size of the stored pixels.
    let stored: PixelSize
    /// When it says it was taken, in the order in which that is believed.
    let times: [TakenAt]
    /// Whether it moves, or has a film of the moment beside its picture.
    let hasFilm: Bool

    init(_ bytes: PhotoBytes) throws(PhotoRefusal) {
        guard bytes.count <= Self.maximumBytes else { throw .tooManyBytes }
        let head = try PhotoHead(bytes)
        guard head.size.width > 0, head.size.height > 0 else { throw .damaged(head.format) }
        // The sides are checked first: the product of two small ones cannot overflow.
        guard max(head.size.width, head.size.height) <= Self.maximumSide,
            head.size.width * head.size.height <= Self.maximumPixels
        else { throw .tooManyPixels(head.size) }
        format = head.format
        stored = head.size
        times = TakenAt.all(exif: head.exif) + TakenAt.all(xmp: head.xmp)
        hasFilm = head.isAnimated || head.hasMotion
    }
}

/// What a photo says before its pixels: how large it is, and its metadata.
struct PhotoHead {
    /// More than any camera writes; a JPEG's is 64 KiB at most by itself.
    static let maximumMetadataBytes = 1 << 20

    let format: PhotoFormat
    let size: PixelSize
    /// The structure of TIFF 6.0 that Exif is; empty without.
    var exif: ArraySlice<UInt8> = []
    /// An XML text in UTF-8; empty without.
    var xmp: [UInt8] = []
    /// Whether it has more pictures than the first, one after the other.
    var isAnimated = false

    /// Whether telephones say that the file has a film behind the picture (Android’s “Motion Photo format 1.0” and
    /// the “MicroVideo” before it).
    var hasMotion: Bool {
        Self.signsOfMotion.contains { xmp.firstPlace(of: $0) != nil }
    }

    private static let signsOfMotion = ["MotionPhoto", "MicroVideo"]
        .flatMap { ["\($0)=\"1\"", "\($0)='1'", "\($0)>1<"] }.map { Array($0.utf8) }

    init(format: PhotoFormat, size: PixelSize) {
        self.format = format
        self.size = size
    }

    init(_ bytes: PhotoBytes) throws(PhotoRefusal) {
        let start = bytes.prefix(1024)
        if start.starts(with: JPEGCleaner.signature) {
            self = try .jpeg(bytes)
        } else if start.starts(with: PNGCleaner.signature) {
            self = try .png(bytes)
        } else if WebPCleaner.isWebP(start) {
            self = try .webp(bytes)
        } else if HEIFFile.isOne(start) {
            self = try HEIFFile(bytes).head()
        } else {
            throw .notPhoto(OtherFile.recognised(in: start))
        }
    }

    /// Some writers put "Exif" and two zeros before the structure in formats that have no place
    /// for them.
    static func tiff(_ exif: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        exif.starts(with: ImageOrientation.exifPrefix)
            ? exif.dropFirst(ImageOrientation.exifPrefix.count) : exif
    }
}

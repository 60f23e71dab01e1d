/// What the decoder is given of a HEIC or AVIF, and what is left to be done to its pixels.
extension HEIFFile {
    /// A type of boxes that everybody skips (ISO/IEC 14496-12, 8.1.2).
    static let nothing = "skip"

    /// What is different in the copy for the decoder, and where.
    ///
    /// It needs only the references that say which tiles a grid consists of. Of all others it expects
    /// what cameras no longer write: libheif before 1.18 refuses a photo as a whole if its brightness map,
    /// thumbnail or Exif belongs to two pictures, as in telephones since 2024, or to one that it doesn't
    /// know. So they are made unknown themselves, which changes the place of nothing.
    var edits: [(place: Int, bytes: [UInt8])] {
        sideReferences.map { ($0, Array(Self.nothing.utf8)) }
    }

    /// How the decoder's pixels are turned for display. It carries out what the boxes say, and then
    /// Exif has nothing to say any more; but some telephones and programs say it there alone, as in a
    /// JPEG.
    func orientation() throws(PhotoRefusal) -> ImageOrientation {
        saysHowItLies ? .upright : ImageOrientation(tiff: try head().exif)
    }
}

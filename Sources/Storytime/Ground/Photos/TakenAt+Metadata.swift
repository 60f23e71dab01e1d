/// What a photo says by itself of when it was taken.
extension TakenAt {
    /// Longer than any day with a time, a fraction and a zone.
    private static let maximumLength = 40

    private enum Tag {
        static let modified = 0x0132
        static let exifDirectory = 0x8769
        static let original = 0x9003
        static let digitised = 0x9004
    }

    /// The time at which the picture was taken, then the one at which it was digitised, then the one of
    /// the file’s last change (CIPA DC-008, 4.6.4 and 4.6.5), as far as they can be read.
    static func all(exif: ArraySlice<UInt8>) -> [TakenAt] {
        guard let tiff = TIFFNumbers(exif), let first = tiff.long(at: 4) else { return [] }
        let inner = tiff.entry(Tag.exifDirectory, in: first).flatMap { tiff.long(at: $0 + 8) }
        let places = [(inner, Tag.original), (inner, Tag.digitised), (first, Tag.modified)]
        return places.compactMap { directory, tag in
            // A day doesn’t fit into the entry, which has its length and its place.
            guard let entry = directory.flatMap({ tiff.entry(tag, in: $0) }),
                let length = tiff.long(at: entry + 4), let place = tiff.long(at: entry + 8)
            else { return nil }
            var scanner = TimeScanner(tiff.text(at: place, min(length, maximumLength)))
            return scanner.taken()
        }
    }

    /// The properties that say it, in the order in which they are believed.
    private static let openings = [
        "exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate",
    ].flatMap { ["\($0)=\"", "\($0)='", "<\($0)>"] }.map { Array($0.utf8) }

    /// Looks for the properties as attributes and elements. The text isn’t read as XML: it comes from
    /// a stranger, and days are all that is wanted.
    static func all(xmp: [UInt8]) -> [TakenAt] {
        openings.compactMap { opening in
            guard let range = xmp.firstPlace(of: opening) else { return nil }
            let value = xmp[range.upperBound...].prefix(maximumLength).prefix {
                !"\"'<".utf8.contains($0)
            }
            var scanner = TimeScanner(value)
            return scanner.taken()
        }
    }
}

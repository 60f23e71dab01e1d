import Received

/// Why a file is not accepted as a picture.
///
/// The description is a sentence for the form's field.
enum ImageRefusal: Error, Equatable, CustomStringConvertible {
    /// Not one of the three formats, and which other it looks like.
    case notTaken(OtherFile?)
    /// Its structure is broken, or it ends too early.
    case damaged(ImageFile.Format)
    /// A variant that browsers do not show.
    case unusual(ImageFile.Format)
    /// Moving pictures need a way to stop them (WCAG 2.2, 2.2.2), and a cover has none.
    case animated(ImageFile.Format)
    case tooLarge(PixelSize)

    var description: String {
        switch self {
        case .notTaken(let other?):
            "Choose a JPEG, PNG or WebP picture. This file is \(other.name)."
        case .notTaken(nil):
            "Choose a JPEG, PNG or WebP picture. This file is something else."
        case .damaged(let format):
            "Choose another copy of this \(format.name): this one is damaged or cut off."
        case .unusual(let format):
            "Save this picture again as an ordinary \(format.name). Browsers can't show this kind."
        case .animated(let format):
            "Choose a still picture. This \(format.name) is animated."
        case .tooLarge(let size):
            "Choose a smaller picture: at most \(Counted.number(ImageFile.maximumSide)) pixels on "
                + "a side and \(ImageFile.maximumPixels / 1_000_000) million in total. This one has "
                + "\(Counted.number(size.width)) × \(Counted.number(size.height))."
        }
    }
}

/// Files that people choose by mistake, so that the message can say so.
enum OtherFile: Sendable, CaseIterable {
    case empty, gif, svg, html, heic, avif, raw, tiff, bmp, pdf, jpegXL, jpeg2000, photoshop

    /// "This file is …"
    var name: String {
        switch self {
        case .empty: "empty"
        case .gif: "a GIF"
        case .svg: "an SVG drawing"
        case .html: "a web page"
        case .heic: "a HEIC picture"
        case .avif: "an AVIF picture"
        case .raw: "a RAW photo"
        case .tiff: "a TIFF or RAW photo"
        case .bmp: "a BMP"
        case .pdf: "a PDF"
        case .jpegXL: "a JPEG XL picture"
        case .jpeg2000: "a JPEG 2000 picture"
        case .photoshop: "a Photoshop file"
        }
    }

    /// The format that the first bytes look like; nil for everything else. It only affects the
    /// wording.
    static func recognised(in bytes: [UInt8]) -> OtherFile? {
        // Longer ones first: some raw photos begin as a TIFF does.
        let signatures: [(String, OtherFile)] = [
            ("II*\0\u{10}\0\0\0CR", .raw), ("IIRO", .raw), ("IIRS", .raw), ("IIU\0", .raw),
            ("FUJIFILM", .raw), ("\0\0\0\u{C}JXL ", .jpegXL), ("\0\0\0\u{C}jP  ", .jpeg2000),
            ("8BPS", .photoshop), ("GIF8", .gif), ("II*\0", .tiff), ("MM\0*", .tiff),
            ("BM", .bmp), ("%PDF-", .pdf),
        ]
        if bytes.isEmpty { return .empty }
        if bytes.starts(with: [0xFF, 0x0A]) { return .jpegXL }
        for (signature, file) in signatures where bytes.starts(with: signature.utf8) {
            return file
        }
        if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return brand(bytes.dropFirst(8)) }
        return markup(bytes)
    }

    /// The formats in ISO base media files, by their major brand.
    private static func brand(_ bytes: ArraySlice<UInt8>) -> OtherFile? {
        switch ReceivedText.repair(bytes.prefix(4)) {
        case "avif", "avis": .avif
        case "crx ": .raw
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": .heic
        default: nil
        }
    }

    private static func markup(_ bytes: [UInt8]) -> OtherFile? {
        let start = ReceivedText.repair(bytes.prefix(1024)).lowercased()
        guard let first = start.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }),
            first == "<"
        else { return nil }
        if start.contains("<svg") { return .svg }
        return start.contains("<html") || start.contains("<!doctype html") ? .html : nil
    }
}

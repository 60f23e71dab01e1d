import CQREncode

/// A QR code (ISO/IEC 18004) as the path of an SVG, which a template draws; no picture is stored.
struct QRCode: Sendable {
    /// The blank border that readers need around a symbol: four modules (ISO/IEC 18004 §9.1).
    private static let quietZone = 4

    /// The side of the drawing in modules, including the border.
    let size: Int
    /// The dark modules: a rectangle for each run in a row.
    let path: String

    /// The code of a text; nil if it is too long for one (2,331 bytes at this level).
    ///
    /// Medium error correction (15 %) is enough for screens: nothing covers or creases them.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        size = width + 2 * Self.quietZone
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                // The lowest bit of a module says whether it is dark.
                while column < width, modules[row * width + column] & 1 == 1 { column += 1 }
                let run = column - start
                if run > 0 {
                    path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(run)v1h-\(run)z"
                }
                column += 1
            }
        }
        self.path = path
    }
}

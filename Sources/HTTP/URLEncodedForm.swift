import Received

/// `application/x-www-form-urlencoded` (WHATWG URL Standard §5), as content or as a query; strict.
///
/// A value that cannot be read exactly is an error, never a guess: a guess would be stored.
package struct URLEncodedForm: Sendable {
    /// More fields than any form here has, and few enough to search through.
    package static let maximumFields = 1_000

    package let pairs: [(name: String, value: String)]

    package init(_ bytes: [UInt8]) throws(FormError) {
        try self.init(pieces: bytes.split(separator: UInt8(ascii: "&")))
    }

    /// Reads a query as it was sent; a missing one has no fields.
    package init(query: String?) throws(FormError) {
        try self.init(pieces: (query ?? "").utf8.split(separator: UInt8(ascii: "&")))
    }

    private init<Piece: Collection<UInt8>>(pieces: [Piece]) throws(FormError) {
        guard pieces.count <= URLEncodedForm.maximumFields else { throw .tooManyFields }
        var pairs: [(name: String, value: String)] = []
        pairs.reserveCapacity(pieces.count)
        for piece in pieces {
            let nameEnd = piece.firstIndex(of: ASCII.equals) ?? piece.endIndex
            let name = try URLEncodedForm.decode(piece[..<nameEnd])
            let value = try URLEncodedForm.decode(piece[nameEnd...].dropFirst())
            pairs.append((name, value))
        }
        self.pairs = pairs
    }

    /// The first value of that name.
    package func first(_ name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// Every value of that name, in order.
    package func all(_ name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }

    private static func decode(_ bytes: some Collection<UInt8>) throws(FormError) -> String {
        guard let decoded = PercentEncoding.decode(bytes: bytes, plusIsSpace: true) else {
            throw .badEscape
        }
        do {
            return try ReceivedText.read(decoded)
        } catch {
            throw FormError(error)
        }
    }
}

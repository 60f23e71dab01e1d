/// The cookies of a request (RFC 6265 §5.4). Pairs without a name are skipped. Of two with the
/// same name the first counts, which browsers send for the longer path.
package struct Cookies: Sendable {
    private var pairs: [(name: Substring, value: Substring)] = []

    /// From the values of all `Cookie` fields.
    package init(_ values: [String]) {
        for value in values {
            for piece in value.utf8.split(separator: ASCII.semicolon)
            where piece.contains(ASCII.equals) {
                var rest = piece
                let name = Substring(rest.takePiece(before: ASCII.equals).trimmingBlanks())
                guard !name.isEmpty else { continue }
                pairs.append((name, Cookies.unquoted(rest)))
            }
        }
    }

    package init(_ headers: Headers) {
        self.init(headers.all("Cookie"))
    }

    package subscript(_ name: String) -> String? {
        pairs.first { $0.name == name }.map { String($0.value) }
    }

    private static func unquoted(_ text: Substring.UTF8View) -> Substring {
        let value = text.trimmingBlanks()
        guard value.count >= 2, value.first == ASCII.quote, value.last == ASCII.quote else {
            return Substring(value)
        }
        return Substring(value.dropFirst().dropLast())
    }
}

/// The check of a `Host` field's value, or of an absolute target's authority.
///
/// RFC 9110 §7.2 and RFC 9112 §3.2: an invalid `Host` is a 400. The rule here is narrower than RFC
/// 3986's: names of letters, digits, `-._~`, IPv6 addresses in brackets, an optional port. A host
/// with "%", "@" or "," in it is an attempt to be read differently by two programs.
enum Authority {
    /// The highest port; so a port has at most five digits.
    private static let highestPort = 65_535

    static func isValid(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return false }
        let isBracketed = bytes[range.lowerBound] == UInt8(ascii: "[")
        let hostEnd: Int
        if isBracketed {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]"), in: range) else {
                return false
            }
            hostEnd = close + 1
            guard isIPv6(bytes, range.lowerBound + 1..<close) else { return false }
        } else {
            hostEnd = bytes.firstIndex(of: ASCII.colon, in: range) ?? range.upperBound
            let name = range.lowerBound..<hostEnd
            guard !name.isEmpty, bytes.isMade(of: .hostName, at: name) else { return false }
        }
        return isPort(bytes, hostEnd..<range.upperBound)
    }

    /// `[ ":" *DIGIT ]`: the colon may stand alone (RFC 3986 §3.2.3).
    private static func isPort(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return true }
        guard bytes[range.lowerBound] == ASCII.colon else { return false }
        let digits = range.lowerBound + 1..<range.upperBound
        guard !digits.isEmpty else { return true }
        guard digits.count <= 5, let port = bytes.decimal(at: digits) else { return false }
        return port <= highestPort
    }

    /// RFC 4291 §2.2: eight groups of up to four digits, one run of them left out as "::", the
    /// last two possibly written as an IPv4 address. No zone: those only mean something on one
    /// machine.
    private static func isIPv6(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let text = bytes.text(at: range)
        guard let gap = text.firstRange(of: "::") else {
            return groups(text, endsAddress: true) == 8
        }
        let (head, tail) = (text[..<gap.lowerBound], text[gap.upperBound...])
        guard !tail.contains("::"),
            let left = head.isEmpty ? 0 : groups(head, endsAddress: false),
            let right = tail.isEmpty ? 0 : groups(tail, endsAddress: true)
        else { return false }
        return left + right < 8
    }

    /// The number of 16-bit groups in the text; nil if it isn't groups between colons.
    private static func groups(_ text: some StringProtocol, endsAddress: Bool) -> Int? {
        let parts = text.utf8.split(separator: ASCII.colon, omittingEmptySubsequences: false)
        var count = 0
        for (position, part) in parts.enumerated() {
            if (1...4).contains(part.count), part.allSatisfy({ $0.hexValue != nil }) {
                count += 1
            } else if endsAddress, position == parts.count - 1, isIPv4(Array(part)) {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }

    private static func isIPv4(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                let span = part.span
                guard part.count <= 3, let number = span.decimal(at: 0..<span.count) else {
                    return false
                }
                return number <= 255
            }
    }
}

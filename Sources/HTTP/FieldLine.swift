/// One field line (RFC 9112 §5): `field-name ":" OWS field-value OWS`.
enum FieldLine {
    /// The ranges of name and value, counted from `origin`.
    ///
    /// A line that begins with a blank would be obs-fold, the continuation of the line before it;
    /// RFC 9112 §5.2 has a server refuse it. Only a token may come before the colon, not even a
    /// blank (§5.1).
    static func parse(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>,
        relativeTo origin: Int
    ) throws(RequestFailure) -> Headers.FieldIndex {
        guard let colon = bytes.firstIndex(of: ASCII.colon, in: line), colon > line.lowerBound,
            bytes.isMade(of: .token, at: line.lowerBound..<colon)
        else { throw .malformed("field name") }
        let value = bytes.trimmingBlanks(colon + 1..<line.upperBound)
        guard bytes.isMade(of: .fieldValue, at: value) else { throw .malformed("field value") }
        return Headers.FieldIndex(
            name: UInt32(line.lowerBound - origin)..<UInt32(colon - origin),
            value: UInt32(value.lowerBound - origin)..<UInt32(value.upperBound - origin)
        )
    }
}

/// Whether a client accepts a content coding (RFC 9110 §12.5.3).
package enum AcceptEncoding {
    /// `header` is the field's value, several joined by commas. Without the field only the plain
    /// content is sent: clients that don't send it often can't decode anything.
    package static func accepts(_ coding: String, header: String?) -> Bool {
        guard let header else { return false }
        var byStar = false
        for element in header.split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false)
            let name = String(parts[0].trimmingBlanks())
            if equalsIgnoringCase(name, coding) { return hasQuality(parts.dropFirst()) }
            if name == "*" { byStar = hasQuality(parts.dropFirst()) }
        }
        return byStar
    }

    /// Whether the weight is greater than zero: missing, or anything but `q=0`, `q=0.0`,
    /// `q=0.000`.
    static func hasQuality(_ parameters: ArraySlice<Substring>) -> Bool {
        for parameter in parameters {
            let text = parameter.trimmingBlanks()
            guard text.hasPrefix("q=") || text.hasPrefix("Q=") else { continue }
            return text.dropFirst(2).contains { ("1"..."9").contains($0) }
        }
        return true
    }
}

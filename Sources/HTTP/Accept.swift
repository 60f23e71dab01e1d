/// Whether a client accepts a media type (RFC 9110 §12.5.1).
package enum Accept {
    /// `header` is the field's value, several joined by commas. If the field is missing or empty,
    /// every type is accepted. Of the ranges that match, the most specific one counts; its
    /// parameters, except for the weight, are ignored.
    package static func accepts(_ type: String, _ subtype: String, header: String?) -> Bool {
        guard let header, header.contains(where: { $0 != " " && $0 != "\t" }) else { return true }
        var best = (specificity: -1, isAccepted: false)
        for element in header.split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false)
            let range = String(parts[0].trimmingBlanks())
            let specificity: Int
            if equalsIgnoringCase(range, "\(type)/\(subtype)") {
                specificity = 2
            } else if equalsIgnoringCase(range, "\(type)/*") {
                specificity = 1
            } else if range == "*/*" {
                specificity = 0
            } else {
                continue
            }
            if specificity > best.specificity {
                best = (specificity, AcceptEncoding.hasQuality(parts.dropFirst()))
            }
        }
        return best.isAccepted
    }
}

import HTTP

/// What a file is called when it is saved, with its type: whose it is, what is in it and of when, so that
/// files can be told apart in a folder.
struct FileName: Sendable, Equatable {
    /// In letters of ASCII, for whoever reads no others.
    let plain: String
    /// As people write it.
    let full: String

    /// `name` is somebody's or something's; the fallback stands for one without Latin letters. `rest`
    /// is what follows it, both ways.
    init(_ name: String, or fallback: String, _ rest: (plain: String, full: String)) {
        plain = "\(Slug.suggested(for: name, fallback: fallback))-\(rest.plain).csv"
        let words = Self.words(name)
        full = "\(words.isEmpty ? fallback : words)-\(rest.full).csv"
    }

    /// The header `Content-Disposition` of a file that is saved (RFC 6266 §4.3, RFC 8187 §3.2).
    var disposition: String {
        "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encodeComponent(full))"
    }

    /// The letters and digits of a name in small letters, joined by hyphens: nothing in it means
    /// anything to a file system.
    private static func words(_ name: String) -> String {
        var words = String.UnicodeScalarView()
        for scalar in name.lowercased().unicodeScalars {
            let properties = scalar.properties
            // A mark belongs to the letter before it.
            if properties.isAlphabetic || properties.numericType != nil
                || (properties.generalCategory == .nonspacingMark && !words.isEmpty)
            {
                words.append(scalar)
            } else if let last = words.last, last != "-", scalar != "'", scalar != "’" {
                words.append("-")
            }
        }
        if words.last == "-" { words.removeLast() }
        return String(words)
    }
}

import Received
import HTTP

/// The name of a saved file, with its type: whom it is about, its content and its days, so that
/// files can be told apart in a folder.
struct FileName: Sendable, Equatable {
    /// In ASCII, for programs that accept nothing else.
    let plain: String
    /// As people write it.
    let full: String

    /// `name` is that of a person or a thing; the fallback replaces one without Latin letters.
    /// `rest` is what follows it, in both forms.
    init(
        _ name: String,
        or fallback: String,
        _ rest: (plain: String, full: String)? = nil,
        ending: String = "csv"
    ) {
        let slug = Slug.suggested(for: name, fallback: fallback)
        let words = Self.words(name)
        func file(_ name: String, _ rest: String?) -> String {
            "\([name, rest].compactMap(\.self).joined(separator: "-")).\(ending)"
        }
        plain = file(slug, rest?.plain)
        full = file(words.isEmpty ? fallback : words, rest?.full)
    }

    /// The header `Content-Disposition` of a file that is saved (RFC 6266 §4.3, RFC 8187 §3.2).
    var disposition: String {
        "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encodeComponent(full))"
    }

    /// The letters and digits of a name in small letters, joined by hyphens: nothing in it has a
    /// meaning to a file system.
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
        return ReceivedText.joined(words)
    }
}

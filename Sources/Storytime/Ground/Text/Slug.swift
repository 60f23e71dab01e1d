import Received

/// A slug: the lowercase, hyphenated name that stands for a record in URLs and in the API.
enum Slug {
    /// The longest slug that a form accepts and the schema keeps.
    static let maximumLength = 100

    /// Whether the text is letters and digits in groups joined by single hyphens.
    static func isValid(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= maximumLength else { return false }
        return text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { group in
            !group.isEmpty && group.utf8.allSatisfy(isLetterOrDigit)
        }
    }

    /// The slug that a name suggests: accents are folded, and everything but letters and digits
    /// becomes a hyphen.
    ///
    /// A name without a single Latin letter or digit suggests the fallback.
    static func suggested(for name: String, fallback: String) -> String {
        var slug: [UInt8] = []
        // An apostrophe joins what it separates: "Grandma's" is one word.
        for byte in Folding.fold(name).utf8 where byte != UInt8(ascii: "'") {
            if isLetterOrDigit(byte) {
                slug.append(byte)
            } else if let last = slug.last, last != UInt8(ascii: "-") {
                slug.append(UInt8(ascii: "-"))
            }
            // Room for "-1234", in case the slug is taken.
            guard slug.count < maximumLength - 5 else { break }
        }
        if slug.last == UInt8(ascii: "-") { slug.removeLast() }
        return slug.isEmpty ? fallback : OwnText.decode(slug)
    }

    /// The first of `slug`, `slug-2`, `slug-3` … that is not taken.
    static func unique(_ slug: String, among taken: Set<String>) -> String {
        guard taken.contains(slug) else { return slug }
        var number = 2
        while taken.contains("\(slug)-\(number)") { number += 1 }
        return "\(slug)-\(number)"
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

import Received

/// Reads what catalogers write: dates, pages, series and subjects as they stand in their records.
///
/// They are other servers’ texts. Each is gone through once, or from its end; a regular expression that may divide
/// a text in many ways tries them all.
enum LibraryText {
    private typealias Scalars = Substring.UnicodeScalarView

    /// The year in “March 6, 2012”, “c1998” or “[2013?]”.
    static func year(in text: String) -> Int? {
        text.unicodeScalars.split { !isDigit($0) }.lazy.filter { $0.count == 4 }
            .compactMap { ReceivedNumber.integer(Substring($0), in: 1_400...2_999) }.first
    }

    /// The pages in “[32] p.” or “xii, 48 pages”.
    static func pages(in text: String) -> Int? {
        var rest = text.unicodeScalars[...]
        while let start = rest.firstIndex(where: isDigit) {
            rest = rest[start...]
            let number = rest.prefix(while: isDigit)
            rest = rest[number.endIndex...]
            let bracket = rest.first == "]" ? rest.dropFirst() : rest
            let unit = bracket.first { !$0.properties.isWhitespace }
            if number.count <= 4, unit == "p" || unit == "S" {
                return ReceivedNumber.integer(Substring(number))
            }
        }
        return nil
    }

    /// “Owls of Alder Wood ; bk. 2” is a name and a number. It is read from its end. A number that follows a name
    /// without any sign is part of it: “Area 51”.
    static func series(_ text: String) -> (name: String, number: String?) {
        let text = PlainText.trimmed(text)
        var rest = text.unicodeScalars[...]
        _ = cutEnd(of: &rest) { closers.contains($0) || $0.properties.isWhitespace }
        let digits = cutEnd(of: &rest, while: isDigit)
        let gap = cutEnd(of: &rest) { $0 == "#" || $0.properties.isWhitespace }
        var head = rest
        if head.last == "." { head.removeLast() }
        let word = Substring(cutEnd(of: &head, while: \.properties.isAlphabetic)).lowercased()
        let isNamed = volumes.contains(word) && head.last.map(isSignOrSpace) == true
        if isNamed { rest = head }
        guard isNamed || gap.contains("#") || rest.last.map(signs.contains) == true,
            digits.count <= 4, let number = ReceivedNumber.integer(Substring(digits))
        else { return (text, nil) }
        _ = cutEnd(of: &rest, while: isSignOrSpace)
        return rest.isEmpty ? (text, nil) : (String(Substring(rest)), String(number))
    }

    /// What stands between the name of a series and a number.
    private static let signs = Set("[;,:#(–—-".unicodeScalars)
    /// What stands behind it.
    private static let closers = Set(")].".unicodeScalars)

    private static let volumes: Set = [
        "no", "nr", "vol", "v", "bk", "bd", "t", "number", "volume", "book", "band", "part", "tome",
    ]

    private static func isSignOrSpace(_ scalar: Unicode.Scalar) -> Bool {
        signs.contains(scalar) || scalar.properties.isWhitespace
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Takes the longest end of which every part is so.
    private static func cutEnd(of text: inout Scalars, while isPart: (Unicode.Scalar) -> Bool)
        -> Scalars
    {
        let start = text.lastIndex { !isPart($0) }.map { text.index(after: $0) } ?? text.startIndex
        defer { text = text[..<start] }
        return text[start...]
    }

    /// The person whom a statement of responsibility names for a part: “A. Muster ; ill. B. Beispiel”.
    static func illustrator(in statement: String) -> String? {
        let roles: Set = [
            "illustrated", "illustrations", "pictures", "drawings", "drawn", "illus", "illus.",
            "ill.",
        ]
        return person(in: statement) { words in
            guard let first = words.first, roles.contains(first) else { return nil }
            return words.dropFirst().first.map(by.contains) == true ? 2 : 1
        }
    }

    static func translator(in statement: String) -> String? {
        let roles = [
            ["translated"], ["translated", "from", "the", "*"], ["übersetzt"], ["aus", "dem", "*"],
        ]
        return person(in: statement) { words in
            let role = roles.first { role in
                words.count > role.count && zip(role, words).allSatisfy { $0 == "*" || $0 == $1 }
                    && by.contains(words[words.startIndex + role.count])
            }
            return role.map { $0.count + 1 }
        }
    }

    private static let by: Set = ["by", "von"]

    /// Who follows the words of a role, which are told how many they are: up to a sign, or to an “and” that is about
    /// somebody else.
    private static func person(in statement: String, after role: (ArraySlice<String>) -> Int?)
        -> String?
    {
        let words = statement.split(separator: " ")
        let folded = words.map { $0.drop { "([".contains($0) }.lowercased() }
        let start = folded.indices.first { role(folded[$0...]) != nil }
        guard let start, let count = role(folded[start...]) else { return nil }
        var name: [Substring] = []
        for word in words[(start + count)...] {
            guard !["and", "und", "&"].contains(word) else { break }
            let part = word.prefix { !";,[](:".contains($0) }
            name.append(part)
            guard part.endIndex == word.endIndex else { break }
        }
        let text = PlainText.trimmed(name.joined(separator: " "))
        return text.isEmpty ? nil : text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// “Beispiel, B.” the way round that people say it.
    static func name(_ text: String) -> String {
        let parts = text.split(separator: ",").map { PlainText.trimmed(String($0)) }
        return parts.count == 2 ? "\(parts[1]) \(parts[0])" : text
    }

    // MARK: Subjects

    static let maximumTags = 8
    private static let maximumTagLength = 30

    /// The subjects that say what a book is about, as tags: without those that say that it is for
    /// children, or in which collection it is.
    static func tags(_ subjects: [String]) -> [String] {
        var tags: [String] = []
        for tag in subjects.compactMap(tag) where tags.count < maximumTags {
            if !tags.contains(where: { Folding.fold($0) == Folding.fold(tag) }) { tags.append(tag) }
        }
        return tags
    }

    private static func tag(_ subject: String) -> String? {
        let head = subject.split(separator: "--").first ?? ""
        let parts = head.split(separator: ",").map { PlainText.trimmed(String($0)) }
        guard let first = parts.first, parts.dropFirst().allSatisfy({ isKind(Folding.fold($0)) }),
            first.unicodeScalars.count <= maximumTagLength, !isKind(Folding.fold(first)),
            !first.contains(where: { $0.isNumber || ":=|()/".contains($0) })
        else { return nil }
        return first
    }

    private static func isKind(_ folded: String) -> Bool {
        kinds.contains(folded)
            || ["fiction", "literature", "stories", "books", "materials"].contains {
                folded.hasSuffix($0)
            }
            || ["accessible", "protected", "award", "reading level"].contains {
                folded.hasPrefix($0)
            }
    }

    private static let kinds: Set = [
        "general", "juvenile", "in library", "children", "pictorial works", "specimens", "readers",
        "toy and movable", "large type", "open library staff picks", "overdrive", "translations",
        "english language", "new york times bestseller",
    ]
}

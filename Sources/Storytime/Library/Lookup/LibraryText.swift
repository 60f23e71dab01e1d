import Received

/// Reads what catalogers write: dates, pages, series and subjects as they stand in their records.
enum LibraryText {
    /// The year in “March 6, 2012”, “c1998” or “[2013?]”.
    static func year(in text: String) -> Int? {
        text.matches(of: #/(?:^|\D)((?:1[4-9]|2\d)\d\d)(?!\d)/#).lazy.compactMap {
            ReceivedNumber.integer($0.1)
        }.first
    }

    /// The pages in “[32] p.” or “xii, 48 pages”.
    static func pages(in text: String) -> Int? {
        text.firstMatch(of: #/(\d{1,4})\]?\s*(?:p|S)/#).flatMap { ReceivedNumber.integer($0.1) }
    }

    /// “Owls of Alder Wood ; bk. 2” is a name and a number.
    static func series(_ text: String) -> (name: String, number: String?) {
        let text = PlainText.trimmed(text)
        // A number that follows a name without any sign is part of it: “Area 51”.
        let pattern =
            #/
            (.+?)\s*
            (?:[;,:\#(\[–—\-]+\s*(?:(?:no|nr|vol|v|bk|bd|t)\.?|number|volume|book|band|part|tome)?
            |\s(?:(?:no|nr|vol|v|bk|bd|t)\.?|number|volume|book|band|part|tome))
            \s*\#?\s*(\d{1,4})[)\].]*
            /#
        guard let match = text.wholeMatch(of: pattern.ignoresCase()),
            let number = ReceivedNumber.integer(match.2)
        else { return (text, nil) }
        return (PlainText.trimmed(String(match.1)), String(number))
    }

    /// The person whom a statement of responsibility names for a part: “A. Muster ; ill. B. Beispiel”.
    static func illustrator(in statement: String) -> String? {
        let role =
            #/(?:illustrat(?:ed|ions)|pictures|drawings|drawn|illus\.?|ill\.)(?: by| von)? /#
        return person(in: statement, after: role)
    }

    static func translator(in statement: String) -> String? {
        let role = #/(?:translated(?: from the \w+)?|übersetzt|aus dem \w+)(?: by| von) /#
        return person(in: statement, after: role)
    }

    private static func person(in statement: String, after role: Regex<Substring>) -> String? {
        guard let match = statement.firstMatch(of: role.ignoresCase()) else { return nil }
        let rest = statement[match.range.upperBound...].prefix { !";,[](:".contains($0) }
        // “and translated by …” is about somebody else.
        let name = rest.split(separator: #/ (?:and|und|&) /#, maxSplits: 1).first ?? rest
        let text = PlainText.trimmed(String(name))
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

import Received

/// What a book has to be recognized by in the name of a file.
struct BookTraits: Sendable, Equatable {
    let id: ID<Book>
    var title: String
    var originalTitle = ""
    var author = ""
    var series = ""
    var seriesNumber: Int?
    var isbn: ISBN?
}

/// A book that a file may be the video of, and how well the name fits.
struct BookMatch: Sendable, Equatable {
    /// How much to make of it.
    enum Certainty: Sendable, Equatable {
        case sure, maybe
    }

    let book: BookTraits
    /// Up to 100.
    let percent: Int
    var certainty: Certainty

    /// Names that fit worse than this are not worth a look.
    private static let leastPercent = 45
    private static let surePercent = 90
    /// Two books that fit nearly alike: only a person can tell.
    private static let tiePercent = 5
    /// Nobody reads more suggestions.
    static let most = 5

    /// The books that fit best, the best first.
    static func best(of books: [BookTraits], for name: VideoName) -> [BookMatch] {
        var matches = books.map { book in
            let percent = Int(clamping: (Fit(name, book).score * 100).rounded())
            return BookMatch(
                book: book,
                percent: percent,
                certainty: percent >= surePercent ? .sure : .maybe
            )
        }
        matches = matches.filter { $0.percent >= leastPercent }
            .sorted { ($1.percent, $0.book.id.value) < ($0.percent, $1.book.id.value) }
        if matches.count > 1, matches[0].percent - matches[1].percent < tiePercent,
            name.isbn == nil || matches[0].book.isbn != name.isbn
        {
            for index in matches.indices { matches[index].certainty = .maybe }
        }
        return Array(matches.prefix(most))
    }
}

/// How well the name of a file fits a book, from 0 to 1.
///
/// The words that both have count twice, against all words of both (Dice's coefficient); those that
/// say little, like articles, count little. The author's name in the name of the file confirms a
/// title and never stands against it.
private struct Fit {
    private let words: [String]
    private let name: VideoName
    private let book: BookTraits
    private let author: Set<String>
    private let series: Set<String>

    init(_ name: VideoName, _ book: BookTraits) {
        self.name = name
        self.book = book
        author = Set(Self.words(of: book.author))
        series = Set(Self.words(of: book.series))
        words = name.words.map(Self.loose)
    }

    var score: Double {
        if let isbn = book.isbn, isbn == name.isbn { return 1 }
        let titles = [book.title, Self.mainTitle(of: book.title), book.originalTitle]
        let best = titles.map { score(Self.words(of: $0)) }.max() ?? 0
        return max(best, seriesScore)
    }

    /// A title among the words of the name.
    private func score(_ title: [String]) -> Double {
        guard !title.isEmpty else { return 0 }
        // "raupe-nimmersatt" may be "Raupenimmersatt", and "Charlottes Web" has an apostrophe.
        let meaning = words.filter { title.contains($0) || !isIgnored($0) }
        if meaning.joined() == title.joined() { return hasAuthor ? 1 : 0.98 }
        // "Gruffalo" is "The Gruffalo", too.
        let (said, named) = (meaning.filter(Self.says), title.filter(Self.says))
        if !named.isEmpty, said.joined() == named.joined() { return hasAuthor ? 0.99 : 0.95 }
        return dice(title)
    }

    private func dice(_ title: [String]) -> Double {
        let whole = title.reduce(0) { $0 + Self.weight($1) }
        var left = words
        var found = 0.0
        for word in title {
            guard let index = left.firstIndex(where: { Self.isSame($0, word) }) else { continue }
            found += Self.weight(word) * (left[index] == word ? 1 : 0.9)
            left.remove(at: index)
        }
        guard found > 0 else { return 0 }
        let others = left.filter { !isIgnored($0) }.reduce(0) { $0 + Self.weight($1) }
        let fit = 2 * found / (whole + found + others)
        return min(1, fit + (hasAuthor ? 0.08 : 0)) * 0.98
    }

    /// "Owls 3" is the third book of that series, whatever its own title is.
    private var seriesScore: Double {
        guard let number = book.seriesNumber, name.numbers.contains(number), !series.isEmpty,
            series.filter(Self.says).allSatisfy({ word in
                words.contains { Self.isSame($0, word) }
            })
        else { return 0 }
        let title = Self.words(of: book.title)
        let others = words.filter { word in
            !isIgnored(word) && VideoName.number(word) != number
                && !title.contains { Self.isSame(word, $0) }
        }
        return others.isEmpty ? 0.95 : 0.7
    }

    private var hasAuthor: Bool {
        let title = Self.words(of: book.title)
        return author.contains { $0.count > 2 && words.contains($0) && !title.contains($0) }
    }

    /// What needs no explanation where the title hasn't it: the author, the series with its number, a
    /// number in front, a language, noise.
    private func isIgnored(_ word: String) -> Bool {
        if author.contains(word) || series.contains(word) || VideoName.isNoise(word) { return true }
        if let number = VideoName.number(word) {
            return number == book.seriesNumber || word == words.first
        }
        return isLanguage(word)
    }

    /// The name of a language, or its code at the end.
    private func isLanguage(_ word: String) -> Bool {
        if word.count == 2 { return word == words.last && LanguageNames.language(word) != nil }
        return word.count > 3 && LanguageTag(word) == nil && LanguageTag(named: word) != nil
    }

    // MARK: Words

    /// What stands before a subtitle.
    private static func mainTitle(of title: String) -> String {
        let end = title.firstIndex { ":–—(".contains($0) }
        return end.map { String(title[..<$0]) } ?? title
    }

    private static func words(of text: String) -> [String] { SearchWords(text).terms.map(loose) }

    /// "Maerchen" is "Märchen", which is folded to "marchen"; and "03" is "3".
    private static func loose(_ word: String) -> String {
        if let number = VideoName.number(word) { return String(number) }
        var text = ""
        for letter in word {
            if letter == "e", let last = text.last, "aou".contains(last) { continue }
            text.append(letter)
        }
        return text
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard one.count > 4, other.count > 4 else { return false }
        let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
        return NearWords.isNear(one[...], other[...], changes: 1)
    }

    /// Whether a word says more than an article does.
    private static func says(_ word: String) -> Bool { !little.contains(word) }

    private static func weight(_ word: String) -> Double {
        if little.contains(word) { return 0.25 }
        return VideoName.number(word) == nil ? 1 : 0.75
    }

    /// Articles and small words of the languages of picture books.
    private static let little: Set<String> = [
        "the", "a", "an", "of", "and", "in", "to", "for", "on", "at", "is", "der", "die", "das",
        "ein", "eine", "und", "von", "im", "am", "zu", "le", "la", "les", "un", "une", "de", "du",
        "des", "et", "el", "los", "las", "y", "en", "del", "il", "lo", "gli", "e", "di", "den",
        "det", "och", "ett", "het", "een", "van",
    ]
}

import Received

/// What the catalog may know of a book besides the fields that lists show of every book.
struct BookDetails: Sendable, Equatable {
    var originalTitle = ""
    var illustrator = ""
    var translator = ""
    var narrator = ""
    /// The name of the series that it belongs to; a new name makes a new series.
    var series = ""
    var seriesNumber: Int?
    var isbn: ISBN?
    /// In which this edition was published.
    var year: Int?
    var pageCount: Int?
    /// In the order of their folded names.
    var tags: [String] = []
}

/// One of those fields, by its name in forms, in files, in the API and in the history.
enum BookDetail: String, Sendable, CaseIterable {
    case originalTitle = "original_title"
    case illustrator, translator, narrator, series
    case seriesNumber = "series_number"
    case isbn, year
    case pageCount = "page_count"
    case tags

    /// The names of tags in one text: no tag has a comma or a bar in it.
    static let maximumTags = 30
    static let maximumTagLength = 50

    var label: String {
        switch self {
        case .originalTitle: "Original title"
        case .illustrator: "Illustrator"
        case .translator: "Translator"
        case .narrator: "Narrator"
        case .series: "Series"
        case .seriesNumber: "Number in the series"
        case .isbn: "ISBN"
        case .year: "Year"
        case .pageCount: "Pages"
        case .tags: "Tags"
        }
    }

    /// What the API's document and the description of files say of it.
    var meaning: String {
        switch self {
        case .originalTitle: "The title in the language in which it was written."
        case .illustrator: "Who drew the pictures."
        case .translator: "Who translated it."
        case .narrator: "Who reads it aloud in the video."
        case .series: "The name of the series that it belongs to. A new name creates a series."
        case .seriesNumber: "Its number in the series."
        case .isbn: "The ISBN: 10 or 13 digits, with or without hyphens; kept as 13 digits."
        case .year: "The year in which this edition was published."
        case .pageCount: "The number of pages of the printed book."
        case .tags: "Its tags."
        }
    }

    var spec: FieldSpec { Self.specs[self] ?? FieldSpec(name: rawValue, label: label) }

    private static let specs = Dictionary(uniqueKeysWithValues: allCases.map { ($0, makeSpec($0)) })

    private static func makeSpec(_ detail: BookDetail) -> FieldSpec {
        var spec = FieldSpec(
            name: detail.rawValue,
            label: detail.label,
            isRequired: false,
            maximumLength: 200,
            autocomplete: "off"
        )
        switch detail {
        case .originalTitle, .illustrator, .translator, .narrator: break
        case .series:
            spec.hint = "Choose a series from the list, or enter a new name to create one."
            spec.list = "series"
        case .seriesNumber:
            spec.kind = .number
            spec.range = 0...9999
        case .isbn:
            spec.hint = "10 or 13 digits, from the back of the book."
            spec.maximumLength = 40
            spec.isVerbatim = true
            spec.rule = complaint(aboutISBN:)
        case .year:
            spec.kind = .number
            spec.range = 1400...2999
        case .pageCount:
            spec.kind = .number
            spec.range = 1...9999
        case .tags:
            spec.hint = "Separate tags with commas, like “rhymes, winter”."
            spec.list = "tags"
            spec.maximumLength = maximumTags * (maximumTagLength + 2)
            spec.rule = complaint(aboutTags:)
        }
        return spec
    }

    private static func complaint(aboutISBN text: String) -> String? {
        do throws(ISBN.Problem) {
            _ = try ISBN(text)
            return nil
        } catch {
            return switch error {
            case .isNone: "“\(text)” isn’t an ISBN. An ISBN has 10 or 13 digits."
            case .wrongCheckDigit:
                "“\(text)” isn’t a valid ISBN: one of its digits is wrong. Check it against the book."
            }
        }
    }

    private static func complaint(aboutTags text: String) -> String? {
        let names = tags(in: text)
        if names.count > maximumTags { return "A book can have at most \(maximumTags) tags." }
        if text.contains("|") { return "Separate tags with commas, and leave out “|”." }
        return names.first { $0.unicodeScalars.count > maximumTagLength }.map {
            "The tag “\($0.prefix(20))…” is longer than \(maximumTagLength) characters."
        }
    }

    /// Each tag once, whatever its case and accents, in the order of their folded names.
    static func tags(in text: String, separator: Character = ",") -> [String] {
        tags(text.split(separator: separator).map { PlainText.trimmed(String($0)) })
    }

    static func tags(_ names: [String]) -> [String] {
        var found: [String: String] = [:]
        for name in names where !name.isEmpty {
            let key = Folding.fold(name)
            if found[key] == nil { found[key] = name }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: Values

    /// The value as a form shows it; empty if there is none.
    func text(of details: BookDetails) -> String {
        let text = { (number: Int?) in number.map { String($0) } ?? "" }
        return switch self {
        case .originalTitle: details.originalTitle
        case .illustrator: details.illustrator
        case .translator: details.translator
        case .narrator: details.narrator
        case .series: details.series
        case .seriesNumber: text(details.seriesNumber)
        case .isbn: details.isbn?.digits ?? ""
        case .year: text(details.year)
        case .pageCount: text(details.pageCount)
        case .tags: details.tags.joined(separator: ", ")
        }
    }

    /// Sets it to a text that its declaration accepts.
    func set(_ text: String, in details: inout BookDetails) {
        switch self {
        case .originalTitle: details.originalTitle = text
        case .illustrator: details.illustrator = text
        case .translator: details.translator = text
        case .narrator: details.narrator = text
        case .series: details.series = text
        case .seriesNumber: details.seriesNumber = ReceivedNumber.integer(text)
        case .isbn: details.isbn = try? ISBN(text)
        case .year: details.year = ReceivedNumber.integer(text)
        case .pageCount: details.pageCount = ReceivedNumber.integer(text)
        case .tags: details.tags = Self.tags(in: text)
        }
    }
}

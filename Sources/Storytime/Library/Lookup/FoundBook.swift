/// A book as a catalog elsewhere has it: what a form can take of it.
struct FoundBook: Sendable, Equatable {
    /// By the names of the form's fields, as a form shows them; only what the fields accept.
    private(set) var texts: [String: String] = [:]
    /// The name of its publisher.
    private(set) var publisher = ""
    var tags: [String] = []
    /// The address of a picture of its cover.
    var cover: String?
    /// The page about it.
    var page: String?
    /// A sentence about what could not be had.
    var note: String?

    /// Takes a text for a field if that accepts it, without the white space that files have in them.
    mutating func set(_ spec: FieldSpec, _ text: String?) {
        guard var text else { return }
        if spec.kind == .lines {
            text = PlainText.trimmed(PlainText.lines(of: text))
        } else {
            text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        guard !text.isEmpty, spec.complaint(about: text) == nil else { return }
        texts[spec.name] = text
    }

    mutating func set(_ detail: BookDetail, _ text: String?) { set(detail.spec, text) }

    mutating func set(publisher name: String?) {
        set(BookFields.newPublisher, name)
        publisher = texts.removeValue(forKey: BookFields.newPublisher.name) ?? ""
    }

    subscript(detail: BookDetail) -> String? { texts[detail.rawValue] }

    var isEmpty: Bool { texts.isEmpty }
}

/// One of the books that a search in a catalog elsewhere has found.
struct FoundTitle: Sendable, Equatable {
    /// By which the catalog is asked for its edition: “OLID:OL1M”.
    let key: String
    let title: String
    let authors: String
    let year: Int?
    let languages: [String]
    let editions: Int?
}

/// The first of those, and how many there are.
struct FoundTitles: Sendable, Equatable {
    let titles: [FoundTitle]
    let total: Int
}

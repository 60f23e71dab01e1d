/// The form of a book as programs fill it in.
extension BookForm: ProgramForm {
    /// No book is in so many categories; more keys than that are none of a catalog.
    private static let maximumCategories = 500
    static let statusName = "status"
    static let publisherName = "publisher_id"
    static let categoriesName = "category_ids"

    static let members: [FormMember] =
        basicMembers
        + BookDetail.allCases.map { detail in
            detail == .tags
                ? .texts(
                    detail.rawValue,
                    length: BookDetail.maximumTagLength,
                    upTo: BookDetail.maximumTags
                ) : .field(detail.spec)
        }

    private static let basicMembers: [FormMember] = [
        .field(BookFields.title), .field(BookFields.author), .field(BookFields.description),
        .field(BookFields.ageMin), .field(BookFields.ageMax), .field(BookFields.language),
        .id(publisherName), .choice(statusName, Book.Status.self, isRequired: false),
        .ids(categoriesName, upTo: maximumCategories), .flag("is_another"),
    ]

    static let meanings = basicMeanings.merging(
        BookDetail.allCases.map { ($0.rawValue, $0.meaning) }
    ) { $1 }

    private static let basicMeanings = [
        "title": "The title.",
        "author": "The author; empty if unknown.",
        "description": "The description that helps parents choose. Line breaks are kept.",
        "age_min": "The youngest age; null means no limit.",
        "age_max": "The oldest age; null means no limit.",
        "language": "A language tag like `en` or `pt-BR`, or null.",
        "publisher_id": "The id of its publisher, or null.",
        "status": "Families only see active books. New books are drafts by default.",
        "category_ids": "The ids of all its categories.",
        "is_another":
            "Send true if a book with this title and author, or this ISBN, exists and this is a different one.",
    ]

    /// The labels of the fields that a book has, by their names in the form.
    private static let labels: [(name: String, label: String)] =
        [
            BookFields.title, BookFields.author, BookFields.description, BookFields.ageMin,
            BookFields.ageMax, BookFields.language,
        ].map { ($0.name, $0.label) }
        + [(publisherName, "Publisher"), (statusName, "Status"), (categoriesName, "Categories")]
        + BookDetail.allCases.map { ($0.rawValue, $0.label) }

    static let names = labels.map(\.name)
    /// Of these a form sends any number.
    static let lists: Set = [categoriesName]

    static func labels(of names: [String]) -> [String] {
        labels.filter { names.contains($0.name) }.map(\.label)
    }

    /// The name of the field with this label.
    static func name(of label: String) -> String? {
        labels.first { $0.label == label }?.name
    }

    /// What was sent, with the choices made after a conflict, and the fields about which none was. Whoever
    /// keeps the other person's publisher adds no new one.
    static func choosing(_ sent: Fields) -> (fields: Fields, undecided: [String]) {
        let (fields, undecided) = FormMerge.choosing(sent)
        guard FormMerge.choice(of: publisherName, in: sent) == "theirs" else {
            return (fields, undecided)
        }
        let rest = fields.pairs.filter { $0.name != BookFields.newPublisher.name }
        return (Fields(rest), undecided)
    }

    static let example =
        #"{"title": "Owl at Dusk", "author": "Mira Sandberg", "age_min": 2, "age_max": 5, "#
        + #""language": "en", "publisher_id": 1, "category_ids": [1, 3], "status": "active"}"#

    static let change = #"{"age_max": 6}"#

    /// What a browser sends that shows the book as it is.
    static func pairs(
        _ book: Book,
        _ known: BookDetails,
        in links: [CategoryLink]
    ) -> [(name: String, value: String)] {
        let text = { (number: Int?) in number.map { String($0) } ?? "" }
        let texts = [
            (name: BookFields.title.name, value: book.title),
            (name: BookFields.author.name, value: book.author),
            (name: BookFields.description.name, value: book.description),
            (name: BookFields.ageMin.name, value: text(book.ages.minimum)),
            (name: BookFields.ageMax.name, value: text(book.ages.maximum)),
            (name: BookFields.language.name, value: book.language ?? ""),
            (name: publisherName, value: text(book.publisher?.id.value)),
            (name: statusName, value: book.status.rawValue),
        ]
        let details = BookDetail.allCases.map { (name: $0.rawValue, value: $0.text(of: known)) }
        return texts + details + links.map { (name: categoriesName, value: String($0.id.value)) }
    }
}

/// A category as books name it.
struct BookCategoryAnswer: NamedRecord {
    let link: CategoryLink

    static let schemaName = "BookCategory"
    static let example = BookCategoryAnswer(
        link: CategoryLink(
            id: ID(1),
            name: "Bedtime Stories",
            slug: "bedtime-stories",
            iconName: "moon.stars"
        )
    )

    static let json: [JSONField<BookCategoryAnswer>] = [
        .integer("id", "The category’s id.") { $0.link.id.value },
        .text("name", "Its name.") { $0.link.name },
        .text("slug", "Its slug in addresses.") { $0.link.slug },
    ]
}

/// A publisher as books name it.
struct BookPublisherAnswer: NamedRecord {
    let link: PublisherLink

    static let schemaName = "BookPublisher"
    static let example = BookPublisherAnswer(
        link: PublisherLink(id: ID(1), name: "Alder House")
    )

    static let json: [JSONField<BookPublisherAnswer>] = [
        .integer("id", "The publisher’s id.") { $0.link.id.value },
        .text("name", "Its name.") { $0.link.name },
    ]
}

extension Attention {
    /// Active books that can't be seen, or lack something which families look for. What none lacks is
    /// not there.
    static func books(_ list: BookList, _ audience: RightsAudience) throws -> [Attention] {
        try (rightless(audience) + lacks).compactMap { lack in
            let count = try list.count(lack.filter)
            guard count > 0 else { return nil }
            let books = Counted.text(count, "active book has", "active books have")
            return Attention(
                key: "books." + lack.key,
                amount: count,
                heading: "\(books) \(lack.what).",
                reason: lack.reason,
                href: BookListAddress(lack.filter).href
            )
        }
    }

    private typealias Lack = (key: String, filter: BookFilter, what: String, reason: String)

    private static func rightless(_ audience: RightsAudience) -> [Lack] {
        let missing = active { $0.rights = RightsFilter(state: .missing, audience: audience) }
        let reason = "Families can’t see a book without an open rights window."
        guard audience.hasFamilies else { return [("rights", missing, "no rights today", reason)] }
        let some = active { $0.rights = RightsFilter(state: .some, audience: audience) }
        return [
            ("rights", missing, "no rights today in any family’s country", reason),
            (
                "rights-in-part", some, "rights today in only some families’ countries",
                "Families can’t see a book without a window for their country."
            ),
        ]
    }

    private static let lacks: [Lack] = [
        (
            "video", active { $0.video = .unready }, "no ready video",
            "Families see them but can’t watch."
        ),
        (
            "category", active { $0.category = .missing }, "no category",
            "Families find books by category."
        ),
        ("cover", active { $0.hasCover = false }, "no cover", "A drawn cover is shown instead."),
        ("ages", active { $0.age = .unknown }, "no ages", "Families find books by age."),
    ]

    private static func active(_ narrow: (inout BookFilter) -> Void) -> BookFilter {
        var filter = BookFilter(status: .active)
        narrow(&filter)
        return filter
    }
}

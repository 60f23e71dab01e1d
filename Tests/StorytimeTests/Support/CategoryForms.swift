import Testing

@testable import Storytime

extension Console {
    /// The fields of the form of a category.
    static func categoryForm(
        _ name: String,
        slug: String = "",
        order: String = "",
        icon: String = "",
        version: String? = nil
    ) -> [(String, String)] {
        [("name", name), ("slug", slug), ("display_order", order), ("icon_name", icon)]
            + (version.map { [("version", $0)] } ?? [])
    }

    /// Sends the form of a new category.
    @discardableResult
    func create(_ fields: [(String, String)]) throws -> Answer {
        try post("/admin/categories", fields)
    }

    func newestCategory() throws -> Category {
        try #require(try categories.all().max { $0.id.value < $1.id.value })
    }
}

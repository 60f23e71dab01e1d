import SQLite
import Testing

extension BadInputTests {
    /// A form, the field that a hostile value goes into, and where it ends up when it is taken.
    struct Target: CustomTestStringConvertible {
        let path: String
        let field: String
        let fields: [(String, String)]
        /// The stored value; nil where nothing is stored.
        var stored: SQL?
        /// Puts back what a success changed.
        var cleanUp: SQL?

        var testDescription: String { "\(field) of \(path)" }
    }

    private static let category = [
        ("name", "Plain"), ("slug", ""), ("display_order", ""), ("icon_name", ""),
    ]
    private static let book = [("title", "Plain"), ("author", "Plain")]
    private static let publisher = [("name", "Plain"), ("slug", "")]
    private static let family = [("name", "Plain"), ("language", "en")]
    private static let child = [("name", "Plain"), ("birth_date", "2022-01-02")]
    private static let newPublishers: SQL = "DELETE FROM publishers WHERE id > 1"
    private static let window = [
        ("territory", "DE"), ("first_day", "2026-01-01"), ("last_day", "2026-12-31"), ("note", ""),
    ]
    private static let newWindows: SQL = "DELETE FROM rights_windows"
    private static let versioned = [("version", "1")]
    private static let firstVersions: SQL = "UPDATE categories SET version = 1"
    private static let firstBookVersions: SQL = "UPDATE books SET version = 1"
    private static let newCategories: SQL = "DELETE FROM categories WHERE id > 8"

    static let adminTargets = [
        Target(
            path: "/admin/categories",
            field: "name",
            fields: category,
            stored: "SELECT name FROM categories ORDER BY id DESC LIMIT 1",
            cleanUp: newCategories
        ),
        Target(
            path: "/admin/categories",
            field: "slug",
            fields: category,
            stored: "SELECT slug FROM categories ORDER BY id DESC LIMIT 1",
            cleanUp: newCategories
        ),
        Target(
            path: "/admin/categories",
            field: "display_order",
            fields: category,
            stored: "SELECT CAST(display_order AS TEXT) FROM categories ORDER BY id DESC LIMIT 1",
            cleanUp: newCategories
        ),
        Target(
            path: "/admin/categories",
            field: "icon_name",
            fields: category,
            cleanUp: newCategories
        ),
        Target(
            path: "/admin/categories/3",
            field: "name",
            fields: category + versioned,
            stored: "SELECT name FROM categories WHERE id = 3",
            cleanUp: firstVersions
        ),
        Target(
            path: "/admin/categories/3",
            field: "slug",
            fields: category + versioned,
            stored: "SELECT slug FROM categories WHERE id = 3",
            cleanUp: firstVersions
        ),
        Target(path: "/admin/categories/3", field: "version", fields: category),
        Target(path: "/admin/categories/3/move", field: "direction", fields: []),
        Target(path: "/admin/categories/order", field: "ids", fields: []),
        Target(
            path: "/admin/books",
            field: "title",
            fields: book,
            stored: "SELECT title FROM books ORDER BY id DESC LIMIT 1"
        ),
        Target(
            path: "/admin/books",
            field: "author",
            fields: book,
            stored: "SELECT author FROM books ORDER BY id DESC LIMIT 1"
        ),
        Target(path: "/admin/books", field: "category_ids", fields: book),
        Target(
            path: "/admin/books/1",
            field: "title",
            fields: book + versioned,
            stored: "SELECT title FROM books WHERE id = 1",
            cleanUp: firstBookVersions
        ),
        Target(path: "/admin/books/1", field: "version", fields: book),
        Target(
            path: "/admin/books/1/video/mux",
            field: "video_address",
            fields: [("video_address", "https://media.example/moon.mp4")]
        ),
        Target(
            path: "/admin/books/1/video/mux/asset",
            field: "mux_asset",
            fields: [("mux_asset", "asset-1")]
        ),
        Target(
            path: "/admin/publishers",
            field: "name",
            fields: publisher,
            stored: "SELECT name FROM publishers ORDER BY id DESC LIMIT 1",
            cleanUp: newPublishers
        ),
        Target(
            path: "/admin/publishers",
            field: "slug",
            fields: publisher,
            stored: "SELECT slug FROM publishers ORDER BY id DESC LIMIT 1",
            cleanUp: newPublishers
        ),
        Target(
            path: "/admin/publishers/1",
            field: "name",
            fields: publisher + versioned,
            stored: "SELECT name FROM publishers WHERE id = 1",
            cleanUp: "UPDATE publishers SET version = 1"
        ),
        Target(path: "/admin/publishers/1", field: "version", fields: publisher),
        Target(
            path: "/admin/families",
            field: "name",
            fields: family,
            stored: "SELECT name FROM families ORDER BY id DESC LIMIT 1",
            cleanUp: "DELETE FROM families WHERE id > 1"
        ),
        Target(path: "/admin/families", field: "language", fields: family),
        Target(path: "/admin/families/1", field: "version", fields: family),
        Target(
            path: "/admin/families/1/children",
            field: "name",
            fields: child,
            stored: "SELECT name FROM children ORDER BY id DESC LIMIT 1",
            cleanUp: "DELETE FROM children WHERE id > 1"
        ),
        Target(path: "/admin/families/1/children", field: "birth_date", fields: child),
        Target(
            path: "/admin/families/1/children/1",
            field: "name",
            fields: child + versioned,
            stored: "SELECT name FROM children WHERE id = 1",
            cleanUp: "UPDATE children SET version = 1"
        ),
        Target(path: "/admin/families/1/children/1", field: "shown_category_ids", fields: child),
        Target(path: "/admin/families/1/children/1/move", field: "family_id", fields: []),
        Target(
            path: "/admin/books/1/rights",
            field: "note",
            fields: window,
            stored: "SELECT note FROM rights_windows",
            cleanUp: newWindows
        ),
        Target(
            path: "/admin/books/1/rights",
            field: "first_day",
            fields: window,
            stored: "SELECT first_day FROM rights_windows",
            cleanUp: newWindows
        ),
        Target(
            path: "/admin/books/1/rights",
            field: "last_day",
            fields: window,
            stored: "SELECT last_day FROM rights_windows",
            cleanUp: newWindows
        ),
        Target(
            path: "/admin/books/1/rights",
            field: "territory",
            fields: window,
            stored: "SELECT territory FROM rights_windows",
            cleanUp: newWindows
        ),
        Target(
            path: "/account/keys",
            field: "name",
            fields: [("name", "Plain"), ("days", "30"), ("scopes", "read:catalog")],
            cleanUp: "DELETE FROM access_keys"
        ),
        Target(
            path: "/account/keys",
            field: "scopes",
            fields: [("name", "Plain"), ("days", "30")]
        ),
        Target(path: "/admin/books/1/video/inbox", field: "file", fields: []),
        Target(path: "/confirm", field: "kept_path", fields: [("password", "a guess")]),
        Target(
            path: "/confirm",
            field: "kept_body",
            fields: [("kept_path", "/admin/users/invitations"), ("password", "a guess")]
        ),
        Target(
            path: "/confirm",
            field: "back",
            fields: [
                ("kept_path", "/admin/users/invitations"), ("kept_body", ""),
                ("password", "a guess"),
            ]
        ),
    ]
}

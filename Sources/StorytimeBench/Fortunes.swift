import HTTP
import Quill
import SQLite

/// W8: a small page without a session.
enum FortunePages {
    static let index = { @Sendable (visit: Visit) throws -> Response in
        var fortunes = try visit.stores.fortunes.all()
        fortunes.append(Fortune(id: 0, message: "Additional fortune added at request time."))
        // By code points, which UTF-8 orders as bytes.
        fortunes.sort { $0.message.utf8.lexicographicallyPrecedes($1.message.utf8) }
        let page = Index(rows: fortunes)
        return .html(try visit.templates.fortunes.render(page, globals: NoGlobals()))
    }

    struct Index: Page {
        static let template = "fortunes.html"
        let rows: [Fortune]

        static let fields: [Field<Index>] = [.list("rows") { $0.rows }]
    }
}

/// A saying.
struct Fortune: Record {
    let id: Int
    let message: String

    static let fields: [Field<Fortune>] = [
        .int("id") { $0.id },
        .text("message") { $0.message },
    ]
}

/// Asks the database for fortunes.
struct FortuneStore {
    let database: Database

    func all() throws -> [Fortune] {
        try database.all("SELECT id, message FROM fortunes") {
            Fortune(id: try $0.int(0), message: try $0.text(1))
        }
    }
}

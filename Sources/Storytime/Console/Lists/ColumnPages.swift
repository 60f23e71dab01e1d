import HTTP
import Quill
import Received
import Server

/// The page on which people choose the columns of a list, and their order.
enum ColumnPages<Column: ListColumn> {
    static var path: String { Column.path + "/columns" }

    static func show(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        return try visit.page(
            ColumnsPage(
                path: path,
                title: Column.plural,
                list: query.text("list") ?? "",
                listPath: Column.path,
                rows: rows(try visit.chosenColumns())
            )
        )
    }

    static func save(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        guard let user = visit.session?.user.id else { throw Failure.notFound }
        var columns: [Column]?
        if !fields.isOn("usual") {
            columns = ordered(fields)
        }
        try visit.columns.choose(columns, by: user)
        let list = fields.text("list") ?? ""
        return try visit.redirect(
            to: list.isEmpty ? Column.path : Column.path + "?" + safe(list),
            notice: Flash(
                .good,
                columns == nil ? "The standard columns are back." : "Columns saved."
            )
        )
    }

    /// The chosen columns by the positions that were typed. One that was moved up comes before the one
    /// that had its position, one that was moved down after it, so that one number moves one column.
    private static func ordered(_ fields: Fields) -> [Column] {
        let rows = fields.pairs.map(\.name).filter { $0.hasPrefix("place-") }
        var places: [Column: (place: Int, index: Int)] = [:]
        let chosen = fields.all("columns").compactMap { Column(rawValue: $0) }
        for (index, column) in chosen.enumerated() {
            let name = "place-" + column.rawValue
            // Where it stood in the form; a program that names no positions sends its own order.
            let old = 1 + (rows.firstIndex(of: name) ?? rows.count + index)
            let typed = ReceivedNumber.integer(PlainText.trimmed(fields.text(name) ?? ""))
            // What is no position changes nothing.
            let place = typed.map { min(max($0, 0), rows.count + 1) } ?? old
            places[column] = (2 * place + (place - old).signum(), index)
        }
        return places.sorted { $0.value < $1.value }.map(\.key)
    }

    /// The query of a list, encoded anew: it leads nowhere else.
    private static func safe(_ query: String) -> String {
        guard let pairs = try? URLEncodedForm(query: query).pairs else { return "" }
        return PercentEncoding.encodeQuery(pairs)
    }

    /// Those that are shown first, in their order.
    private static func rows(_ chosen: [Column]) -> [ColumnRow] {
        let others = Column.allCases.filter { !chosen.contains($0) }
        return (chosen + others).enumerated().map { index, column in
            ColumnRow(
                name: column.rawValue,
                label: column.label,
                place: index + 1,
                isShown: index < chosen.count
            )
        }
    }
}

/// The columns of a list to choose from.
struct ColumnsPage: Page {
    static let template = "console/lists/columns.html"

    let path: String
    let title: String
    /// The list's query, to come back to.
    let list: String
    let listPath: String
    let rows: [ColumnRow]

    static let fields: [Field<ColumnsPage>] = [
        .text("action") { $0.path },
        .text("title") { $0.title },
        .text("list") { $0.list },
        .text("list_href") { $0.listPath },
        .list("rows") { $0.rows },
    ]
}

/// A column to choose.
struct ColumnRow: Record {
    let name: String
    let label: String
    /// From 1.
    let place: Int
    let isShown: Bool

    static let fields: [Field<ColumnRow>] = [
        .text("id") { "column-" + $0.name.replacing("_", with: "-") },
        .text("name") { $0.name },
        .text("label") { $0.label },
        .text("place") { String($0.place) },
        .bool("is_shown") { $0.isShown },
    ]
}

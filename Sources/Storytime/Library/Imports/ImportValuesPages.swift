import HTTP
import Quill
import Server

/// The page that says what is done with values of a file that the catalog doesn't know.
enum ImportValuesPages {
    static let routes = [
        get("/admin/imports/{id}/values", lane: .worker, show),
        post("/admin/imports/{id}/values", save),
    ]

    /// Of each column, as long as all columns are shown.
    private static let perColumn = 20
    private static let perPage = 50

    static func show(_ visit: Visit, _ id: ID<Import>) throws -> Response {
        let subject = try visit.imports.find(id)
        guard subject.state == .checked else { return try visit.redirect(to: subject.href) }
        return try visit.page(try page(visit, subject, try visit.query()))
    }

    static func save(_ visit: Visit, _ id: ID<Import>) throws -> Response {
        let fields = try visit.fields()
        let subject = try visit.imports.find(id)
        guard subject.state == .checked else { return try visit.redirect(to: subject.href) }
        var page = try page(visit, subject, fields)
        try page.form.read(fields, ImportRecordNames(database: visit.database))
        guard let chosen = page.form.chosen, !visit.isResumed else {
            return try visit.page(page, status: visit.formStatus)
        }
        guard chosen.contains(where: { $0.value.choice != $0.choice }) else {
            return try visit.redirect(to: subject.href)
        }
        _ = try visit.match(chosen, of: subject)
        return try visit.redirect(to: subject.href)
    }

    /// All columns, or a page of one; a form says in hidden fields which it was.
    private static func page(_ visit: Visit, _ subject: Import, _ query: Fields) throws
        -> ImportValuesPage
    {
        let store = ImportValueStore(database: visit.database, subject: subject.id)
        let counts = try store.counts()
        let column = query.text("column").flatMap(ImportColumn.init(rawValue:))
        let one = counts.first { $0.column == column }
        let pagination = Pagination(
            page: query.number("page") ?? 1,
            perPage: perPage,
            total: one?.all ?? 0
        )
        let columns = try (one.map { [$0] } ?? counts).map { count in
            let limit = one == nil ? perColumn : perPage
            let offset = one == nil ? 0 : pagination.offset
            return (
                count: count,
                values: try store.list(count.column, limit: limit, offset: offset)
            )
        }
        let options = ImportValueOptions(names: ImportRecordNames(database: visit.database))
        return ImportValuesPage(
            subject: subject,
            form: try ImportValuesForm(columns, options, visit.times),
            column: one?.column,
            pagination: pagination
        )
    }
}

/// What is done with values that the catalog doesn't know.
struct ImportValuesPage: Page {
    static let template = "library/imports/values.html"

    let subject: Import
    var form: ImportValuesForm
    /// The only column that is shown; nil for all.
    let column: ImportColumn?
    let pagination: Pagination

    private var path: String { subject.href + "/values" }

    static let fields: [Field<ImportValuesPage>] = [
        .text("file_name") { $0.subject.fileName },
        .text("href") { $0.subject.href },
        .text("action") { $0.path },
        .list("errors") { $0.form.errors },
        .list("sections") { page in
            page.form.sections.map { ImportValuesSection(section: $0, path: page.path) }
        },
        .optionalText("column") { $0.column?.rawValue },
        .text("page") { String($0.pagination.page) },
        .record("pagination") { page in
            page.pagination.view(
                path: page.path,
                query: page.column.map { [(name: "column", value: $0.rawValue)] } ?? []
            )
        },
    ]
}

/// The values of one column.
struct ImportValuesSection: Record {
    let section: ImportValuesForm.Section
    let path: String

    private var column: ImportColumn { section.column }

    static let fields: [Field<ImportValuesSection>] = [
        .text("id") { "values-" + $0.column.rawValue },
        .text("label") { $0.column.label },
        .list("rows") { $0.section.rows },
        .text("all_href") { "\($0.path)?column=\($0.column.rawValue)" },
        .int("count") { $0.section.count },
        .bool("has_more") { $0.section.count > $0.section.rows.count },
        .bool("is_cut") { $0.section.count >= ImportValueTally.maximumPerColumn },
    ]
}

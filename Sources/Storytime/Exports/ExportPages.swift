import HTTP
import Server

/// The lists of the console as CSV files: what the list shows, all pages of it, in its order.
///
/// They are begun in the slow lane, where their pieces are made as well.
enum ExportPages {
    static let routes = [
        get("/admin/books.csv", lane: .slow, scripts: .readCatalog, books),
        get("/admin/publishers.csv", lane: .slow, scripts: .readCatalog, publishers),
        get("/admin/categories.csv", lane: .slow, scripts: .readCatalog, categories),
        get("/admin/audit.csv", lane: .slow, scripts: .readAudit, audit),
        get("/admin/video_assets.csv", lane: .slow, scripts: .readCatalog, videos),
        get("/admin/families.csv", lane: .slow, scripts: .readLibrary, families),
    ]

    static func books(_ visit: Visit) throws -> Response {
        let request = try visit.asked(BookListAddress(visit.query())).request
        return try visit.csv(BookExport(run: try visit.bookList.run(request)))
    }

    static func publishers(_ visit: Visit) throws -> Response {
        let address = PublisherListAddress(try visit.query())
        return try visit.csv(try PublisherExport(address, visit.publishers))
    }

    static func categories(_ visit: Visit) throws -> Response {
        try visit.csv(try CategoryExport(visit.database))
    }

    static func videos(_ visit: Visit) throws -> Response {
        let request = VideoListAddress(try visit.query()).request
        return try visit.csv(try VideoExport(request, visit.videoList))
    }

    static func families(_ visit: Visit) throws -> Response {
        try visit.csv(try FamilyExport(FamilyListAddress(try visit.query()), visit.families))
    }

    static func audit(_ visit: Visit) throws -> Response {
        let log = AuditLog(visit.database, visit.now)
        let form = try AuditForm(try visit.query(), log, visit.times)
        if let complaint = form.complaint { throw Failure.badRequest(complaint) }
        return try visit.csv(try AuditExport(form.filter, from: visit.database))
    }
}

import HTTP
import SQLite

/// Expensive pages that were made before, on one thread: a page that the same person asks for
/// again at the same address is sent again as long as nothing at all has changed in the database.
///
/// That is the only condition: a page depends on the address, the person, the day and the
/// database, so while these are the same, so is the page. No feature has to say what its pages
/// depend on, and forgetting something can't make one stale. It belongs to its thread's renderer.
final class PageCache {
    /// What a page depends on, besides the database, the templates and the settings.
    private struct Key: Hashable {
        /// The person's name, role and family are in the database.
        let user: Int
        let path: String
        let query: String?
        /// The warning on the page of someone whose connection is unsafe.
        let warning: String?
        let isCompressed: Bool
    }

    /// Some 190 reports of a child on each event loop, or 1,000 compressed ones. When it is full,
    /// further pages are made each time, in less than a millisecond, and those that are kept stay:
    /// making room would empty it again and again for somebody who goes through more pages than fit.
    static let maximumBytes = 8 << 20
    private static let quarterSeconds = 900
    /// Roughly what a page takes besides its body: its headers and its key.
    private static let overheadBytes = 1000

    private var version: DatabaseVersion?
    /// The quarter of an hour in which the pages were made: in every time zone of today, days begin
    /// with one.
    private var quarter = 0
    private var pages: [Key: Response] = [:]
    private(set) var bytes = 0

    /// The page of a visit, made now if there is none.
    func page(_ visit: Visit, _ make: () throws -> Response) throws -> Response {
        // A notice is shown once; and in development, templates change.
        guard visit.flash == nil, !visit.site.configuration.isDevelopment,
            let user = visit.session?.user, let version = try visit.database.version()
        else { return try make() }
        let quarter = visit.now / Self.quarterSeconds
        if version != self.version || quarter != self.quarter {
            forgetAll()
            (self.version, self.quarter) = (version, quarter)
        }
        let key = Key(
            user: user.id.value,
            path: visit.request.path,
            query: visit.request.query,
            warning: visit.client.warning,
            isCompressed: Gzip.isAccepted(by: visit.request)
        )
        if let page = pages[key] { return page }
        var page = try make()
        page.compress(for: visit.request)
        // The version was read before the page was made: if something was committed meanwhile, the
        // next visit finds a newer version and forgets this page.
        keep(page, key)
        return page
    }

    private func forgetAll() {
        pages.removeAll(keepingCapacity: true)
        bytes = 0
    }

    private func keep(_ page: Response, _ key: Key) {
        guard page.status == .ok, page.headers["set-cookie"] == nil,
            case .bytes(let body) = page.body
        else { return }
        let size = body.count + key.path.utf8.count + Self.overheadBytes
        guard bytes + size <= Self.maximumBytes else { return }
        var page = page
        // In a block of its own size: compressed bytes come in one for the whole page.
        page.body = .bytes(body.withUnsafeBufferPointer { Array($0) })
        pages[key] = page
        bytes += size
    }
}

extension Visit {
    /// The page that `make` gives, or the one that it gave before if nothing has changed since. It
    /// may depend on the day, but not on the time.
    func kept(_ make: () throws -> Response) throws -> Response {
        try renderer.kept.page(self, make)
    }
}

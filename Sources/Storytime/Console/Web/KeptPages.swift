import HTTP
import SQLite

/// Pages that are expensive to make and were made before, on one thread: what is asked for again, by
/// the same person and at the same address, is sent again as long as nothing at all has changed in the
/// database.
///
/// That is all that has to be right about it: a page is made of the address, the person, the day and
/// the database, so while these are the same, so is the page. No feature has to say what its pages
/// depend on, and nothing that it forgets can make one stale. It belongs to its thread's renderer.
final class KeptPages {
    /// What a page is made of, besides the database, the templates and the settings.
    private struct Key: Hashable {
        /// Their name, their role and their family are in the database.
        let user: Int
        let path: String
        let query: String?
        /// What a page of someone who came by an unsafe way warns of.
        let warning: String?
        /// In which quarter of an hour: in every zone of today, days begin with one.
        let quarter: Int
        let isCompressed: Bool
    }

    /// Some 200 reports of a child on each event loop, or 1,000 compressed ones. When it is full it
    /// begins anew: whoever asks next is not known, and a page is made again in less than a
    /// millisecond.
    static let maximumBytes = 8 << 20
    private static let quarterSeconds = 900
    /// What a page takes besides its body, about: its headers and its key.
    private static let overheadBytes = 1000

    private var version: DatabaseVersion?
    private var pages: [Key: Response] = [:]
    private(set) var bytes = 0

    /// The page of a visit, made now if there is none.
    func page(_ visit: Visit, _ make: () throws -> Response) throws -> Response {
        // A notice is shown once; and in development, templates change.
        guard visit.flash == nil, !visit.site.configuration.isDevelopment,
            let user = visit.session?.user, let version = try visit.database.version()
        else { return try make() }
        if version != self.version { forgetAll(version) }
        let key = Key(
            user: user.id.value,
            path: visit.request.path,
            query: visit.request.query,
            warning: visit.client.warning,
            quarter: visit.now / Self.quarterSeconds,
            isCompressed: Gzip.isAccepted(by: visit.request)
        )
        if let page = pages[key] { return page }
        var page = try make()
        page.compress(for: visit.request)
        // The version is of before: what was committed while it was made, nobody will look for here.
        keep(page, key, version)
        return page
    }

    private func forgetAll(_ version: DatabaseVersion) {
        pages.removeAll(keepingCapacity: true)
        bytes = 0
        self.version = version
    }

    private func keep(_ page: Response, _ key: Key, _ version: DatabaseVersion) {
        guard page.status == .ok, page.headers["set-cookie"] == nil,
            case .bytes(let body) = page.body
        else { return }
        let size = body.count + key.path.utf8.count + Self.overheadBytes
        guard size <= Self.maximumBytes else { return }
        if bytes + size > Self.maximumBytes { forgetAll(version) }
        var page = page
        // In a block of its own size: what was compressed lies in one for the whole page.
        page.body = .bytes(body.withUnsafeBufferPointer { Array($0) })
        pages[key] = page
        bytes += size
    }
}

extension Visit {
    /// The page that `make` gives, or the one that it gave before if nothing has changed since. It may
    /// depend on the day, but on no hour.
    func kept(_ make: () throws -> Response) throws -> Response {
        try renderer.kept.page(self, make)
    }
}

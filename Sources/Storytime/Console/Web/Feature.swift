import Quill
import SQLite

/// A part of the console as a value: everything that the rest has to know about it. Each feature's
/// folder has one as its contents page, and `Program.features` is the list of all.
struct Feature: Sendable {
    /// The lines of the route table.
    var routes: [Route] = []
    /// Every page, so that its template is compiled before the first request.
    var pages: [any Page.Type] = []
    /// Pages of admins that have no entry in the navigation, for the menu of Ctrl-K.
    var quickLinks: [QuickLink] = []
    /// The entries of the navigation, in the order of features.
    var navigation: [NavigationEntry] = []
    /// The lists of admins that can be saved with a name, by their paths, and what they are called.
    var lists: [String: String] = [:]
    /// The records that the search everywhere finds.
    var search: [SearchKind] = []
    /// What needs an admin's attention, for the dashboard.
    var attention: [@Sendable (Visit) throws -> [Attention]] = []
    /// The kinds of background jobs.
    var jobs: [JobKind] = []
    /// The work of the caretaker.
    var upkeep: [Upkeep] = []
    /// The tables of a family's or a child's archive. A parent who reads it only sees the names of
    /// other parents; without a reader, it is for an admin.
    var archive: @Sendable (ArchiveSubject, _ reader: ID<User>?) -> [ArchiveTable] = { _, _ in [] }
    /// The other files of such an archive.
    var archiveFiles:
        @Sendable (ArchiveSubject, _ reader: ID<User>?, Configuration) -> [any ArchivePart] = {
            _,
            _,
            _ in []
        }
    /// Removes what says who a family or a child was from where their records don’t lead, before
    /// those go. It runs in the first transaction of the erasure, so it has to be quick.
    var erase: @Sendable (ArchiveSubject, Database) throws -> Void = { _, _ in }
    /// The rest of it, of which there may be much: it goes after that, before the records.
    var traces: [ErasedTraces] = []
    /// The pages that the audit log's entries about its records link to; nil without a page.
    var auditLinks: [Subject.Kind: @Sendable (AuditEntry) -> String?] = [:]
    /// The page that the entries of one bulk edit link to.
    var batchLink: (@Sendable (AuditEntry, _ now: Int) -> String?)?
    /// What parents can fill of its own, and the limits.
    var allowances: [Allowance] = []
    /// What of a family's share of the disk is its own.
    var files: [FamilyFiles] = []
    /// Its settings.
    var settings: [Setting] = []
    /// What it can't do without.
    var needs: [Need] = []
    /// Values that it keeps in memory for all threads, one of each type.
    var shared: @Sendable () -> [any Sendable] = { [] }
}

/// The features of a console together. Owned by the site.
struct Features: Sendable {
    private let all: [Feature]
    let jobs: [JobKind]
    let pages: [any Page.Type]
    private let auditLinks: [String: @Sendable (AuditEntry) -> String?]
    private let navigation: [NavigationEntry]
    /// What the menu of Ctrl-K offers besides the navigation.
    let quickLinks: [QuickLink]
    let lists: [String: String]

    init(_ all: [Feature]) {
        self.all = all
        jobs = all.flatMap(\.jobs)
        pages = all.flatMap(\.pages)
        navigation = all.flatMap(\.navigation)
        quickLinks = all.flatMap(\.quickLinks)
        lists = all.reduce(into: [:]) { $0.merge($1.lists) { $1 } }
        auditLinks = all.flatMap(\.auditLinks)
            .reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
    }

    /// The navigation for someone with this role, with the entry of the current path marked.
    /// Saved views stand under the list that they are of.
    func navigation(
        for role: Role,
        path: String,
        query: String = "",
        views: [SavedView] = []
    ) -> [NavItem] {
        let target = query.isEmpty ? path : path + "?" + query
        let entries = navigation.filter { $0.role == role }
        // Search results belong to no entry.
        let path = path == SearchPages.path ? "" : path
        // The longest address that the path starts with: /admin/books is Books, not Dashboard.
        let current = entries.indices
            .compactMap { index in entries[index].reach(path).map { (index, $0) } }
            .max { $0.1 < $1.1 }
        return entries.indices.map { index in
            let entry = entries[index]
            return NavItem(
                entry: entry,
                isCurrent: index == current?.0,
                views: views.filter { $0.path == entry.href }
                    .map { NavView(view: $0, isCurrent: $0.href == target) }
            )
        }
    }

    /// The page where someone's work begins.
    func home(of role: Role) -> String { navigation.first { $0.role == role }?.href ?? "/" }

    /// The kinds of records that are searched, in the order of the page.
    var search: [SearchKind] {
        let kinds = all.flatMap(\.search)
        return kinds.filter(\.isFirst) + kinds.filter { !$0.isFirst }
    }

    /// Items about families come first.
    func attention(_ visit: Visit) throws -> [Attention] {
        try all.reversed().flatMap(\.attention).flatMap { try $0(visit) }
    }

    var upkeep: [Upkeep] { all.flatMap(\.upkeep) }

    /// What the program needs and doesn't have now. It asks the file system, so it is for workers.
    func lacks(_ configuration: Configuration) -> [Lack] {
        all.flatMap(\.needs).flatMap { $0.lacks(configuration) }.merged()
    }

    var allowances: [Allowance] { all.flatMap(\.allowances) }

    var files: [FamilyFiles] { all.flatMap(\.files) }

    func archive(_ subject: ArchiveSubject, for reader: ID<User>?) -> [ArchiveTable] {
        all.flatMap { $0.archive(subject, reader) }
    }

    func archiveFiles(
        _ subject: ArchiveSubject,
        for reader: ID<User>?,
        _ configuration: Configuration
    ) -> [any ArchivePart] {
        all.flatMap { $0.archiveFiles(subject, reader, configuration) }
    }

    func erase(_ subject: ArchiveSubject, in database: Database) throws {
        for feature in all { try feature.erase(subject, database) }
    }

    var traces: [ErasedTraces] { all.flatMap(\.traces) }

    /// The page that an entry of the audit log links to.
    func href(of entry: AuditEntry) -> String? { auditLinks[entry.kind].flatMap { $0(entry) } }

    /// A bulk edit is shown, and undone, as a whole.
    func batchHref(of entry: AuditEntry, now: Int) -> String? {
        all.lazy.compactMap(\.batchLink).first.flatMap { $0(entry, now) }
    }

    func shared() -> SharedValues { SharedValues(all.flatMap { $0.shared() }) }
}

/// The values that features keep in memory for all threads: one of each type, made together with
/// the site.
struct SharedValues: Sendable {
    private let values: [ObjectIdentifier: any Sendable]

    init(_ values: [any Sendable]) {
        self.values = values.reduce(into: [:]) { $0[ObjectIdentifier(type(of: $1))] = $1 }
    }

    /// If no feature keeps a value of the type, that is a mistake in the program.
    subscript<Value: Sendable>(_ type: Value.Type) -> Value {
        guard let value = values[ObjectIdentifier(type)] as? Value else {
            preconditionFailure("no feature keeps \(type)")
        }
        return value
    }
}

/// A regular task of the caretaker.
struct Upkeep: Sendable {
    /// How often.
    enum Rhythm: Sendable {
        /// In each round, which is every 20 seconds.
        case eachRound
        /// Once an hour.
        case hourly
        /// Once an hour, and when the program starts.
        case hourlyAndAtStart
    }

    let rhythm: Rhythm
    let work: @Sendable (Site, Database, _ now: Int) throws -> Void

    init(
        _ rhythm: Rhythm,
        _ work: @escaping @Sendable (Site, Database, _ now: Int) throws -> Void
    ) {
        self.rhythm = rhythm
        self.work = work
    }
}

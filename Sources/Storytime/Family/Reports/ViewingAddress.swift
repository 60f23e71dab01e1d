import HTTP

/// The address of the list of a child's viewings: its days, one story among them, its page.
struct ViewingAddress {
    /// Longer texts are not ones that we made.
    private static let maximumCarriedBytes = 1000

    let form: ReportForm
    let child: ID<Child>
    let book: ID<Book>?
    private let page: Int

    init(_ query: Fields, _ scope: FamilyScope, _ child: ID<Child>, now: Int) {
        self.child = child
        book = query.text("book").flatMap { ID(pathSegment: $0[...]) }
        page = query.number("page").map { min(max($0, 1), 1_000_000) } ?? 1
        form = ReportForm(
            query,
            path: scope.viewingsPath(of: child),
            today: scope.family.today(now),
            usually: .thirtyDays,
            more: book.map { [("book", String($0.value))] } ?? []
        )
    }

    /// Reads the address that a form, or the address of Undo, contains.
    init(carriedBy fields: Fields, _ scope: FamilyScope, _ child: ID<Child>, now: Int) {
        let text = fields.text("list") ?? ""
        let pairs =
            text.utf8.count <= Self.maximumCarriedBytes
            ? try? URLEncodedForm(query: text).pairs : nil
        self.init(Fields(pairs ?? []), scope, child, now: now)
    }

    var filter: ViewingFilter {
        ViewingFilter(child: child, days: form.range.days, book: book)
    }

    var path: String { form.path }

    /// The address, for a form to contain.
    var carried: String {
        let place = page > 1 ? [(name: "page", value: String(page))] : []
        return PercentEncoding.encodeQuery(form.query + place)
    }

    var href: String { path + "?" + carried }

    /// The address of an action on one viewing, or on all of these days, which leads back here.
    func href(_ viewing: ID<Viewing>? = nil, act: String) -> String {
        let path = viewing.map { "\(self.path)/\($0)" } ?? self.path
        return "\(path)/\(act)?" + PercentEncoding.encodeQuery([("list", carried)])
    }
}

extension FamilyScope {
    /// The address of the list of a child's viewings.
    func viewingsPath(of child: ID<Child>) -> String { "\(childrenPath)/\(child)/viewings" }
}

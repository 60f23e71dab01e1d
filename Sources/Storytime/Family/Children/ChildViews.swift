import Quill

extension Child {
    /// The address of a child's page among an admin's.
    static func href(_ id: ID<Child>, of family: ID<Family>, _ act: String = "edit") -> String {
        "\(Family.href(family))/children/\(id)/\(act)"
    }
}

/// A child as a card on the page of their family.
struct ChildCard: Record {
    let child: Child
    let scope: FamilyScope
    /// The day that it is where the family lives.
    let today: CalendarDay
    /// For how long the child watched this week.
    let watchedMilliseconds: Int
    /// How many plays of this week were too short to count.
    let shortPlays: Int

    private var href: String { "\(scope.childrenPath)/\(child.id)" }

    static let fields: [Field<ChildCard>] = [
        .text("name") { $0.child.name },
        .text("avatar") { $0.child.avatar.rawValue },
        .text("age_text") { Age(bornOn: $0.child.birthDate, on: $0.today).text },
        .text("birth_text") { $0.child.birthDate.words },
        .text("birth_iso") { $0.child.birthDate.iso },
        .text("library_href") { $0.scope.libraryPath($0.child.id) },
        .text("week_href") { $0.scope.weekPath(of: $0.child.id) },
        .text("week_text") {
            Minutes(ofMS: $0.watchedMilliseconds).text + " this week"
        },
        .optionalText("short_text") {
            ReportNotes.leftOut($0.shortPlays, least: ReportForm.usualLeast)
        },
        .text("edit_href") { $0.href + "/edit" },
        .optionalText("kids_href") { $0.scope.isOnBehalf ? nil : $0.href + "/kids" },
        .optionalText("move_href") { $0.scope.isOnBehalf ? $0.href + "/move" : nil },
    ]
}

extension ChildCard {
    /// The children of a family, with what they watched this week.
    static func all(_ scope: FamilyScope, _ visit: Visit) throws -> [ChildCard] {
        let today = scope.family.today(visit.now)
        let report = UsageReport(
            database: visit.database,
            subject: .family(scope.family.id),
            leastClass: LengthClass.of(watchedMS: ReportForm.usualLeast * 1000)
        )
        let week = ReportRange(.thisWeek, today: today).days
        var watched: [ID<Child>: Int] = [:]
        for row in try report.children(of: scope.family.id, week) {
            if let id = row.id { watched[id] = row.figures.watchedMilliseconds }
        }
        let short = try report.shortPlays(week)
        return try visit.children.list(of: scope.family.id).map { child in
            ChildCard(
                child: child,
                scope: scope,
                today: today,
                watchedMilliseconds: watched[child.id] ?? 0,
                shortPlays: short[child.id] ?? 0
            )
        }
    }
}

/// A parent's children: where a parent starts.
struct ChildIndexPage: Page {
    static let template = "family/children/index.html"

    let family: Family
    let rows: [ChildCard]
    let removed: [BinnedChildRow]
    /// For whom skipping was turned on, as long as the parent has not read that.
    let skippingNews: [String]

    static let fields: [Field<ChildIndexPage>] = [
        .list("removed") { $0.removed },
        .text("family_name") { $0.family.name },
        .text("family_href") { _ in FamilySettingsPages.path },
        .text("kids_href") { _ in KidsSettingsPages.path },
        .list("rows") { $0.rows },
        .optionalText("skipping_news") {
            $0.skippingNews.isEmpty ? nil : Counted.list($0.skippingNews)
        },
    ]
}

/// What a parent sees whom no admin has put into a family yet.
struct NoFamilyPage: Page {
    static let template = "family/children/no-family.html"
    static let fields: [Field<NoFamilyPage>] = []
}

/// The form of a new child.
struct ChildNewPage: Page {
    static let template = "family/children/new.html"

    let scope: FamilyScope
    let form: ChildForm
    private let token: FormToken

    init(scope: FamilyScope, form: ChildForm) throws {
        self.scope = scope
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<ChildNewPage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .text("action") { $0.scope.childrenPath },
        .text("back_href") { $0.scope.childrenHref },
        .optionalText("behalf") { $0.scope.behalf },
    ]
}

/// The form of a child who is there.
struct ChildEditPage: Page {
    static let template = "family/children/edit.html"

    let child: Child
    let scope: FamilyScope
    let form: ChildForm
    /// The version that the form was made of; after a conflict the one that it is now.
    let version: VersionField
    var conflict: Conflict?

    static let fields: [Field<ChildEditPage>] = [
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
        .text("child_name") { $0.child.name },
        .text("action") { "\($0.scope.childrenPath)/\($0.child.id)" },
        .text("archive_href") { $0.scope.archivePath(of: $0.child.id) },
        .text("back_href") { $0.scope.childrenHref },
        .optionalText("behalf") { $0.scope.behalf },
        .text("version") { $0.version.shown },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

extension FamilyScope {
    /// For whom an admin acts, as their pages say it; nil for parents.
    var behalf: String? { isOnBehalf ? family.name : nil }

    /// Where everything that is kept of a child is saved: parents show first that it is them.
    func archivePath(of child: ID<Child>) -> String {
        "\(childrenPath)/\(child)/" + (isOnBehalf ? "export.zip" : "archive")
    }
}

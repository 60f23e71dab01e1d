import HTTP
import Quill
import Server

/// How parents take along everything that is kept of their family, or of one child.
///
/// Whoever finds an open screen doesn't get it: a page asks who it is, leads back to itself, and has the
/// file from then on, for as long as a proof holds (`ProofNeed.recently`).
enum ParentArchivePages {
    static let routes: [Route] = [
        get("/family/archive", for: .parent) { try show($0, nil) },
        post("/family/archive", for: .parent, confirms: .recently) { try prove($0, nil) },
        get("/family/export.tar", for: .parent, lane: .slow) { try export($0, nil) },
        get("/children/{id}/archive", for: .parent) { try show($0, $1) },
        post("/children/{id}/archive", for: .parent, confirms: .recently) { try prove($0, $1) },
        get("/children/{id}/export.tar", for: .parent, lane: .slow) { try export($0, $1) },
    ]

    static func show(_ visit: Visit, _ child: ID<Child>?) throws -> Response {
        let scope = try visit.family()
        return try visit.page(
            ParentArchivePage(
                family: scope.family,
                child: try child.map { try visit.children.find($0, of: scope.family.id) },
                isProven: !isProofMissing(visit)
            )
        )
    }

    static func prove(_ visit: Visit, _ child: ID<Child>?) throws -> Response {
        let scope = try visit.family()
        if let child { _ = try visit.children.find(child, of: scope.family.id) }
        return try visit.redirect(
            to: path(child),
            notice: Flash(
                .good,
                "Thank you. You can save the file here for \(ProofNeed.seconds / 60) minutes."
            )
        )
    }

    static func export(_ visit: Visit, _ child: ID<Child>?) throws -> Response {
        let scope = try visit.family()
        let subject: ArchiveSubject =
            child.map { .child($0, of: scope.family.id) } ?? .family(scope.family.id)
        if let child { _ = try visit.children.find(child, of: scope.family.id) }
        guard !isProofMissing(visit) else { return try visit.redirect(to: path(child)) }
        return try ArchivePages.export(visit, subject, scope, for: visit.session?.user.id)
    }

    static func path(_ child: ID<Child>?) -> String {
        child.map { "\(ChildPages.path)/\($0)/archive" } ?? FamilySettingsPages.path + "/archive"
    }

    private static func isProofMissing(_ visit: Visit) -> Bool {
        ProofNeed.recently.isMissing(visit.session, now: visit.now)
    }
}

/// The page from which a parent takes everything along.
struct ParentArchivePage: Page {
    static let template = "families/archive.html"

    let family: Family
    /// The child whom it is about; nil is the whole family.
    let child: Child?
    /// Whether it is certain that it is them.
    let isProven: Bool

    private var back: (href: String, label: String) {
        child.map { ("\(ChildPages.path)/\($0.id)/edit", $0.name) }
            ?? (FamilySettingsPages.path, "Your family")
    }

    private var exportHref: String {
        child.map { "\(ChildPages.path)/\($0.id)/export.tar" }
            ?? FamilySettingsPages.path + "/export.tar"
    }

    static let fields: [Field<ParentArchivePage>] = [
        .text("name") { $0.child?.name ?? $0.family.name },
        .bool("is_family") { $0.child == nil },
        .bool("is_proven") { $0.isProven },
        .text("action") { ParentArchivePages.path($0.child?.id) },
        .text("export_href") { $0.exportHref },
        .text("back_href") { $0.back.href },
        .text("back_label") { $0.back.label },
    ]
}

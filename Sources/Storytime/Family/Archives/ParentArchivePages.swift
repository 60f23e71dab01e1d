import HTTP
import Quill
import Server

/// How parents download everything that is kept about their family, or one child.
///
/// Somebody who finds an unlocked screen doesn't get it: a page asks them to confirm who they are,
/// returns to itself, and from then on has the file, as long as a proof is valid
/// (`ProofNeed.recently`).
enum ParentArchivePages {
    static let routes: [Route] = [
        get("/family/archive", for: .parent) { try show($0, nil) },
        post("/family/archive", for: .parent, confirms: .recently) { try prove($0, nil) },
        get("/family/export.zip", for: .parent, lane: .slow) { try export($0, nil, .zip) },
        get("/family/export.tar", for: .parent, lane: .slow) { try export($0, nil, .tar) },
        get("/children/{id}/archive", for: .parent) { try show($0, $1) },
        post("/children/{id}/archive", for: .parent, confirms: .recently) { try prove($0, $1) },
        get("/children/{id}/export.zip", for: .parent, lane: .slow) { try export($0, $1, .zip) },
        get("/children/{id}/export.tar", for: .parent, lane: .slow) { try export($0, $1, .tar) },
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

    private static func export(_ visit: Visit, _ child: ID<Child>?, _ format: ArchiveFormat) throws
        -> Response
    {
        let scope = try visit.family()
        let subject: ArchiveSubject =
            child.map { .child($0, of: scope.family.id) } ?? .family(scope.family.id)
        if let child { _ = try visit.children.find(child, of: scope.family.id) }
        guard !isProofMissing(visit) else { return try visit.redirect(to: path(child)) }
        return try ArchivePages.export(
            visit,
            subject,
            scope,
            as: format,
            for: visit.session?.user.id
        )
    }

    static func path(_ child: ID<Child>?) -> String {
        child.map { "\(ChildPages.path)/\($0)/archive" } ?? FamilySettingsPages.path + "/archive"
    }

    private static func isProofMissing(_ visit: Visit) -> Bool {
        ProofNeed.recently.isMissing(visit.session, now: visit.now)
    }
}

/// The page from which a parent downloads everything.
struct ParentArchivePage: Page {
    static let template = "family/families/archive.html"

    let family: Family
    /// The child that it is about; nil for the whole family.
    let child: Child?
    /// Whether they have confirmed who they are.
    let isProven: Bool

    private var back: (href: String, label: String) {
        child.map { ("\(ChildPages.path)/\($0.id)/edit", $0.name) }
            ?? (FamilySettingsPages.path, "Your family")
    }

    private var exportHref: String {
        child.map { "\(ChildPages.path)/\($0.id)/export.zip" }
            ?? FamilySettingsPages.path + "/export.zip"
    }

    static let fields: [Field<ParentArchivePage>] = [
        .text("owner") { $0.child.map { Possessive.text($0.name) } ?? "your family’s" },
        .bool("is_family") { $0.child == nil },
        .bool("is_proven") { $0.isProven },
        .text("action") { ParentArchivePages.path($0.child?.id) },
        .text("export_href") { $0.exportHref },
        .text("back_href") { $0.back.href },
        .text("back_label") { $0.back.label },
    ]
}

import HTTP
import Quill
import SQLite
import Server

/// Downloading everything that is kept about a family or a child, and erasing it.
///
/// Erasing asks for two things: the name, to be typed, and a proof of who is asking.
enum ArchivePages {
    static let routes: [Route] =
        [
            get("/admin/families/{id}/export.zip", lane: .slow) { try family($0, $1, .zip) },
            get("/admin/families/{id}/export.tar", lane: .slow) { try family($0, $1, .tar) },
            get("/admin/families/{id}/children/{id}/export.zip", lane: .slow) {
                try child($0, $1, $2, .zip)
            },
            get("/admin/families/{id}/children/{id}/export.tar", lane: .slow) {
                try child($0, $1, $2, .tar)
            },
            get("/admin/families/{id}/erase") { (visit, id: ID<Family>) in
                try ask(visit, .family(id), try visit.family(id))
            },
            post("/admin/families/{id}/erase", lane: .slow, confirms: .everyTime) {
                (visit, id: ID<Family>) in
                try erase(visit, .family(id), try visit.family(id))
            },
        ]
        + familyPage("/children/{id}/erase") { (visit, scope, id: ID<Child>) in
            try ask(visit, .child(id, of: scope.family.id), scope)
        }
        + familyForm("/children/{id}/erase", lane: .slow, confirms: .everyTime) {
            (visit, scope, id: ID<Child>) in
            try erase(visit, .child(id, of: scope.family.id), scope)
        }

    private static func family(_ visit: Visit, _ id: ID<Family>, _ format: ArchiveFormat) throws
        -> Response
    {
        try export(visit, .family(id), try visit.family(id), as: format)
    }

    private static func child(
        _ visit: Visit,
        _ family: ID<Family>,
        _ id: ID<Child>,
        _ format: ArchiveFormat
    ) throws -> Response {
        try export(visit, .child(id, of: family), try visit.family(family), as: format)
    }

    /// The log says who downloaded personal data, although nothing was changed.
    static func export(
        _ visit: Visit,
        _ subject: ArchiveSubject,
        _ scope: FamilyScope,
        as format: ArchiveFormat,
        for reader: ID<User>? = nil
    ) throws -> Response {
        let record = try Named(subject, scope, visit)
        // A child in the bin is erased or restored; until then only its family's archive has it.
        guard !record.isBinned else { throw Failure.notFound }
        if visit.request.method == .get {
            try visit.database.write {
                try AuditLog(visit.database, visit.now)
                    .write(visit.actor, "exported", record.subject, [])
            }
        }
        let name = "\(subject.fileName)-\(visit.times.isoDay(visit.now)).\(format.rawValue)"
        return Response(
            headers: Headers([
                ("Content-Type", format.contentType),
                ("Content-Disposition", "attachment; filename=\"\(name)\""),
            ]),
            body: .chunks(
                FamilyArchive(
                    subject,
                    as: format,
                    for: reader,
                    visit.site,
                    now: visit.now
                )
            )
        )
    }

    static func ask(_ visit: Visit, _ subject: ArchiveSubject, _ scope: FamilyScope) throws
        -> Response
    {
        let record = try Named(subject, scope, visit)
        return try visit.page(ErasePage(record: record, form: EraseForm()))
    }

    static func erase(_ visit: Visit, _ subject: ArchiveSubject, _ scope: FamilyScope) throws
        -> Response
    {
        let record = try Named(subject, scope, visit)
        let form = EraseForm(try visit.fields(), record.name)
        guard form.isRight else {
            return try visit.page(ErasePage(record: record, form: form), status: 422)
        }
        let eraser = Eraser(
            database: visit.database,
            features: visit.site.features,
            now: visit.now
        )
        try eraser.erase(subject, by: visit.actor)
        let isDone = try eraser.isDone(with: subject)
        return try visit.redirect(
            to: record.afterHref,
            notice: Flash(.good, isDone ? record.erasedText : record.beingErasedText)
        )
    }
}

/// A family or a child, with the name that people know.
struct Named: Sendable {
    let subject: Subject
    let name: String
    let isFamily: Bool
    /// Whether it is a child who is in the bin.
    let isBinned: Bool
    /// Its own page.
    let href: String
    /// What an erasure removes with it.
    let parents: Int
    let children: Int
    private let scope: FamilyScope

    init(_ subject: ArchiveSubject, _ scope: FamilyScope, _ visit: Visit) throws {
        self.scope = scope
        let family = scope.family
        let binned = try visit.children.binned(of: family.id)
        switch subject {
        case .family:
            self.subject = family.subject
            name = family.name
            isFamily = true
            isBinned = false
            href = scope.isOnBehalf ? family.href : FamilySettingsPages.path
            (parents, children) = (family.parentCount, family.childCount + binned.count)
        case .child(let id, let family):
            let child = try visit.children.findKept(id, of: family)
            self.subject = child.subject
            name = child.name
            isFamily = false
            isBinned = binned.contains { $0.child.id == id }
            href = isBinned ? scope.childrenHref : "\(scope.childrenPath)/\(id)/edit"
            (parents, children) = (0, 1)
        }
    }

    /// What is said once nothing is left of it.
    var erasedText: String {
        "All of the \(isFamily ? "family" : "child")’s data has been erased."
    }

    /// What is said as long as the caretaker still has to remove the rest.
    var beingErasedText: String {
        (isFamily
            ? "The family is gone for everybody. Its" : "The child is gone for everybody. Their")
            + " data is being erased, which can take some minutes."
    }

    /// A page that exists after it is gone.
    var afterHref: String {
        guard scope.isOnBehalf else { return scope.childrenHref }
        return isFamily ? FamilyListAddress.path : scope.family.href
    }

    /// The address for erasing it.
    var action: String {
        isFamily ? href + "/erase" : "\(scope.childrenPath)/\(subject.id ?? 0)/erase"
    }
}

/// The form in which people type the name of what they want to erase.
struct EraseForm: Record {
    private(set) var name: FormField
    /// Whether it is the right name, ignoring case and accents.
    private(set) var isRight = false

    private static let spec = FieldSpec(
        name: "typed_name",
        label: "Name",
        hint: "Type the name shown above to confirm.",
        maximumLength: 100,
        autocomplete: "off"
    )

    init() {
        name = FormField(Self.spec)
    }

    init(_ fields: Fields, _ expected: String) {
        name = FormField(Self.spec, fields)
        guard let typed = name.value else { return }
        isRight = Folding.fold(typed) == Folding.fold(expected)
        if !isRight { name.reject("The name doesn’t match. Type it exactly as shown above.") }
    }

    static let fields: [Field<EraseForm>] = [.record("name") { $0.name }]
}

/// The question before everything about a family or a child is erased.
struct ErasePage: Page {
    static let template = "family/families/erase.html"

    let record: Named
    let form: EraseForm

    static let fields: [Field<ErasePage>] = [
        .text("name") { $0.record.name },
        .text("href") { $0.record.href },
        .text("action") { $0.record.action },
        .bool("is_family") { $0.record.isFamily },
        .int("parents_count") { $0.record.parents },
        .int("children_count") { $0.record.children },
        .record("form") { $0.form },
        .list("errors") { [$0.form.name].errors },
    ]
}

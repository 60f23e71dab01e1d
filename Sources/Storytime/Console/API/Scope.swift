/// What the bearer of an access key may do.
///
/// There are only a few, so that people who create a key can read them; each is a part of the
/// console with everything that belongs to it. A scope grants nothing that its owner's role
/// doesn't have.
enum Scope: String, Sendable, CaseIterable {
    case readCatalog = "read:catalog"
    case writeCatalog = "write:catalog"
    case readLibrary = "read:library"
    case writeLibrary = "write:library"
    case readUsage = "read:usage"
    case writeUsage = "write:usage"
    case readAudit = "read:audit"

    /// What it allows, in words for its owner.
    var meaning: String {
        switch self {
        case .readCatalog: "Read the catalog: books, categories, publishers, rights and videos"
        case .writeCatalog: "Change the catalog: books, categories, publishers, rights and videos"
        case .readLibrary: "Read families, children and their libraries"
        case .writeLibrary: "Change children, their libraries and their place in each story"
        case .readUsage: "Read viewing reports"
        case .writeUsage: "Report what was watched"
        case .readAudit: "Read the audit log"
        }
    }

    /// The scopes that are of any use to a role.
    static func all(for role: Role) -> [Scope] {
        switch role {
        case .admin: [.readCatalog, .writeCatalog, .readLibrary, .readUsage, .readAudit]
        case .parent: [.readCatalog, .readLibrary, .writeLibrary, .readUsage, .writeUsage]
        }
    }
}

import SQLite

/// The order of the list of families, as its address spells it.
enum FamilyOrder: String, NamedListOrder {
    case name
    case nameDescending = "-name"
    case children
    case childrenDescending = "-children"
    case added
    case addedDescending = "-added"

    static let path = "/admin/families"

    var columns: SQL {
        switch self {
        case .name: "f.name_key, f.id"
        case .nameDescending: "f.name_key DESC, f.id DESC"
        case .children: "f.child_count, f.name_key, f.id"
        case .childrenDescending: "f.child_count DESC, f.name_key DESC, f.id DESC"
        case .added: "f.created_at, f.id"
        case .addedDescending: "f.created_at DESC, f.id DESC"
        }
    }
}

typealias FamilyListAddress = NamedListAddress<FamilyOrder>

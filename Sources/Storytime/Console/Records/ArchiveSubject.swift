/// Whose data an archive holds, or an erasure removes.
enum ArchiveSubject: Sendable, Equatable {
    case family(ID<Family>)
    case child(ID<Child>, of: ID<Family>)

    var family: ID<Family> {
        switch self {
        case .family(let family), .child(_, let family): family
        }
    }

    /// How the archive, and the folder in it, is called: a number, because a name may be anything.
    var fileName: String {
        switch self {
        case .family(let id): "storytime-family-\(id)"
        case .child(let id, _): "storytime-child-\(id)"
        }
    }
}

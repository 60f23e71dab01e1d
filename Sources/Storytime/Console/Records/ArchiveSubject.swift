/// The subject of an archive, or of an erasure.
enum ArchiveSubject: Sendable, Equatable {
    case family(ID<Family>)
    case child(ID<Child>, of: ID<Family>)

    var family: ID<Family> {
        switch self {
        case .family(let family), .child(_, let family): family
        }
    }

    /// The name of the archive, and of the folder in it: a number, because a name may be anything.
    var fileName: String {
        switch self {
        case .family(let id): "storytime-family-\(id)"
        case .child(let id, _): "storytime-child-\(id)"
        }
    }
}

/// Whose work a job is. In a lane, owners take turns: whoever asks for a little doesn’t wait until all is
/// done that somebody else has asked for.
enum JobOwner: Sendable {
    case family(ID<Family>)
    /// Everybody's books and videos, and the console itself. Each kind of its jobs has turns of its own,
    /// so that a cover doesn't wait for a thousand lengths of videos.
    case library

    /// As the table of jobs has it.
    func name(for kind: JobKind) -> String {
        switch self {
        case .family(let id): "family \(id)"
        case .library: kind.name
        }
    }
}

/// The name of one of the console's own backups, as an address has it: nothing else in the folder,
/// and nothing outside it, can be named.
struct BackupName: PathParameter, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init?(pathSegment: Substring) {
        guard Backups.time(in: String(pathSegment)) != nil else { return nil }
        description = String(pathSegment)
    }
}

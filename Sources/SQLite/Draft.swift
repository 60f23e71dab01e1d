import CSQLite
import CSQLiteDraft
import Glibc

/// A database in the making: a file that has no name until it is complete and on the disk, so that
/// nothing of it is left if the program is killed meanwhile.
///
/// On a file system without such files (NFS, some of FUSE's) it has a hidden name instead, and a
/// lock that ends with the program: the next draft for the same target removes what was left
/// there.
///
/// SQLite opens files by their names. It reaches a file without a name through a file system of
/// our own, by the descriptor (`CSQLiteDraft`).
final class Draft {
    private let target: String
    private let descriptor: Int32
    /// Whether there is a hidden name, which we must remove.
    private var hasHiddenName: Bool

    /// Makes an empty file, which only its owner can read, in the target's folder.
    init(for target: String, isNameless: Bool = true) throws(SQLiteError) {
        self.target = target
        let hidden = Self.hiddenName(of: target)
        try Self.removeAbandoned(hidden)
        let nameless = isNameless ? try Self.openNameless(in: Files.folder(of: target)) : nil
        hasHiddenName = nameless == nil
        if let nameless {
            descriptor = nameless
        } else {
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            descriptor = open(hidden, flags, 0o600)
            guard descriptor >= 0 else { throw Files.failure("make", hidden) }
        }
        // The lock on a hidden name says that somebody is using it.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit {
        if hasHiddenName { Files.remove(Self.hiddenName(of: target)) }
        close(descriptor)
    }

    /// The draft as a database, for one connection at a time.
    func database(isReadOnly: Bool = false) throws(SQLiteError) -> Database {
        try Database(
            "descriptor:\(descriptor)",
            DatabaseConfiguration(isReadOnly: isReadOnly),
            WriteTurn(),
            .draft
        )
    }

    /// Makes it a file that needs no other: the pages of a database in WAL mode say so in two
    /// bytes of the header, 1 without such a log (https://sqlite.org/fileformat.html, section
    /// 1.3.3). Called while no connection has it.
    func standAlone() throws(SQLiteError) {
        guard try size() >= Files.headerLength else { return }
        let versions: [UInt8] = [1, 1]
        guard pwrite(descriptor, versions, versions.count, 18) == versions.count else {
            throw Files.failure("write", target)
        }
    }

    /// Gives it the owner and the permissions of another file.
    func copyOwner(of model: String) throws(SQLiteError) {
        var attributes = stat()
        guard stat(model, &attributes) == 0,
            fchown(descriptor, attributes.st_uid, attributes.st_gid) == 0,
            fchmod(descriptor, attributes.st_mode & 0o777) == 0
        else { throw Files.failure("give its owner to", target) }
    }

    /// Writes it to the disk.
    func synchronize() throws(SQLiteError) {
        guard fsync(descriptor) == 0 else { throw Files.failure("write", target) }
    }

    /// Gives it its name, unless something already has it: false then.
    func take() throws(SQLiteError) -> Bool {
        try synchronize()
        let isNamed =
            hasHiddenName
            ? link(Self.hiddenName(of: target), target) == 0
            : linkat(AT_FDCWD, openedName, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0
        guard isNamed else {
            if errno == EEXIST { return false }
            throw Files.failure("make", target)
        }
        try Files.synchronize(Files.folder(of: target))
        return true
    }

    /// Gives it its name in place of the file that has it.
    func replace() throws(SQLiteError) {
        try synchronize()
        let hidden = Self.hiddenName(of: target)
        if !hasHiddenName {
            // `linkat` never replaces, `rename` does. A program that is killed in between leaves the
            // whole file under the hidden name, until the next draft.
            guard linkat(AT_FDCWD, openedName, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else {
                throw Files.failure("make", hidden)
            }
            hasHiddenName = true
        }
        try Files.move(hidden, to: target)
        hasHiddenName = false
    }

    // MARK: Parts

    /// The way that open(2) describes for naming an O_TMPFILE and that needs no privileges.
    private var openedName: String { "/proc/self/fd/\(descriptor)" }

    private func size() throws(SQLiteError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Files.failure("read", target) }
        return Int(status.st_size)
    }

    /// Nil if the file system has no such files, or if they could not be named later.
    private static func openNameless(in folder: String) throws(SQLiteError) -> Int32? {
        guard Files.exists("/proc/self/fd") else { return nil }
        let descriptor = csqlitedraft_open_nameless(folder)
        if descriptor >= 0 { return descriptor }
        guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else {
            throw Files.failure("make a file in", folder)
        }
        return nil
    }

    /// The name of a draft that must have one: ".storytime.db.storytime-draft".
    static func hiddenName(of target: String) -> String {
        let name = target.split(separator: "/").last ?? ""
        return "\(Files.folder(of: target))/.\(name).storytime-draft"
    }

    /// Removes what a killed program left under the hidden name. A program that is using it has
    /// the lock.
    private static func removeAbandoned(_ hidden: String) throws(SQLiteError) {
        let file = open(hidden, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw SQLiteError(
                code: SQLITE_CANTOPEN,
                message: "another program is writing there now: \(hidden)"
            )
        }
        Files.remove(hidden)
    }
}

import Glibc
import HTTP
import SQLite
import Synchronization

/// The console's own backups, made on schedule and when an admin asks: files in a folder, named
/// after their time, of which the newest are kept.
///
/// One is shared by all threads; only one of them makes a backup at a time.
final class Backups: Sendable {
    /// An existing backup.
    struct File: Sendable, Equatable {
        let name: String
        /// When it was begun: its content is from that moment.
        let at: Int
        let bytes: Int
    }

    /// The last attempt failed, and none has succeeded since.
    struct Failed: Sendable, Equatable {
        let at: Int
        let message: String
    }

    /// Another thread is making one.
    struct AlreadyRunning: Error {}
    /// The backup was given up, because the program is ending.
    struct Stopped: Error {}

    /// The pause after a failure: problems are seldom solved within a minute.
    static let retrySeconds = 3600
    /// A draft that nobody has written to for this long was left behind by a killed program.
    private static let abandonedSeconds = 3600

    let folder: String
    /// 0 means never.
    let everyHours: Int
    let keep: Int
    private let isRunning = Atomic(false)
    private let lastFailure = Mutex<Failed?>(nil)

    init(folder: String, everyHours: Int, keep: Int) {
        self.folder = folder
        self.everyHours = everyHours
        self.keep = keep
    }

    var failed: Failed? { lastFailure.withLock(\.self) }

    static func folder(_ configuration: Configuration) -> String {
        configuration.data + "/backups"
    }

    // MARK: Making

    /// Makes a backup and removes those beyond the number to keep. `continues` is asked now and
    /// then; once it returns false, the backup is given up without a trace.
    func make(
        from database: Database,
        now: Int,
        while continues: () -> Bool = { true }
    ) throws -> File {
        guard
            isRunning.compareExchange(expected: false, desired: true, ordering: .acquiring)
                .exchanged
        else { throw AlreadyRunning() }
        defer { isRunning.store(false, ordering: .releasing) }
        do {
            try Folder.make(folder)
            removeAbandonedDrafts(now: now)
            let name = Self.name(at: now)
            try database.backup(to: folder + "/" + name) { _, _ in
                guard continues() else { throw Stopped() }
            }
            lastFailure.withLock { $0 = nil }
            removeOld()
            return File(name: name, at: now, bytes: size(of: name))
        } catch let stopped as Stopped {
            throw stopped
        } catch {
            lastFailure.withLock { $0 = Failed(at: now, message: Self.text(error)) }
            throw error
        }
    }

    /// Whether a backup is due. One from the future, made before somebody set the clock back, does
    /// not delay the next one.
    func isDue(now: Int) -> Bool {
        guard everyHours > 0 else { return false }
        if let failed, (0..<Self.retrySeconds).contains(now - failed.at) { return false }
        guard let last = files().first(where: { $0.at <= now }) else { return true }
        return now - last.at >= everyHours * 3600
    }

    // MARK: What is there

    /// The backups, newest first. Files with other names are not ours.
    func files() -> [File] {
        let names = (try? Folder.names(in: folder)) ?? []
        return names.reversed().compactMap { name in
            Self.time(in: name).map { File(name: name, at: $0, bytes: size(of: name)) }
        }
    }

    func path(of name: String) -> String { folder + "/" + name }

    /// How many pages a backup says it has, in its header: https://sqlite.org/fileformat2.html §1.3
    /// (the four bytes from the 28th on). Nil if it can't be read.
    func pages(of name: String) -> Int? {
        var header = [UInt8](repeating: 0, count: 32)
        guard let file = OpenFile(path: path(of: name)),
            (try? file.read(into: &header, from: 0)) != nil,
            header.starts(with: "SQLite format 3".utf8)
        else { return nil }
        return header[28..<32].reduce(0) { $0 << 8 | Int($1) }
    }

    /// "storytime-2026-03-04T14-05-00Z.db": sorted by name is sorted by time.
    static func name(at seconds: Int) -> String {
        "storytime-" + TimeText.iso(seconds).replacing(":", with: "-") + ".db"
    }

    /// The time in a backup's name; nil if it is not exactly one that `name` makes.
    static func time(in name: String) -> Int? {
        guard name.hasPrefix("storytime-"), name.hasSuffix(".db") else { return nil }
        let stamp = name.dropFirst("storytime-".count).dropLast(".db".count)
        let parts = stamp.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let seconds = TimeText.seconds(
                iso: parts[0] + "T" + parts[1].replacing("-", with: ":")
            )
        else { return nil }
        return Self.name(at: seconds) == name ? seconds : nil
    }

    // MARK: Cleaning up

    private func removeOld() {
        for file in files().dropFirst(keep) { unlink(folder + "/" + file.name) }
    }

    /// On file systems that require a name for every file, a draft has a hidden one (`Draft`);
    /// earlier versions wrote each to a name beside the target.
    private func removeAbandonedDrafts(now: Int) {
        let names = (try? Folder.names(in: folder, withHidden: true)) ?? []
        for name in names where Self.isDraft(name) {
            var status = stat()
            guard stat(folder + "/" + name, &status) == 0,
                now - status.st_mtim.tv_sec > Self.abandonedSeconds
            else { continue }
            unlink(folder + "/" + name)
        }
    }

    private static func isDraft(_ name: String) -> Bool {
        let hidden = ".storytime-draft"
        if name.hasPrefix("."), name.hasSuffix(hidden) {
            return time(in: String(name.dropFirst().dropLast(hidden.count))) != nil
        }
        guard let end = name.firstRange(of: ".db.backup-")?.lowerBound else { return false }
        return time(in: name[..<end] + ".db") != nil
    }

    private func size(of name: String) -> Int {
        var status = stat()
        return stat(path(of: name), &status) == 0 ? Int(status.st_size) : 0
    }

    private static func text(_ error: any Error) -> String {
        (error as? SQLiteError)?.message ?? "\(error)"
    }
}

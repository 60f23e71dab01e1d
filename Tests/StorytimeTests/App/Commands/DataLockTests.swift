import Foundation
import Glibc
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("One program on one data folder")
struct DataLockTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(data: folder.file("data"))
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.data = shell.data
        return configuration
    }

    /// A data folder that this process has as a server would.
    private func served() throws -> DataLock {
        #expect(try shell.run("migrate").status == 0)
        let lock = try DataLock.take(configuration, for: DataLock.serving)
        try lock.tell(DataLock.serving, address: "http://127.0.0.1:4711/")
        return lock
    }

    /// Every file below the folder with its bytes.
    private func content() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, FileManager.default.contents(atPath: folder.file(name)) ?? Data())
            }
        )
    }

    @Test(
        "A second server, a migration and a restore are refused at once, and told who is there",
        arguments: [["serve", "--port", "0"], ["migrate"], ["restore", "backup.db"]]
    )
    func refuses(command: [String]) throws {
        let lock = try served()
        defer { lock.release() }
        #expect(try shell.run("backup", folder.file("backup.db")).status == 0)
        let before = try content()
        let words = command.map { $0 == "backup.db" ? folder.file($0) : $0 }
        let result = try shell.run(words)
        #expect(result.status == 1)
        #expect(result.errors.split(separator: "\n").count == 1)
        for part in [
            "`storytime serve`", "process \(getpid())", "since 20", "http://127.0.0.1:4711/",
            shell.data,
        ] {
            #expect(result.errors.contains(part), "\(part) in \(result.errors)")
        }
        #expect(try content() == before)
    }

    @Test("What only takes its turn to write runs beside a server", arguments: ["demo", "usage"])
    func besides(command: String) throws {
        let lock = try served()
        defer { lock.release() }
        let result = try shell.run(
            command == "usage" ? ["usage", "rebuild"] : [command, "--without-stories"]
        )
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("Beside a restore, and beside a server of another schema, nothing writes")
    func notBesides() throws {
        let server = try served()
        try shell.open().execute(
            """
            DELETE FROM schema_migrations
            WHERE number = (SELECT max(number) FROM schema_migrations)
            """
        )
        let newer = try shell.run("demo", "--without-stories")
        #expect(newer.status == 1 && newer.errors.contains("`storytime serve`"))
        server.release()
        let restore = try DataLock.take(configuration, for: "restore")
        defer { restore.release() }
        let beside = try shell.run("demo", "--without-stories")
        #expect(beside.status == 1 && beside.errors.contains("`storytime restore`"))
    }

    @Test("A program that was killed leaves no lock, whatever it left in the file")
    func killed() throws {
        #expect(try shell.run("migrate").status == 0)
        let path = shell.data + "/storytime.lock"
        try "command=serve\nprocess=1\n".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try shell.run("migrate").status == 0)
        // Only what one made oneself is taken away.
        #expect(try Folder.text(path) == "command=serve\nprocess=1\n")
        unlink(path)
        #expect(try shell.run("migrate").status == 0)
        #expect(!Folder.exists(path))
    }

    @Test("A file that was replaced meanwhile is not the lock: whoever comes next has the new one")
    func replaced() throws {
        let first = try served()
        unlink(shell.data + "/storytime.lock")
        let second = try DataLock.take(configuration, for: "migrate")
        #expect(throws: DataLock.Taken.self) { try DataLock.take(configuration, for: "restore") }
        second.release()
        first.release()
    }

    @Test("No program that we start has the lock")
    func isNotInherited() throws {
        let lock = try served()
        defer { lock.release() }
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let locks = descriptors.compactMap { Int32($0) }.filter { descriptor in
            let link = "/proc/self/fd/\(descriptor)"
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
            return path?.hasSuffix("data/storytime.lock") == true
                && path?.contains(folder.path.split(separator: "/").last ?? "") == true
        }
        #expect(locks.count == 1)
        #expect(locks.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
    }

    @Test("With the port in use nothing is made: no folder, no database, no migration")
    func portInUse() throws {
        let listener = try Listener(host: "127.0.0.1", port: 0)
        let result = try shell.run("serve", "--port", "\(listener.port)")
        #expect(result.status == 1)
        #expect(result.errors.contains("bind to 127.0.0.1 port \(listener.port)"))
        #expect(folder.names == [])
    }

    @Test("A restore that is refused leaves every byte as it was, and makes no folder")
    func refusedRestore() throws {
        #expect(try shell.run("demo", "--without-stories").status == 0)
        let good = folder.file("good.db")
        #expect(try shell.run("backup", good).status == 0)
        var bytes = try Folder.read(good).bytes
        for index in stride(from: 8192, to: bytes.count, by: 97) { bytes[index] ^= 0x5A }
        try Data(bytes).write(to: URL(filePath: folder.file("bad.db")))
        // In WAL mode, as every server leaves it.
        #expect(try Folder.read(shell.database).bytes[18] == 2)
        let before = try content()
        for file in ["bad.db", "nowhere.db"] {
            #expect(try shell.run("restore", folder.file(file)).status == 1)
            #expect(try content() == before)
            let fresh = Shell(data: folder.file("new/data"))
            #expect(try fresh.run("restore", folder.file(file)).status == 1)
            #expect(try content() == before)
        }
    }
}

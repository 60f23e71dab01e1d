import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Files of what was watched, for scripts with an access key")
struct UsageFileAccessTests {
    /// The files that are there for whoever has such a role: every route of a file with that scope,
    /// and each table of the reports.
    private static func targets(_ access: Access, _ home: WatchingHome) -> [String] {
        let routes = Program.routes.filter {
            $0.access == access && $0.entrance == .cookieOrToken([.readUsage])
        }
        return routes.flatMap { route in
            var ids = access == .admin ? [home.family.id.value] : []
            ids.append(home.pippi.id.value)
            let path = ids.reduce(route.pattern.description) {
                $0.replacing("{id}", with: String($1), maxReplacements: 1)
            }
            return [path] + tables(of: path).map { path + "?table=" + $0 }
        }
    }

    private static func tables(of path: String) -> [String] {
        guard path.hasSuffix("/usage.csv") else { return [] }
        if path == "/admin/usage.csv" { return ["rows"] }
        return ["books", "stops", "hours", path.contains("/children/") ? "unopened" : "children"]
    }

    private func home() throws -> WatchingHome {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, seconds: 125)
        return home
    }

    /// What a script gets: the status, and how the file begins.
    private func fetch(_ target: String, _ key: String, _ console: Console) throws
        -> (status: Int, start: String)
    {
        let answer = try console.ask(.get, target, token: key)
        guard case .chunks(let source) = answer.response.body else { return (answer.status, "") }
        let piece = try source.next(console.application)?.chunk ?? []
        return (answer.status, String(decoding: piece.prefix(40), as: UTF8.self))
    }

    @Test("A parent's key that is good for it gets each file, and one that isn't gets none")
    func parents() throws {
        let home = try home()
        let console = home.console
        let user = try console.addParent("second@example.test", in: home.family)
        let good = try console.accessKey(user, [.readUsage])
        let other = try console.accessKey(user, [.readLibrary, .readCatalog])
        let targets = Self.targets(.parent, home)
        #expect(targets.count >= 13)
        for target in targets {
            let file = try fetch(target, good, console)
            #expect(file.status == 200, "\(target)")
            let columns = ["first_day,", "kind,", "from_percent,", "weekday,", "book_id,", "id,"]
            #expect(
                (columns + ["child_id,"]).contains { file.start.hasPrefix($0) },
                "\(target): \(file.start)"
            )
            #expect(try fetch(target, other, console).status == 403, "\(target)")
            #expect(try fetch(target, "storytime_pat_0", console).status == 401, "\(target)")
        }
    }

    @Test("Another family's key finds nothing of a child, and nothing of an admin's")
    func otherFamilies() throws {
        let home = try home()
        let console = home.console
        let family = try console.addFamily("The Janssons")
        let user = try console.addParent("tove@example.test", in: family)
        let key = try console.accessKey(user, [.readUsage])
        for target in Self.targets(.parent, home) where target.hasPrefix("/children/") {
            #expect(try fetch(target, key, console).status == 404, "\(target)")
        }
        for target in Self.targets(.admin, home) {
            #expect(try fetch(target, key, console).status == 404, "\(target)")
        }
        // What has no number in its address is their own.
        #expect(try fetch("/usage.csv?table=children", key, console).status == 200)
    }

    @Test("An admin's key gets each file of every family, and needs the scope for it")
    func admins() throws {
        let home = try home()
        let console = home.console
        let user = try console.addUser("ada@example.test", .admin)
        let good = try console.accessKey(user, [.readUsage])
        let other = try console.accessKey(user, [.readLibrary, .readAudit])
        let targets = Self.targets(.admin, home)
        #expect(targets.count >= 16)
        for target in targets {
            #expect(try fetch(target, good, console).status == 200, "\(target)")
            #expect(try fetch(target, other, console).status == 403, "\(target)")
        }
    }
}

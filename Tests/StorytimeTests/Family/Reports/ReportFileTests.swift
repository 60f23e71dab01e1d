import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Files of reports: their names and their days")
struct ReportFileTests {
    private static let tables = ["books", "children", "stops", "hours", "unopened", "rows"]

    /// Every file of what was watched, with each table that a report has.
    private static func targets(_ access: Access, _ home: WatchingHome) throws -> [String] {
        let routes = Program.routes.filter {
            $0.access == access && $0.entrance == .cookieOrToken([.readUsage])
        }
        return try routes.flatMap { route in
            var ids = access == .admin ? [home.family.id.value] : []
            ids.append(home.pippi.id.value)
            let path = ids.reduce(route.pattern.description) {
                $0.replacing("{id}", with: String($1), maxReplacements: 1)
            }
            let more = try tables.map { path + "?table=" + $0 }.filter {
                try path.hasSuffix("/usage.csv") && home.console.get($0).status == 200
            }
            return [path] + more
        }
    }

    private func home() throws -> WatchingHome {
        let home = try WatchingHome()
        try home.watch(home.pippi, home.fox, seconds: 125)
        try home.watch(home.pippi, home.fox, daysAgo: 7, seconds: 61)
        return home
    }

    @Test("No two files of what was watched have the same name, and each says whose and what it is")
    func names() throws {
        let home = try home()
        var names: [String: [String]] = [:]
        for access in [Access.parent, .admin] {
            if access == .admin { try home.signInAsAdmin() }
            for target in try Self.targets(access, home) {
                let disposition = try home.console.get(target).header("Content-Disposition") ?? ""
                let plain = try #require(disposition.firstMatch(of: /filename="([a-z0-9.-]+)"/)).1
                #expect(disposition.contains("; filename*=UTF-8''"), "\(target)")
                #expect(plain.contains("2026-1"), "\(target)")
                names[String(plain), default: []].append(
                    target.replacing("/admin/families/\(home.family.id)", with: "")
                )
            }
        }
        // A family's file is the same for its parents and for an admin.
        for (name, targets) in names { #expect(Set(targets).count == 1, "\(name): \(targets)") }
        #expect(names.count >= 14)
    }

    @Test(
        "A name has the days in short, and the letters that people write",
        arguments: [
            (
                "range=this-week", "zoe-minutes-by-day-2026-11-16-to-21.csv",
                "zo%C3%AB-minutes-by-day-2026-11-16%E2%80%9321.csv"
            ),
            (
                "from=2026-10-30&to=2026-11-02&least=0",
                "zoe-minutes-by-day-all-plays-2026-10-30-to-11-02.csv",
                "zo%C3%AB-minutes-by-day-all-plays-2026-10-30%E2%80%9311-02.csv"
            ),
            (
                "from=2025-12-30&to=2026-01-02&table=books",
                "zoe-minutes-by-story-2025-12-30-to-2026-01-02.csv",
                "zo%C3%AB-minutes-by-story-2025-12-30%E2%80%932026-01-02.csv"
            ),
            (
                "from=2026-11-20&to=2026-11-20&table=hours", "zoe-when-in-the-week-2026-11-20.csv",
                "zo%C3%AB-when-in-the-week-2026-11-20.csv"
            ),
        ]
    )
    func words(query: String, plain: String, full: String) throws {
        let home = try WatchingHome()
        let zoe = try home.console.addChild("Zoë", in: home.family)
        let answer = try home.console.get("/children/\(zoe.id)/usage.csv?\(query)")
        #expect(
            answer.header("Content-Disposition")
                == "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(full)"
        )
    }

    @Test("Nothing of a name means anything to a file system, and one in other letters is kept")
    func strangeNames() {
        let rest = (plain: "week", full: "week")
        for (name, plain, full) in [
            ("../../etc/passwd", "etc-passwd-week.csv", "etc-passwd-week.csv"),
            ("Юля", "child-7-week.csv", "юля-week.csv"),
            ("🦊", "child-7-week.csv", "child-7-week.csv"),
            (
                "Mia \"x\"\r\nSet-Cookie: a=b", "mia-x-set-cookie-a-b-week.csv",
                "mia-x-set-cookie-a-b-week.csv"
            ),
            ("The O’Neills", "the-oneills-week.csv", "the-oneills-week.csv"),
        ] {
            let file = FileName(name, or: "child-7", rest)
            #expect(file.plain == plain && file.full == full, "\(file)")
        }
    }

    @Test("A range is heeded by every file, or refused by name")
    func ranges() throws {
        let home = try home()
        for access in [Access.parent, .admin] {
            if access == .admin { try home.signInAsAdmin() }
            for target in try Self.targets(access, home) {
                let joint = target.contains("?") ? "&" : "?"
                let unknown = try home.console.get("\(target)\(joint)range=eternity")
                #expect(unknown.status == 400 && unknown.contains("“range”"), "\(target)")
                let both = try home.console.get("\(target)\(joint)range=last-week&from=2026-11-01")
                #expect(both.status == 400, "\(target)")
                let answer = try home.console.get("\(target)\(joint)range=last-week")
                if target.hasSuffix("table=unopened") {
                    #expect(answer.status == 400 && answer.contains("“range”"), "\(target)")
                    continue
                }
                #expect(answer.status == 200, "\(target)")
                let now = try home.console.download("\(target)\(joint)range=this-week").bytes
                let last = try home.console.download("\(target)\(joint)range=last-week").bytes
                // Each of the two plays is in one of them; where they were left is the same place.
                #expect(now != last || target.hasSuffix("table=stops"), "\(target)")
                let names = try ["this-week", "last-week"].map {
                    try home.console.get("\(target)\(joint)range=\($0)")
                        .header("Content-Disposition")
                }
                #expect(names[0] != names[1], "\(target)")
            }
        }
        let week = try home.console.get(
            "/admin/families/\(home.family.id)/children/"
                + "\(home.pippi.id)/week.csv?range=30-days"
        )
        #expect(week.status == 400 && week.contains("“range”"))
    }
}

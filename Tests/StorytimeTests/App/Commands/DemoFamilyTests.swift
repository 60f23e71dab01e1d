import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("The demo's families")
struct DemoFamilyTests {
    private func demo(_ console: Console) -> Demo {
        Demo(database: console.database, now: console.time.now)
    }

    @Test("Two families with three children have watched for 90 days, and what is counted is true")
    func watches() throws {
        let console = try Console()
        _ = try demo(console).addBooks()
        #expect(try demo(console).addFamilies(.nobody) == 2)
        #expect(try console.count("SELECT count(*) FROM children") == 3)
        let days = try console.count("SELECT count(DISTINCT day) FROM daily_usage")
        #expect((85...91).contains(days))
        for child in try console.texts("SELECT id || '' FROM children") {
            let minutes = try console.count(
                """
                SELECT sum(watched_ms) / 60000 FROM daily_usage WHERE child_id = \(Int(child) ?? 0)
                """
            )
            // Seven to forty minutes a day.
            #expect((630...3600).contains(minutes), "child \(child): \(minutes)")
        }
        // Some are finished, some left in the middle, and some begun by a slip of a finger.
        let finished = try console.count(
            "SELECT sum(completions) * 100 / sum(plays) FROM daily_usage"
        )
        #expect((50...85).contains(finished))
        #expect(
            try console.count("SELECT sum(plays) FROM daily_usage WHERE length_class < 2") > 5
        )
        #expect(
            try console.count(
                "SELECT count(*) FROM library_items WHERE last_position_seconds IS NOT NULL"
            ) > 5
        )
        #expect(
            try console.count("SELECT count(*) FROM usage_events WHERE occurred_ms > received_ms")
                == 0
        )
        let rebuild = UsageRebuild(database: console.database, now: console.time.now)
        let result = try rebuild.all()
        #expect(result.changed == 0 && result.wrongTotals == 0 && result.viewings > 300)
        // Nobody can sign in: no password was given.
        #expect(try console.count("SELECT count(*) FROM users") == 0)
    }

    @Test("They come once, are marked, and go again without a trace; other families stay")
    func goes() throws {
        let console = try Console()
        _ = try demo(console).addBooks()
        let own = try console.addFamily()
        try console.addChild("Pippi", in: own)
        let hash = try PasswordHash.cheap(of: Console.password)
        #expect(try demo(console).addFamilies(.everybody(hash)) == 2)
        #expect(try demo(console).addFamilies(.everybody(hash)) == 0)
        #expect(
            try console.texts("SELECT name FROM families WHERE is_demo = 1 ORDER BY id")
                .allSatisfy { $0.hasSuffix("(demo)") }
        )
        #expect(try console.texts("SELECT email FROM users ORDER BY id").count == 2)
        #expect(try demo(console).removeFamilies() == 2)
        #expect(try console.texts("SELECT name FROM families") == ["The Lindgrens"])
        #expect(try console.count("SELECT count(*) FROM users") == 0)
        for table: SQL in ["viewings", "usage_events", "daily_usage", "usage_days"] {
            #expect(try console.count("SELECT count(*) FROM \(sql: table)") == 0)
        }
        #expect(try demo(console).removeFamilies() == 0)
    }

    @Test("Without a password, the parent of the first family gets one, which is printed once")
    func signsIn() throws {
        let folder = try TemporaryFolder()
        let shell = Shell(data: folder.file("data"))
        let run = try shell.run("demo", "--without-stories")
        let printed = try #require(
            run.output.firstMatch(
                of: #/karin@lindqvist.example signs in with the password (\S+)\./#
            )
        )
        let password = String(printed.1)
        #expect(AccountFields.newPassword.complaint(about: password) == nil)
        #expect(!run.output.contains("ada@okafor.example"))
        let users = UserStore(database: try shell.open(), now: 0)
        let (_, hash) = try #require(try users.find(email: "karin@lindqvist.example"))
        #expect(try hash.matches(password))
        #expect(try users.all().count == 1)
        #expect(try !shell.run("demo", "--without-stories").output.contains("password"))
    }

    @Test("The command asks for no password that it wasn't given, and takes one from its input")
    func runs() throws {
        let folder = try TemporaryFolder()
        let shell = Shell(data: folder.file("data"))
        #expect(try shell.run("demo", "--password-stdin", input: "short\n").status == 2)
        let run = try shell.run(
            "demo",
            "--without-stories",
            "--password-stdin",
            input: Console.password + "\n"
        )
        #expect(run.status == 0 && run.output.contains("karin@lindqvist.example signs in"))
        #expect(
            try shell.run("demo", "--without-stories").output.contains("families already exist")
        )
        #expect(try shell.run("demo", "--remove", "--password-stdin").status == 2)
        let rebuild = try shell.run("usage", "rebuild")
        #expect(rebuild.status == 0 && rebuild.output.contains("was correct"), "\(rebuild)")
        #expect(try shell.run("demo", "--remove").output.contains("Erased 2 demo families"))
        #expect(try shell.run("usage").status == 2)
        #expect(try shell.run("usage", "mend").status == 2)
    }
}

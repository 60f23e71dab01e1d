import SQLite
import Server
import Testing

@testable import Storytime

@Suite("The caretaker")
struct CaretakerTests {
    @Test("What is noted when it is stopped is still written")
    func writesAtTheEnd() throws {
        let folder = try TemporaryFolder()
        let turn = WriteTurn()
        let console = try Console(path: folder.file("storytime.db"), turn: turn) {
            $0.data = folder.path
        }
        try console.signIn(as: .admin)
        console.time.now += 300
        let caretaker = try Caretaker(site: console.site)
        let thread = try caretaker.start(turn: turn)
        #expect(try console.get("/account").status == 200)
        caretaker.stop()
        thread.join()
        #expect(try console.count("SELECT last_seen_at FROM sessions") == console.time.now)
    }

    @Test("A round that fails is made up for by the next one")
    func survivesFailure() throws {
        let console = try Console.asAdmin()
        let caretaker = try Caretaker(site: console.site)
        console.time.now += 300
        try console.get("/account")
        try console.database.script("PRAGMA query_only = ON;")
        caretaker.work(console.database, cleans: true)
        try console.database.script("PRAGMA query_only = OFF;")
        caretaker.work(console.database, cleans: true)
        #expect(try console.count("SELECT last_seen_at FROM sessions") == console.time.now)
    }
}

import Foundation
import Testing

@testable import Storytime

@Suite("storytime series")
struct SeriesCommandTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(data: folder.file("data"))
    }

    private func write(_ text: String) throws -> String {
        let path = folder.file("in.csv")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("Series and episodes are imported, and exported as what is imported again")
    func comesBack() throws {
        let series = try write("name,tmdb_id\nOwls,100001\n")
        let dry = try shell.run("series", "import", series, "--dry-run")
        #expect(dry.output.contains("To add: 1 series"), "\(dry.output)")
        #expect(try shell.run("series", "import", series).output.contains("Added 1 series"))
        let episodes = try write("tmdb_id,season,episode,title\n100001,1,1,Dusk\n100001,x,1,Bad\n")
        let refused = try shell.run("series", "import", episodes)
        #expect(refused.status == 1 && refused.errors.contains("Line 3: "))
        #expect(refused.output.contains("no rows unchanged, 1 row rejected."), "\(refused.output)")
        let done = try shell.run("series", "import", episodes, "--skip-refused")
        #expect(done.status == 0 && done.output.contains("Added 1 episode"))
        for flags in [[], ["--seasons"], ["--episodes"]] {
            let path = folder.file("out.csv")
            #expect(try shell.run(["series", "export", path] + flags).status == 0)
            let again = try shell.run("series", "import", path)
            #expect(again.output.contains("1 row unchanged"), "\(flags): \(again)")
        }
    }

    @Test("A column without a heading is only told if there is something in it")
    func unnamed() throws {
        let commas = try write("name,tmdb_id,\nOwls,100001,\nBears,100002,\n")
        #expect(try !shell.run("series", "import", commas, "--dry-run").errors.contains("ignored"))
        let more = try write("name,tmdb_id,\nOwls,100001,\nBears,100002,x\n")
        let told = try shell.run("series", "import", more, "--dry-run").errors
        #expect(told.contains("A column without a heading is ignored.") && !told.contains("“”"))
    }

    @Test(
        "What was typed wrongly is said, and nothing is done",
        arguments: [
            ["series"], ["series", "sell"], ["series", "import"], ["series", "import", "a", "b"],
            ["series", "export", "--seasons", "--episodes"],
        ]
    )
    func usage(words: [String]) throws {
        #expect(try shell.run(words).status == 2)
        #expect(!Folder.exists(shell.database))
    }

    @Test("A file that can’t be read makes no database")
    func unreadable() throws {
        let result = try shell.run("series", "import", try write("a,b\n1,2\n"))
        #expect(result.status == 1 && result.errors.contains("“name”"))
        #expect(!Folder.exists(shell.database))
    }
}

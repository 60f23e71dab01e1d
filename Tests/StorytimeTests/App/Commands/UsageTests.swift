import Testing

@testable import Storytime

@Suite("Commands: how they are used")
struct UsageTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(data: folder.file("data"))
    }

    @Test("Without a command the program says what there is, and that this was no use of it")
    func noCommand() throws {
        let result = try shell.run()
        #expect(result.status == 2)
        for command in CommandLineTool.commands { #expect(result.output.contains(command.summary)) }
        #expect(try shell.run("--help").status == 0)
        #expect(try shell.run("help").output == result.output)
    }

    @Test("Every command explains itself", arguments: CommandLineTool.commands.map(\.name))
    func help(name: String) throws {
        let result = try shell.run(name, "--help")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Usage: storytime \(name)"))
        let command = try #require(CommandLineTool.commands.first { $0.name == name })
        #expect(result.output.contains(command.summary))
        if command.takesSettings { #expect(result.output.contains("--data VALUE")) }
        #expect(!Folder.exists(folder.file("data")))
    }

    @Test(
        "Wrong usage is status 2, one line that says why, and nothing done",
        arguments: [
            ["nonsense"], ["migrate", "now"], ["demo", "--twice"], ["serve", "--prot", "80"],
            ["serve", "--port"], ["serve", "--port", "x"], ["routes", "x"], ["version", "x"],
            ["config", "x"], ["check", "x"], ["backup"], ["backup", "a", "b"], ["restore"],
            ["backup", "--all"], ["user"], ["user", "nonsense"], ["user", "list", "x"],
            ["user", "add", "--email", "a@b"],
            ["user", "add", "--role", "admin", "--password-stdin"],
            ["user", "add", "--email", "a@b", "--role", "king", "--password-stdin"],
            ["user", "add", "--email", "a@b", "--role", "admin"],
            ["user", "add", "--email", "a@b", "--role", "admin", "--password-stdin", "--sudo"],
            ["user", "add", "--email"], ["user", "disable"], ["user", "disable", "--mail", "a@b"],
            ["user", "enable", "--email", "a@b", "x"], ["user", "password", "--email", "a@b"],
        ]
    )
    func wrongUsage(words: [String]) throws {
        let result = try shell.run(words, input: "password 123\n")
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.hasPrefix("storytime"))
        #expect(!Folder.exists(shell.database))
    }

    @Test("A setting that is wrong in the environment stops every command")
    func wrongEnvironment() throws {
        for (name, value) in [("STORYTIME_PORT", "x"), ("STORYTIME_NONSENSE", "1")] {
            let result = try shell.run("config", environment: [name: value])
            #expect(result.status == 2)
            #expect(result.errors.contains(name))
        }
    }
}

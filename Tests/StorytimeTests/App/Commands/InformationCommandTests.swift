import HTTP
import Testing

@testable import Storytime

@Suite("Commands: what the program says of itself")
struct InformationCommandTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(data: folder.file("data"))
    }

    @Test("routes lists every route and who may use it")
    func routes() throws {
        let lines = try shell.run("routes").output.split(separator: "\n")
        #expect(lines.count == Program.routes.count)
        for (line, route) in zip(lines, Program.routes) {
            #expect(line.hasPrefix(route.method.name))
            #expect(line.contains(route.access.rawValue) && line.hasSuffix(" \(route.pattern)"))
        }
    }

    @Test("config lists every setting with its value here")
    func config() throws {
        let result = try shell.run(
            "config",
            "--port",
            "99",
            environment: ["STORYTIME_LOG": "errors"]
        )
        #expect(result.status == 0)
        for setting in Program.settings {
            #expect(result.output.contains(setting.name + "="))
        }
        #expect(result.output.contains("STORYTIME_PORT=99\n"))
        #expect(result.output.contains("STORYTIME_LOG=errors\n"))
        #expect(result.output.contains("STORYTIME_DATA=\(folder.file("data"))\n"))
    }

    @Test("version is the program's")
    func version() throws {
        #expect(try shell.run("version").output == Version.current + "\n")
    }

    @Test("Without /proc it is the same program, with the same arguments and resources")
    func withoutProc() throws {
        // Containers may forbid what the sandbox needs; then /proc stays, and the rest is compared.
        let tools = ["/usr/bin/env", "-C", "/"]
        let sandbox = ["bwrap", "--bind", "/", "/", "--dev", "/dev", "--tmpfs", "/proc"]
        let isPossible = try shell.run(["version"], through: tools + sandbox).status == 0
        let starter = tools + (isPossible ? sandbox : [])
        let environment = ["PATH": "/usr/bin:/bin"]
        let version = try shell.run(["version"], through: starter, environment: environment)
        #expect(version.output == Version.current + "\n")
        let config = try shell.run(
            ["config", "--port", "99"],
            through: starter,
            environment: environment
        )
        #expect(config.output.contains("STORYTIME_PORT=99\n"))
        #expect(config.output.contains("STORYTIME_RESOURCES=\(Repository.folder)\n"))
    }

    @Test("check is content with what the repository holds")
    func check() throws {
        #expect(try shell.run("migrate").status == 0)
        let result = try shell.run("check")
        #expect(result.status == 0)
        #expect(result.output.contains("Configuration, routes, templates and assets are in order."))
        #expect(result.output.contains("The database is in order and up to date."))
    }

    @Test("check lists what is lacking, and fails for what somebody wants")
    func lacking() throws {
        #expect(try shell.run("migrate").status == 0)
        let program = try shell.run("check", environment: ["STORYTIME_VIPS": "no-such-vips"])
        #expect(program.status == 0)
        #expect(program.output.contains("The program no-such-vips isn’t installed"))
        let setting = try shell.run("check", environment: ["STORYTIME_MUX_TOKEN_ID": "an-id"])
        #expect(setting.status == 1)
        #expect(setting.output.contains("STORYTIME_MUX_TOKEN_SECRET isn’t set"))
        #expect(setting.output.contains("The database is in order and up to date."))
        _ = try BlockedFolder(folder.file("data/media"))
        let folder = try shell.run("check")
        #expect(folder.status == 1)
        #expect(folder.output.contains("data/media can’t be written by the user"))
        #expect(folder.errors.contains("1 thing listed above needs to be fixed"))
    }

    @Test("Resources that are not there are said")
    func missingResources() throws {
        let result = try shell.run("check", "--resources", folder.path)
        #expect(result.status == 2)
        #expect(result.errors.contains("STORYTIME_RESOURCES"))
    }
}

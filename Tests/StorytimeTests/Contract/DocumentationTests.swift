import Testing

@testable import Storytime

@Suite("What the documentation must say")
struct DocumentationTests {
    private static let readme = Result { try Folder.text(Repository.folder + "/README.md") }

    @Test("The README leads to all settings and to how a page is added")
    func links() throws {
        for name in ["configuration", "adding-a-page"] {
            #expect(try Self.readme.get().contains("(docs/\(name).md)"))
        }
    }

    @Test("The README names every command", arguments: CommandLineTool.commands.map(\.name))
    func commands(name: String) throws {
        #expect(try Self.readme.get().contains("storytime \(name)"))
    }

    @Test("The README names no setting that isn't there")
    func unknownSettings() throws {
        let known = Set(Program.settings.map { String($0.name.dropFirst(10)) })
        for rest in try Self.readme.get().components(after: "STORYTIME_") {
            let name = String(rest.prefix { $0.isLetter || $0 == "_" })
            // `STORYTIME_…` stands for all of them.
            #expect(name.isEmpty || known.contains(name), "STORYTIME_\(name)")
        }
    }
}

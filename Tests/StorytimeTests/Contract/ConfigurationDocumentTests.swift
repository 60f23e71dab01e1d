import Foundation
import Testing

@testable import Storytime

@Suite("docs/configuration.md")
struct ConfigurationDocumentTests {
    /// The rows of the document's tables: a setting, its range, its default, what it means.
    private func rows() throws -> [[String]] {
        let path = Repository.folder + "/docs/configuration.md"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `STORYTIME_") }.map { line in
            line.dropFirst(2).dropLast(2).components(separatedBy: " | ").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
    }

    @Test("It has every setting of the program once, in the program's order, and no other")
    func isComplete() throws {
        let documented = try rows().map { $0[0] }
        #expect(documented == Program.settings.map { "`\($0.name)`" })
    }

    @Test("It says the range, the default and the meaning that the program says")
    func isExact() throws {
        for (row, setting) in zip(try rows(), Program.settings) {
            try #require(row.count == 4, "\(row)")
            #expect(row[1] == setting.range)
            #expect(row[2] == (setting.defaultText.isEmpty ? "" : "`\(setting.defaultText)`"))
            #expect(row[3].hasPrefix(setting.help), "\(setting.name): \(row[3])")
        }
    }

    @Test("Every default is what a configuration without settings has")
    func defaultsAreTrue() throws {
        for setting in Program.settings {
            #expect(setting.text(Configuration()) == setting.defaultText, "\(setting.name)")
            guard !setting.defaultText.isEmpty else { continue }
            let configuration = try Configuration(
                environment: [setting.name: setting.defaultText],
                settings: Program.settings
            )
            #expect(
                setting.text(configuration) == setting.text(Configuration()),
                "\(setting.name)"
            )
        }
    }
}

import Foundation
import Testing

@Suite("docs/adding-a-page.md")
struct AddingAPageDocumentTests {
    /// A piece of code in the document, with the file that it says it is from.
    private struct Excerpt {
        let file: String
        let code: String
    }

    /// The code blocks that follow a line of nothing but a file's name in backticks and a colon.
    private func excerpts() throws -> [Excerpt] {
        let path = Repository.folder + "/docs/adding-a-page.md"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.matches(of: /\n`([^`\n]+)`:\n\n```\w+\n(.*?)```/.dotMatchesNewlines()).map {
            Excerpt(file: String($0.1), code: String($0.2))
        }
    }

    /// Indentation is the document's own.
    private func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    @Test("Its code is the program's: every excerpt stands in the file that it names")
    func isAccurate() throws {
        let excerpts = try excerpts()
        #expect(excerpts.count >= 5)
        for excerpt in excerpts {
            let path = Repository.folder + "/" + excerpt.file
            let file = lines(try String(contentsOfFile: path, encoding: .utf8))
            // An ellipsis on a line of its own stands for lines that were left out.
            for piece in lines(excerpt.code).split(separator: "…") {
                #expect(
                    file.indices.contains { file[$0...].starts(with: piece) },
                    "\(excerpt.file): \(piece.joined(separator: "\n"))"
                )
            }
        }
    }
}

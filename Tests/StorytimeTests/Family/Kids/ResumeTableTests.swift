import Foundation
import Testing

@testable import Storytime

/// The page’s script runs against the same table (`Tests/Rules/test_player_rules.py`).
@Suite("Where a story starts, as server and player decide alike")
struct ResumeTableTests {
    private struct Case: Decodable {
        let name: String
        let position: Int?
        let duration: Int?
        let start: Int
    }

    @Test("Every case of the table")
    func table() throws {
        let path = Repository.folder + "/Tests/Fixtures/player/resume.json"
        let cases = try JSONDecoder().decode([Case].self, from: Data(Folder.text(path).utf8))
        #expect(cases.count >= 10)
        for each in cases {
            let item = LibraryItem(book: ID(1), addedAt: 0, position: each.position)
            #expect((item.place(in: each.duration) ?? 0) == each.start, "\(each.name)")
        }
    }
}

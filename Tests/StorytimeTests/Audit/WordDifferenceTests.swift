import Testing

@testable import Storytime

@Suite("The difference of two texts")
struct WordDifferenceTests {
    /// The parts as text: [-what went-] and {+what came+}.
    private func marked(_ before: String, _ after: String) -> String? {
        WordDifference(from: before, to: after)?.parts.map { part in
            switch part.kind {
            case .kept: part.text
            case .removed: "[-\(part.text)-]"
            case .added: "{+\(part.text)+}"
            }
        }.joined()
    }

    @Test(
        "Longer texts are compared word by word",
        arguments: [
            (
                "Where the Wild Things Are, a story", "Where the Mild Things Are, a story",
                "Where the [-Wild-]{+Mild+} Things Are, a story"
            ),
            (
                "Bedtime Stories, Adventure, Fairy Tales", "Bedtime Stories, Fairy Tales",
                "Bedtime Stories, [-Adventure, -]Fairy Tales"
            ),
            (
                "The fox and the owl in the wood", "The fox and the two old owls in the wood",
                "The fox and the [-owl-]{+two old owls+} in the wood"
            ),
            (
                "A story that ends suddenly", "A story that ends suddenly, but well",
                "A story that ends suddenly{+, but well+}"
            ),
            (
                "The café at the end of the street", "The cafe\u{301} at the end of the street",
                "The [-café-]{+cafe\u{301}+} at the end of the street"
            ),
        ]
    )
    func compares(_ before: String, _ after: String, _ expected: String) {
        #expect(marked(before, after) == expected)
    }

    @Test(
        "Short texts, and texts with little in common, are better read whole",
        arguments: [
            ("Fox", "Owl"), ("The Little Prince and the fox", "Hansel and Gretel in the wood"),
            ("", "A long text that came out of nothing"),
        ]
    )
    func leavesWhole(_ before: String, _ after: String) {
        #expect(WordDifference(from: before, to: after) == nil)
    }

    @Test("Taken together the parts are both texts again, whatever they are made of")
    func isComplete() throws {
        let words = ["the", "fox", "owl", " ", ", ", "🦊", "é", "\u{301}", "\n", "1", "12", "<b>"]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let common = (0..<20).map { _ in words.randomElement(using: &random) ?? "" }
            let texts = (0..<2).map { _ in
                common.map {
                    Int.random(in: 0..<5, using: &random) == 0
                        ? words.randomElement(using: &random) ?? "" : $0
                }.joined()
            }
            guard let parts = WordDifference(from: texts[0], to: texts[1])?.parts else { continue }
            let before = parts.filter { $0.kind != .added }.map(\.text).joined()
            let after = parts.filter { $0.kind != .removed }.map(\.text).joined()
            #expect(Array(before.utf8) == Array(texts[0].utf8))
            #expect(Array(after.utf8) == Array(texts[1].utf8))
        }
    }

    @Test("Very long texts that share nothing but their ends are not compared")
    func isBounded() {
        let end = String(repeating: "the end ", count: 400)
        let old = (0..<400).map { "old\($0) " }.joined()
        let new = (0..<400).map { "new\($0) " }.joined()
        #expect(WordDifference(from: old + end, to: new + end) == nil)
        #expect(WordDifference(from: "one" + end, to: "two" + end) != nil)
    }
}

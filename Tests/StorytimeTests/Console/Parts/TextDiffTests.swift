import Testing

@testable import Storytime

@Suite("The difference of two texts")
struct TextDiffTests {
    /// Marks what changed with brackets.
    private func marked(_ runs: [DiffRun]) -> String {
        runs.map { $0.isChanged ? "[\($0.text)]" : $0.text }.joined()
    }

    /// Both texts as one: [-what went-] and {+what came+}.
    private func inOne(_ before: String, _ after: String) -> String? {
        TextDiff(before, after).inOne?.map { part in
            switch part.kind {
            case .kept: part.text
            case .removed: "[-\(part.text)-]"
            case .added: "{+\(part.text)+}"
            }
        }.joined()
    }

    @Test(
        "Side by side, what only one version has is marked in it",
        arguments: [
            ("", "", "", ""),
            ("the same", "the same", "the same", "the same"),
            ("", "all of it", "", "[all of it]"),
            ("The Fox", "The Foxes", "The [Fox]", "The [Foxes]"),
            ("fairy-tales", "fairy-stories", "fairy-[tales]", "fairy-[stories]"),
            ("a b c d", "a c d", "a [b] c d", "a c d"),
            ("a old word b", "a new thing b", "a [old word] b", "a [new thing] b"),
            ("one, two", "one; two", "one[,] two", "one[;] two"),
            ("two spaces", "two  spaces", "two spaces", "two [ ]spaces"),
            ("ليلى حداد", "ليلى هاشم", "ليلى [حداد]", "ليلى [هاشم]"),
            ("👨‍👩‍👧 family", "👨‍👩‍👧 friends", "👨‍👩‍👧 [family]", "👨‍👩‍👧 [friends]"),
            ("café", "cafe\u{301}", "[café]", "[cafe\u{301}]"),
        ]
    )
    func marksChanges(_ before: String, _ after: String, _ old: String, _ new: String) {
        let diff = TextDiff(before, after)
        #expect(marked(diff.before) == old)
        #expect(marked(diff.after) == new)
    }

    @Test(
        "Longer texts can be read as one",
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
    func readsAsOne(_ before: String, _ after: String, _ expected: String) {
        #expect(inOne(before, after) == expected)
    }

    @Test(
        "Short texts, and texts with little in common, are better read whole",
        arguments: [
            ("Fox", "Owl"), ("The Little Prince and the fox", "Hansel and Gretel in the wood"),
            ("", "A long text that came out of nothing"),
        ]
    )
    func leavesWhole(_ before: String, _ after: String) {
        #expect(TextDiff(before, after).inOne == nil)
    }

    @Test("Nothing of either text is lost or added, whatever they are made of")
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
            let diff = TextDiff(texts[0], texts[1])
            for (text, kind, runs) in [
                (texts[0], TextDiff.Kind.removed, diff.before), (texts[1], .added, diff.after),
            ] {
                let parts = diff.parts.filter { $0.kind == .kept || $0.kind == kind }
                #expect(Array(parts.map(\.text).joined().utf8) == Array(text.utf8))
                #expect(Array(runs.map(\.text).joined().utf8) == Array(text.utf8))
            }
        }
    }

    @Test("What is too long to be compared between two ends that are alike is marked as a whole")
    func isBounded() {
        let end = String(repeating: "the end ", count: 400)
        let old = (0...TextDiff.maximumWords).map { "old\($0) " }.joined()
        let new = (0...TextDiff.maximumWords).map { "new\($0) " }.joined()
        #expect(TextDiff(old + end, new + end).parts.map(\.kind) == [.removed, .added, .kept])
        #expect(inOne("one " + end, "two " + end)?.hasPrefix("[-one-]{+two+} the end") == true)
    }
}

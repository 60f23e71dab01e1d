import Testing

@testable import Storytime

@Suite("Two versions of a text")
struct TextDiffTests {
    /// Marks what changed with brackets.
    private func marked(_ runs: [DiffRun]) -> String {
        runs.map { $0.isChanged ? "[\($0.text)]" : $0.text }.joined()
    }

    @Test(
        "What only one version has is marked in it",
        arguments: [
            ("", "", "", ""),
            ("the same", "the same", "the same", "the same"),
            ("", "all of it", "", "[all of it]"),
            ("The Fox", "The Foxes", "The [Fox]", "The [Foxes]"),
            ("fairy-tales", "fairy-stories", "fairy-[tales]", "fairy-[stories]"),
            ("a b c d", "a c d", "a [b] c d", "a c d"),
            ("a old word b", "a new thing b", "a [old word] b", "a [new thing] b"),
            ("one, two", "one; two", "one[,] two", "one[;] two"),
            ("ليلى حداد", "ليلى هاشم", "ليلى [حداد]", "ليلى [هاشم]"),
            ("👨‍👩‍👧 family", "👨‍👩‍👧 friends", "👨‍👩‍👧 [family]", "👨‍👩‍👧 [friends]"),
        ]
    )
    func marksChanges(_ before: String, _ after: String, _ old: String, _ new: String) {
        let diff = TextDiff(before, after)
        #expect(marked(diff.before) == old)
        #expect(marked(diff.after) == new)
    }

    @Test("Nothing of either version is lost or added")
    func keepsText() {
        let before = "Every night, the fox  carried\na lantern – through the wood."
        let after = "Each night the fox\tcarried two lanterns, through the snowy wood!"
        let diff = TextDiff(before, after)
        #expect(diff.before.map(\.text).joined() == before)
        #expect(diff.after.map(\.text).joined() == after)
    }

    @Test("Texts too long to be compared are marked as a whole")
    func givesUpOnLongTexts() {
        let long = String(repeating: "word ", count: TextDiff.maximumWords)
        let diff = TextDiff(long, long + "more")
        #expect(diff.before == [DiffRun(text: long, isChanged: true)])
    }
}

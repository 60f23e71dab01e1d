import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Why rows of a file are refused, each reason once")
struct ImportReasonTests {
    private func reasons(_ problems: [[(String, String)]]) -> [ImportReasons.Reason] {
        var reasons = ImportReasons()
        for (index, row) in problems.enumerated() {
            _ = reasons.count(
                row.map { CellProblem(column: $0.0, reason: $0.1) },
                line: index + 2
            )
        }
        return reasons.all
    }

    @Test("What differs in values and numbers alone is one reason, and only that is hidden")
    func groups() {
        let found = reasons([
            [("status", "“x” isn’t a status. Use draft.")],
            [("status", "“y” isn’t a status. Use draft."), ("", "Line 2 has it.")],
            [("", "Line 1,234 has it.")],
            [("Age", "Use 0 to 18 (now 19).")],
            [("Age", "Use 0 to 18 (now 20).")],
            [("state", "“x” isn’t a status. Use draft.")],
        ])
        #expect(
            found.map { "\($0.number) \($0.heading): \($0.text) \($0.rowCount) \($0.firstLines)" }
                == [
                    "1 status: “…” isn’t a status. Use draft. 2 [2, 3]",
                    "2 : Line … has it. 2 [3, 4]",
                    "3 Age: Use 0 to 18 (now …). 2 [5, 6]",
                    "4 state: “x” isn’t a status. Use draft. 1 [7]",
                ]
        )
    }

    @Test("A row with one reason twice counts once, and of many lines the first five are said")
    func counts() {
        let row = [("a", "“x” is wrong."), ("a", "“y” is wrong.")]
        let found = reasons(Array(repeating: row, count: 9))
        #expect(found.map(\.rowCount) == [9])
        #expect(found.first?.firstLines == [2, 3, 4, 5, 6])
    }

    @Test("Reasons beyond the maximum are counted together")
    func maximum() {
        let found = reasons((0..<ImportReasons.maximum + 3).map { [("Column \($0)", "Wrong.")] })
        #expect(found.count == ImportReasons.maximum + 1)
        #expect(found.last?.number == 0 && found.last?.rowCount == 3)
        #expect(found.last?.text == "Other problems.")
    }

    @Test("The preview lists reasons with their rows, the most frequent first, and leads to them")
    func preview() throws {
        let console = try Console.asAdmin()
        let lines = (1...60).map { "Book \($0),,secret\($0)" }
        let checked = try console.check(
            "title,age_min,status\nNo,99,\n" + lines.joined(separator: "\n") + "\nOdd,77,x\n"
        )
        #expect(checked.counts[.refused] == 62)
        let page = try console.get(checked.href)
        #expect(page.contains("status: “…” isn’t a status. Use draft, active or archived."))
        #expect(page.contains("3, 4, 5, 6, 7 …") && page.contains("2, 63"))
        let reason = "\(checked.href)?show=refused&reason="
        let links = page.markup.targets.filter { $0.hasPrefix(reason) }
        #expect(links == [reason + "2", reason + "1"])
        let ages = try console.get(reason + "1")
        #expect(ages.contains(">No<") && ages.contains(">Odd<") && !ages.contains("Book 1<"))
        #expect(ages.contains("Show all rejected rows"))
        // All faults of a row are shown, whichever one led there.
        #expect(ages.contains("“x” isn’t a status"))
        let second = try console.get(reason + "2&page=2")
        #expect(second.contains(">Odd<") && second.contains("Book 60<"))
        #expect(!second.contains("Book 1<"))
        #expect(try console.get(reason + "77").contains("Book 1<"))
        let done = try console.look(try console.bring("title,status\nA,\nB,x\n"))
        #expect(try console.get(try console.confirm(done).href + "?show=refused").contains("“x”"))
    }
}

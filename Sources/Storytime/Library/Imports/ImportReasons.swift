/// Why rows of a file are refused, each reason once: what only differs in the value that was found or
/// in a number is the same reason.
struct ImportReasons {
    /// A reason, and the rows that it concerns.
    struct Reason: Sendable, Equatable {
        /// Its number in the file; 0 is all reasons beyond the maximum.
        let number: Int
        let heading: String
        /// The sentence, with "…" where it differs from row to row.
        let text: String
        let rowCount: Int
        let firstLines: [Int]
    }

    /// More are counted together: somebody who reads that many has seen what is wrong.
    static let maximum = 200
    private static let shownLines = 5

    private var groups: [Group] = []
    private var numbers: [String: Int] = [:]
    /// The rows with a reason beyond the maximum.
    private var others: (rowCount: Int, firstLines: [Int]) = (0, [])

    /// Counts a refused row; for each of its reasons the number, and the row's place among those that
    /// have it. Number 0 is all reasons beyond the maximum.
    mutating func count(_ problems: [CellProblem], line: Int) -> [(reason: Int, place: Int)] {
        var places: [Int: Int] = [:]
        for problem in problems {
            let parts = Parts(problem.reason)
            let key = problem.column + "\0" + parts.key
            let number = numbers[key] ?? newGroup(key, problem.column, parts)
            guard let number else {
                guard places[0] == nil else { continue }
                others.rowCount += 1
                if others.firstLines.count < Self.shownLines { others.firstLines.append(line) }
                places[0] = others.rowCount
                continue
            }
            groups[number - 1].merge(parts)
            guard places[number] == nil else { continue }
            places[number] = groups[number - 1].count(line: line)
        }
        return places.map { ($0.key, $0.value) }.sorted { $0.reason < $1.reason }
    }

    /// All of them.
    var all: [Reason] {
        var all = groups.enumerated().map { index, group in
            Reason(
                number: index + 1,
                heading: group.heading,
                text: group.parts.text(hiding: group.differing),
                rowCount: group.rowCount,
                firstLines: group.firstLines
            )
        }
        if others.rowCount > 0 {
            all.append(
                Reason(
                    number: 0,
                    heading: "",
                    text: "Other problems.",
                    rowCount: others.rowCount,
                    firstLines: others.firstLines
                )
            )
        }
        return all
    }

    private mutating func newGroup(_ key: String, _ heading: String, _ parts: Parts) -> Int? {
        guard groups.count < Self.maximum else { return nil }
        groups.append(Group(heading: heading, parts: parts))
        numbers[key] = groups.count
        return groups.count
    }

    /// The rows with one reason.
    private struct Group {
        let heading: String
        let parts: Parts
        var differing: Set<Int> = []
        var rowCount = 0
        var firstLines: [Int] = []

        init(heading: String, parts: Parts) {
            self.heading = heading
            self.parts = parts
        }

        mutating func merge(_ other: Parts) {
            for index in parts.details.indices where parts.details[index] != other.details[index] {
                differing.insert(index)
            }
        }

        /// The place of a row among them.
        mutating func count(line: Int) -> Int {
            rowCount += 1
            if firstLines.count < ImportReasons.shownLines { firstLines.append(line) }
            return rowCount
        }
    }

    /// A sentence, taken apart into the words that make the reason, and the details that may differ:
    /// what is in quotation marks, and numbers.
    private struct Parts {
        private var words: [String] = [""]
        private(set) var details: [String] = []

        init(_ sentence: String) {
            var rest = sentence[...]
            while let first = rest.first {
                let length = Self.detailLength(rest)
                if length > 0 {
                    details.append(String(rest.prefix(length)))
                    words.append("")
                    rest = rest.dropFirst(length)
                } else {
                    words[words.count - 1].append(first)
                    rest = rest.dropFirst()
                }
            }
        }

        /// How many characters at the beginning are a detail.
        private static func detailLength(_ text: Substring) -> Int {
            if text.first == "“", let end = text.firstIndex(of: "”") {
                return text.distance(from: text.startIndex, to: end) + 1
            }
            guard text.first?.isNumber == true else { return 0 }
            let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ",") }
            // A comma after the last digit belongs to the sentence.
            return digits.count - digits.reversed().prefix { $0 == "," }.count
        }

        var key: String { words.joined(separator: "\0") }

        func text(hiding differing: Set<Int>) -> String {
            var text = words[0]
            for (index, detail) in details.enumerated() {
                text +=
                    !differing.contains(index) ? detail : detail.hasPrefix("“") ? "“…”" : "…"
                text += words[index + 1]
            }
            return text
        }
    }
}

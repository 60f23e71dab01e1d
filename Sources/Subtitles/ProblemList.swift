/// Collects what is odd in a file: the first thousand things, and how many there are.
struct ProblemList {
    private(set) var problems: [Problem] = []
    private(set) var count = 0
    let isStrict: Bool

    /// More help nobody, and a file of broken lines must not take more memory than whole ones.
    private static let limit = 1_000

    init(isStrict: Bool) {
        self.isStrict = isStrict
    }

    mutating func add(
        _ kind: Problem.Kind,
        line: Int,
        found: @autoclosure () -> String = "",
        remedy: @autoclosure () -> String? = nil
    ) throws {
        let isListed = count < Self.limit
        try add(
            Problem(
                kind,
                line: line,
                found: isListed ? Self.excerpt(found()) : "",
                remedy: isListed ? remedy() : nil
            )
        )
    }

    mutating func add(_ problem: Problem) throws {
        if isStrict, problem.kind.weight != .remark { throw ReadingError.strict(problem) }
        count += 1
        if problems.count < Self.limit { problems.append(problem) }
    }

    /// Counts more of those that were added.
    mutating func addUnlisted(_ more: Int) {
        count += more
    }

    private static func excerpt(_ text: String) -> String {
        guard text.utf8.count > 60 else { return text }
        let head = text.unicodeScalars.prefix(57).map(Character.init)
        return String(head) + "…"
    }
}

/// A column of a file that is left out, and why, in words for people.
struct IgnoredColumn: Equatable {
    enum Reason: Equatable {
        /// Its heading says nothing that we know.
        case unknown
        case unnamed
        /// So many columns are called that, and another one of them is used.
        case repeated(count: Int, isAfter: Bool)
        /// Another one with this heading has what this one would have.
        case instead(String)
    }

    let index: Int
    let heading: String
    let reason: Reason

    /// All of a file’s, in its order. Our own note on a row is none of the file’s columns.
    static func all(_ headings: [String], _ mapping: ImportMapping) -> [IgnoredColumn] {
        let keys = headings.map(ImportColumn.key)
        var counts: [String: Int] = [:]
        for key in keys { counts[key, default: 0] += 1 }
        var used: [String: Int] = [:]
        for index in headings.indices where mapping.columns[index] != nil {
            used[keys[index]] = used[keys[index]] ?? index
        }
        func reason(_ index: Int) -> Reason {
            if PlainText.trimmed(headings[index]).isEmpty { return .unnamed }
            if !keys[index].isEmpty, let other = used[keys[index]], let count = counts[keys[index]]
            {
                return .repeated(count: count, isAfter: index > other)
            }
            if ImportColumn.isVague(headings[index]) { return .unknown }
            let other = ImportColumn(heading: headings[index])
                .flatMap { mapping.index(of: $0) }
            return other.map { .instead(headings[$0]) } ?? .unknown
        }
        return headings.indices.filter { index in
            mapping.columns[index] == nil && !RefusedExport.isNote(headings[index])
        }.map { IgnoredColumn(index: $0, heading: headings[$0], reason: reason($0)) }
    }

    /// What the command says of them. Of those without a heading and without anything in them, which a comma
    /// at the end of each line makes, there is nothing to say.
    static func sentences(_ ignored: [IgnoredColumn], empty: Set<Int>) -> [String] {
        var sentences: [String] = []
        var unnamed = 0
        for column in ignored {
            switch column.reason {
            case .unknown: sentences.append("Unknown column “\(column.heading)” is ignored.")
            case .unnamed: unnamed += empty.contains(column.index) ? 0 : 1
            case .repeated(let count, let isAfter):
                let sentence =
                    "The column “\(column.heading)” is there "
                    + (count == 2
                        ? "twice; the \(isAfter ? "second" : "first") one is ignored."
                        : "\(Counted.number(count)) times; only one of them is used.")
                if sentences.last != sentence { sentences.append(sentence) }
            case .instead(let other):
                sentences.append(
                    "The column “\(column.heading)” is ignored; “\(other)” is used instead."
                )
            }
        }
        if unnamed == 1 { sentences.append("A column without a heading is ignored.") }
        if unnamed > 1 {
            sentences.append("\(Counted.number(unnamed)) columns without a heading are ignored.")
        }
        return sentences
    }

    /// What the page adds to its heading.
    var note: String? {
        switch reason {
        case .unknown, .unnamed: nil
        case .repeated(2, let isAfter):
            "is there twice; the \(isAfter ? "first" : "second") one is used."
        case .repeated(let count, _):
            "is there \(Counted.number(count)) times; only one of them is used."
        case .instead(let other): "isn’t used; “\(other)” is."
        }
    }
}

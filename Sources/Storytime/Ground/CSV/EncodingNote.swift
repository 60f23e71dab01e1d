import Received

extension CSVFile {
    /// How many lines are named.
    private static let namedLines = 5

    /// What whoever brought the file should know about how its bytes became text, when all of it was
    /// read; nil if nothing. “We guessed the encoding: Cyrillic (Windows-1251). If letters look wrong, …”
    ///
    /// Lines of the file's beginning that it was opened without are counted, too. A file that is read in
    /// the encoding which was guessed earlier doesn’t know that itself. Where another one can be chosen, that is
    /// said first.
    func encodingNote(
        after offset: Int = 0,
        wasGuessed: Bool = false,
        canChoose: Bool = false
    ) -> String? {
        var sentences: [String] = []
        if isGuessed || wasGuessed {
            sentences.append(
                "We guessed the encoding: \(EncodingChoices.name(of: encoding)). If letters look wrong, "
                    + (canChoose ? "choose another one, or " : "") + "save the file as UTF-8."
            )
        }
        let known = Dictionary(grouping: strays.first, by: \.encoding)
        for (other, lines) in known.sorted(by: { ($0.value[0].line) < ($1.value[0].line) }) {
            // Of those that aren't kept, nobody knows which they are.
            let isAll = known.count == 1
            let count = isAll ? strays.count : lines.count
            let named = lines.prefix(Self.namedLines).map { Counted.number($0.line + offset) }
            let more = count - named.count
            let names = more > 0 ? named + ["\(Counted.number(more)) more"] : named
            let subject = (count == 1 ? "Line " : "Lines ") + Counted.list(names)
            if let other {
                sentences.append(
                    subject + (count == 1 ? " isn’t" : " aren’t")
                        + " \(encoding.title), and \(count == 1 ? "was" : "were") read as \(other.title)."
                )
            } else {
                sentences.append(
                    subject + (count == 1 ? " has" : " have")
                        + " bytes that aren’t \(encoding.title). They became “\u{FFFD}”."
                )
            }
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}

import Received

/// Drawings of SubStation Alpha: `m 0 0 l 100 0 100 50 0 50`.
///
/// A program that turns its captions into others may forget that they are none, and leaves the commands as text.
enum Drawing {
    /// Whether a line is nothing but a drawing: where the pen begins, and another command. No language has that.
    static func isDrawing(_ line: some Sequence<UInt8>) -> Bool {
        var (commands, numbers) = (0, 0)
        for word in Array(line).split(whereSeparator: \.isSpace) {
            if word.count == 1, "mnlbspc".utf8.contains(word[word.startIndex]) {
                guard commands > 0 || word.first == UInt8(ascii: "m") else { return false }
                // Two numbers are a point.
                guard commands != 1 || numbers == 2 else { return false }
                commands += 1
            } else {
                guard commands > 0, isNumber(word) else { return false }
                numbers += 1
            }
        }
        return commands > 1 && numbers > 3
    }

    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        let digits = word.first == UInt8(ascii: "-") ? word.dropFirst() : word
        return digits.contains(where: \.isDigit)
            && digits.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }
}

extension Captions {
    /// Without what programs leave of SubStation Alpha when they turn it into something else: lines that are
    /// drawings, and `\h` for a space at which no line breaks. Cues of which nothing is left to read are gone.
    package func withoutRemains() -> Captions {
        var captions = self
        captions.cues = cues.compactMap { cue in
            var cue = cue
            cue.removeDrawings()
            cue.replaceHardSpaces()
            return cue.text.utf8.allSatisfy(\.isSpace) ? nil : cue
        }
        return captions
    }
}

extension Cue {
    fileprivate mutating func removeDrawings() {
        guard text.utf8.first == UInt8(ascii: "m") || text.utf8.contains(.lineFeed) else { return }
        let lines = text.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false)
        let words = lines.filter { !Drawing.isDrawing($0) }
        guard words.count < lines.count else { return }
        text = words.map { String(Substring($0)) }.joined(separator: "\n")
    }

    /// Both have two bytes, so that styles stay where they are.
    fileprivate mutating func replaceHardSpaces() {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return }
        var bytes = Array(text.utf8)
        for index in bytes.indices.dropLast()
        where bytes[index] == UInt8(ascii: "\\") && bytes[index + 1] == UInt8(ascii: "h") {
            (bytes[index], bytes[index + 1]) = (0xC2, 0xA0)
        }
        let (runs, words) = (self.runs, self.words)
        text = ReceivedText.repair(bytes)
        (self.runs, self.words) = (runs, words)
    }
}

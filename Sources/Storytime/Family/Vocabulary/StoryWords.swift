import Received

/// The words of a story’s text, each once, with where it is first said.
struct StoryWords: Sendable, Equatable {
    struct Word: Sendable, Equatable {
        /// Folded: what makes it the same word.
        let key: String
        /// As it is written, in small letters if it ever is.
        var term: String
        /// The line in which it is first said.
        let sentence: String
        let seconds: Double
        var count = 1
    }

    /// In the order in which they are said.
    let words: [Word]

    init(_ lines: [ReadingLine]) {
        var words: [Word] = []
        var places: [String: Int] = [:]
        for line in lines {
            for term in Self.split(line.text) {
                let key = Folding.fold(term)
                guard !key.isEmpty, term.unicodeScalars.count <= KeptWordForm.mostTermCharacters
                else { continue }
                if let place = places[key] {
                    words[place].count += 1
                    // A capital may only be that of a sentence’s beginning.
                    if term == term.lowercased() { words[place].term = term }
                } else {
                    places[key] = words.count
                    words.append(
                        Word(
                            key: key,
                            term: term,
                            sentence: line.text,
                            seconds: Double(line.start.milliseconds) / 1000
                        )
                    )
                }
            }
        }
        self.words = words
    }

    /// Which letters can be in one word: Japanese has no spaces, but changes its script where a word
    /// often ends.
    private enum Script {
        case none, letters, digits, han, hiragana, katakana

        init(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            // The mark that makes a vowel long.
            case 0x30A1...0x30FE, 0x31F0...0x31FF: self = .katakana
            case 0x3041...0x309F: self = .hiragana
            case 0x3005, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .han
            default:
                let properties = scalar.properties
                switch properties.generalCategory {
                case .nonspacingMark, .spacingMark: self = .letters
                case .decimalNumber: self = .digits
                default: self = properties.isAlphabetic ? .letters : .none
                }
            }
        }
    }

    /// The words of a text: runs of letters, with an apostrophe or a hyphen between two. Numbers are none.
    static func split(_ text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var words: [String] = []
        var start: Int?
        var script = Script.none
        func end(_ index: Int) {
            if let first = start, script != .digits {
                words.append(ReceivedText.joined(scalars[first..<index]))
            }
            start = nil
        }
        for (index, scalar) in scalars.enumerated() {
            let next = Script(scalar)
            if next == .none {
                let joins =
                    script == .letters && start != nil && isJoint(scalar)
                    && index + 1 < scalars.count && Script(scalars[index + 1]) == .letters
                if !joins { end(index) }
                continue
            }
            if start != nil, next != script { end(index) }
            if start == nil {
                start = index
                script = next
            }
        }
        end(scalars.count)
        return words
    }

    private static func isJoint(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'" || scalar == "’" || scalar == "-" || scalar == "\u{2010}"
    }
}

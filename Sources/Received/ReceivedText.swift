/// The only way in which bytes from a stranger become a `String`.
///
/// Swift compares, hashes and searches strings by canonical equivalence: it sorts the marks on
/// each letter by their classes (Unicode Standard Annex #15), which takes n² steps for n marks.
/// 500 KB of them on one letter would keep a thread busy for minutes, wherever the text is a key,
/// a case of a switch or one side of `==`, and so would utf8proc's folding. So a text with more
/// marks on one letter than any script has is refused before anything looks at it, just like bytes
/// that aren't UTF-8. After this check everything done with a string takes time in proportion to
/// its length.
///
/// A test refuses other ways from bytes to strings in the folders where strangers' text is read.
package enum ReceivedText {
    /// UAX #15 §13 (the Stream-Safe Text Format) says that no useful text has more than 30. Four
    /// times that lets jokes pass, and costs at most some 30 ns for a mark.
    package static let maximumMarks = 128

    /// Why bytes aren't accepted as text.
    package enum Refusal: Error, Equatable, Sendable {
        case notUTF8
        case tooManyMarks
    }

    /// The text that the bytes spell.
    package static func read(_ bytes: some Collection<UInt8>) throws(Refusal) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        guard !hasTooManyMarks(text) else { throw .tooManyMarks }
        return text
    }

    /// Whether a letter of the text has more marks than are accepted.
    package static func hasTooManyMarks(_ text: String) -> Bool {
        // Marks have at least two bytes, and the first of them, U+0300, begins with 0xCC.
        guard text.utf8.count > 2 * maximumMarks, text.utf8.contains(where: { $0 >= 0xCC }) else {
            return false
        }
        var marks = 0
        for scalar in text.unicodeScalars {
            switch role(of: scalar) {
            case .letter: marks = 0
            case .ignored: break
            case .mark:
                marks += 1
                if marks > maximumMarks { return true }
            }
        }
        return false
    }

    private enum Role {
        case letter, mark
        /// Folding drops it, which brings the marks before and after it together.
        case ignored
    }

    private static func role(of scalar: Unicode.Scalar) -> Role {
        switch scalar.value {
        // Letters of the most common scripts, without looking at the tables.
        case 0..<0xAD, 0xAE..<0x300, 0x370..<0x483, 0x3041..<0x3099, 0x4E00..<0xA000,
            0xAC00..<0xD7A4:
            return .letter
        // Half-width voiced marks are letters, but become marks when compatibility forms are
        // folded.
        case 0xFF9E, 0xFF9F: return .mark
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark:
            return properties.isDefaultIgnorableCodePoint ? .ignored : .mark
        default:
            guard properties.canonicalCombiningClass == .notReordered else { return .mark }
            return properties.isDefaultIgnorableCodePoint ? .ignored : .letter
        }
    }
}

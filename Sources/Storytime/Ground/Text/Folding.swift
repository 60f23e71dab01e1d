import Received
import CUTF8Proc
import Glibc

/// Folded text: what two spellings have in common when case and accents are ignored.
///
/// The application writes folded keys into `…_key` columns, for uniqueness, sorting and search, so
/// that the schema needs no collation of ours and the `sqlite3` shell can check the file.
enum Folding {
    /// The text without case, accents and compatibility forms; white space is collapsed.
    ///
    /// utf8proc decomposes and folds case (ß becomes ss). Marks are removed if they are accents:
    /// on letters of the Latin, Greek and Cyrillic scripts. Elsewhere they make a different
    /// letter: カ is not ガ, and a vowel sign makes another word. Letters that Unicode does not
    /// decompose, although readers type them without the mark (ø, ł, æ …), come from a small
    /// table.
    static func fold(_ text: String) -> String {
        if let folded = foldedASCII(text) { return folded }
        var scalars = String.UnicodeScalarView()
        var spaceIsPending = false
        var marksAreAccents = false
        for scalar in decomposed(text).unicodeScalars {
            if scalar.properties.generalCategory == .nonspacingMark {
                if !marksAreAccents { scalars.append(scalar) }
                continue
            }
            marksAreAccents = hasAccents(scalar)
            if scalar.properties.isWhitespace {
                spaceIsPending = !scalars.isEmpty
                continue
            }
            if spaceIsPending {
                scalars.append(" ")
                spaceIsPending = false
            }
            if let plain = plainLetters[scalar] {
                scalars.append(contentsOf: plain.unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        return ReceivedText.joined(scalars)
    }

    /// The result of `fold` for a text that is all ASCII, nil for any other: most titles are
    /// ASCII, and an import folds hundreds of thousands of texts.
    private static func foldedASCII(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return OwnText.written(capacity: bytes.count) { folded in
                var count = 0
                var spaceIsPending = false
                for byte in bytes {
                    if byte == 0x20 || (0x09...0x0D).contains(byte) {
                        spaceIsPending = count > 0
                        continue
                    }
                    if spaceIsPending {
                        folded[count] = 0x20
                        count += 1
                        spaceIsPending = false
                    }
                    folded[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                    count += 1
                }
                return count
            }
        }
    }

    /// Whether marks on it are accents: a letter of those scripts, or one of their signs.
    private static func hasAccents(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Basic Latin to Latin Extended-B, IPA; Greek and Cyrillic with its supplement; Latin
        // Extended Additional and Greek Extended.
        case 0..<0x2B0, 0x370..<0x530, 0x1E00..<0x2000: true
        default: false
        }
    }

    /// utf8proc's decomposition; the text itself if there was no memory for it.
    private static func decomposed(_ text: String) -> String {
        let options = utf8proc_option_t(
            UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue
                | UTF8PROC_IGNORE.rawValue | UTF8PROC_STABLE.rawValue
        )
        var text = text
        return text.withUTF8 { bytes in
            var result: UnsafeMutablePointer<UInt8>?
            let count = utf8proc_map(bytes.baseAddress, bytes.count, &result, options)
            guard let result, count >= 0 else {
                return OwnText.decode(bytes).lowercased()
            }
            defer { free(result) }
            return OwnText.decode(UnsafeBufferPointer(start: result, count: count))
        }
    }

    /// Letters of Latin alphabets without a decomposition, with what people type instead.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h",
        "ı": "i", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ʼ": "'", "’": "'", "‘": "'",
    ]
}

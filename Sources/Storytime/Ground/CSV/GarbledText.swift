import Received

/// Looks for text that was garbled earlier: UTF-8 that some program read as Windows-1252 and wrote
/// as UTF-8 again, so that "é" became "Ã©" and "’" became "â€™".
///
/// It is valid text, and only the person who uploaded it can tell; so this is a warning, never an
/// error.
enum GarbledText {
    /// The first garbled word in a piece of a file, as it is written and as it may have been
    /// meant; nil if nothing looks garbled.
    static func first(in sample: [UInt8]) -> (found: String, meant: String)? {
        let text = ReceivedText.repair(sample)
        for word in text.unicodeScalars.split(whereSeparator: isSeparator)
        where word.contains(where: { $0 == "Ã" || $0 == "Â" || $0 == "â" }) {
            let scalars = Array(word.prefix(maximumWord))
            if let meant = meant(scalars) {
                return (ReceivedText.joined(scalars), meant)
            }
        }
        return nil
    }

    /// A message needs no more of a word.
    private static let maximumWord = 40

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\n", "\r", ",", ";", "\"": true
        default: false
        }
    }

    /// The word with its garbled characters restored; nil if it has none.
    private static func meant(_ word: [Unicode.Scalar]) -> String? {
        var meant = ""
        var isGarbled = false
        var index = 0
        while index < word.count {
            if let (character, count) = character(word[index...]) {
                meant += character
                isGarbled = true
                index += count
            } else {
                meant.unicodeScalars.append(word[index])
                index += 1
            }
        }
        return isGarbled ? meant : nil
    }

    /// The character whose UTF-8 bytes these characters are in Windows-1252, and how many they
    /// are.
    ///
    /// Only the beginnings of western text and its punctuation count: C2 and C3 (Â and Ã, two
    /// bytes) and E2 80 (â€, three). Other bytes that could begin a character are letters that
    /// precede a closing quote or a no-break space in correct text.
    private static func character(_ rest: ArraySlice<Unicode.Scalar>) -> (String, Int)? {
        let bytes = rest.prefix(3).map { Windows1252.byte($0) ?? 0 }
        guard bytes.count >= 2 else { return nil }
        let isTwo = (bytes[0] == 0xC2 || bytes[0] == 0xC3) && isContinuation(bytes[1])
        if isTwo, !endsWords.contains(bytes[1]) {
            return (OwnText.decode(bytes[..<2]), 2)
        }
        guard bytes[0] == 0xE2, bytes[1] == 0x80, bytes.count == 3, isContinuation(bytes[2]) else {
            return nil
        }
        return (OwnText.decode(bytes), 3)
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// Characters that follow a capital "Ã" or "Â" in correct text too, as in "AMANHÃ…": … ’ ” – —
    /// ›, the no-break space and ».
    private static let endsWords: Set<UInt8> = [0x85, 0x92, 0x94, 0x96, 0x97, 0x9B, 0xA0, 0xBB]
}

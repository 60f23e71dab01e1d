/// Some seconds of sound as a browser records them, in one of the forms that services take. It is sent on
/// and forgotten; nothing here decodes it.
struct LiveSound: Sendable {
    /// Ten seconds as bare values take a third of that.
    static let mostBytes = 1_000_000

    private let kind: Kind
    private let bytes: [UInt8]

    private enum Kind: String, Sendable {
        case wav, webm, ogg, mp4

        var mediaType: String { "audio/\(rawValue)" }
    }

    /// Nil if the bytes don’t begin as any of the forms does.
    init?(_ bytes: [UInt8]) {
        func has(_ text: String, at place: Int = 0) -> Bool {
            bytes.dropFirst(place).starts(with: text.utf8)
        }
        guard bytes.count >= 16 else { return nil }
        if has("RIFF"), has("WAVE", at: 8) {
            kind = .wav
        } else if bytes.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) {
            kind = .webm
        } else if has("OggS") {
            kind = .ogg
        } else if has("ftyp", at: 4) {
            kind = .mp4
        } else {
            return nil
        }
        self.bytes = bytes
    }

    var speech: SpeechService.Sound {
        SpeechService.Sound(
            bytes: bytes,
            fileName: "speech.\(kind.rawValue)",
            mediaType: kind.mediaType
        )
    }
}

/// What a service says of some seconds, as words to show.
enum LiveText {
    /// In one line and without control characters; empty if nothing was said. Whisper’s kin write
    /// “[BLANK_AUDIO]” or “(silence)” where there are no words.
    static func clean(_ text: String) -> String {
        let words = ReadableText.of(text, most: LivePiece.mostCharacters)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let pairs: [(Character, Character)] = [("[", "]"), ("(", ")")]
        let isSign = pairs.contains { open, close in
            words.first == open && words.last == close && !words.dropLast().contains(close)
        }
        return isSign || !words.contains(where: { $0.isLetter || $0.isNumber }) ? "" : words
    }
}

import FoundationEssentials
import Received

/// JSON of other servers and programs as a value of a type of ours.
enum ReceivedJSON {
    /// Bytes that are no JSON in UTF-8.
    struct Unreadable: Error {}

    /// With texts that can be shown (`ReadableText`).
    static func decode<Value: Decodable>(_ type: Value.Type, from json: some Collection<UInt8>)
        throws -> Value
    {
        let text = try JSONCharacters.spelledOut(json, without: ReadableText.isHidden)
        let readable = ReadableText.plain(OwnText.decode(text))
        return try JSONCharacters.decode(type, from: readable.utf8)
    }
}

/// JSON that this program wrote, back from where it was kept.
enum OwnJSON {
    static func decode<Value: Decodable>(_ type: Value.Type, from json: some Collection<UInt8>)
        throws -> Value
    {
        try JSONCharacters.decode(type, from: JSONCharacters.spelledOut(json))
    }
}

/// What Foundation's decoder gets to read. It makes strings of whatever it finds, and takes UTF-16 as well: here it
/// gets UTF-8 in which no letter has too many marks, not even by their numbers (`\u0301`).
private enum JSONCharacters {
    /// Past our own declaration, which closes this way.
    static func decode<Value: Decodable>(_ type: Value.Type, from text: some Collection<UInt8>)
        throws -> Value
    {
        try JSONDecoder().FoundationEssentials::decode(type, from: Data(text))
    }

    /// With characters beyond ASCII in the place of their numbers, and without the numbers of those that are hidden.
    /// What is no character stays, for the decoder to judge.
    static func spelledOut(
        _ json: some Collection<UInt8>,
        without isHidden: (Unicode.Scalar) -> Bool = { _ in false }
    ) throws -> [UInt8] {
        // Zeros are how Foundation recognizes UTF-16. JSON has none (RFC 8259 §7).
        guard !json.contains(0) else { throw ReceivedJSON.Unreadable() }
        var text = [UInt8](json)
        guard (try? UTF8Span(validating: text.span)) != nil else { throw ReceivedJSON.Unreadable() }
        if text.contains(UInt8(ascii: "\\")) {
            text = withoutNumbers(text[...], isHidden)
        }
        var limit = MarkLimit()
        limit.apply(to: &text)
        return text
    }

    private static func withoutNumbers(
        _ text: ArraySlice<UInt8>,
        _ isHidden: (Unicode.Scalar) -> Bool
    ) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var rest = text
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            result += rest[..<backslash]
            rest = rest[backslash...]
            if let (scalar, length) = character(rest) {
                if !isHidden(scalar) {
                    let escaped = rest.prefix(length)
                    result += scalar.isASCII ? Array(escaped) : Array(String(scalar).utf8)
                }
                rest = rest.dropFirst(length)
            } else {
                // A backslash behind this one escapes nothing.
                result += rest.prefix(2)
                rest = rest.dropFirst(2)
            }
        }
        return result + rest
    }

    /// The character that is written there by its number, or by its two surrogates.
    private static func character(_ text: ArraySlice<UInt8>) -> (Unicode.Scalar, length: Int)? {
        guard let first = codeUnit(text) else { return nil }
        if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
        guard UTF16.isLeadSurrogate(first), let second = codeUnit(text.dropFirst(6)),
            UTF16.isTrailSurrogate(second)
        else { return nil }
        return (UTF16.decode(UTF16.EncodedScalar([first, second])), 12)
    }

    private static func codeUnit(_ text: ArraySlice<UInt8>) -> UInt16? {
        guard text.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
        let digits = text.dropFirst(2).prefix(4)
            .compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 4 else { return nil }
        return digits.reduce(0) { $0 << 4 | UInt16($1) }
    }
}

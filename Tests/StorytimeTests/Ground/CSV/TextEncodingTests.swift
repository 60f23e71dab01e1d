import Foundation
import Testing

@testable import Storytime

@Suite("The encoding of a text file")
struct TextEncodingTests {
    private static let text = "title;author\r\nDer Grüffelo;Axel Scheffler\r\n日本の話 🦊;é\r\n"

    private static func utf16(_ text: String, _ encoding: String.Encoding) -> [UInt8] {
        Array(text.data(using: encoding) ?? Data())
    }

    private static let written: [(String, [UInt8], TextEncoding, Int)] = [
        ("nothing", [], .utf8, 0), ("ASCII", Array("a,b".utf8), .utf8, 0),
        ("UTF-8", Array(text.utf8), .utf8, 0),
        ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array(text.utf8), .utf8, 3),
        (
            "UTF-16LE with a mark", [0xFF, 0xFE] + utf16(text, .utf16LittleEndian),
            .utf16LittleEndian, 2
        ),
        ("UTF-16BE with a mark", [0xFE, 0xFF] + utf16(text, .utf16BigEndian), .utf16BigEndian, 2),
        ("UTF-16LE", utf16(text, .utf16LittleEndian), .utf16LittleEndian, 0),
        ("UTF-16BE", utf16(text, .utf16BigEndian), .utf16BigEndian, 0),
    ]

    @Test("A file is read in the encoding that it has", arguments: written)
    func recognises(name: String, bytes: [UInt8], encoding: TextEncoding, markBytes: Int) throws {
        let recognised = TextEncoding.recognised(in: bytes, isWhole: true)
        #expect(recognised == .init(encoding: encoding, markBytes: markBytes), "\(name)")
        for pieceBytes in [1, 2, 3, 5, 1000] {
            let rest = Array(bytes.dropFirst(markBytes))
            let text = try decoded(rest, encoding, pieceBytes: pieceBytes)
            #expect(text.isEmpty || text == "a,b" || text == Self.text, "\(name)")
        }
    }

    private func encoding(of bytes: [UInt8], isWhole: Bool = true) -> TextEncoding {
        TextEncoding.recognised(in: bytes, isWhole: isWhole).encoding
    }

    @Test("Mostly Chinese UTF-16 is recognised by its commas and line ends")
    func chinese() {
        let row = String(repeating: "床前明月光疑是地上霜", count: 2) + ",李白\r\n"
        let text = String(repeating: row, count: 20)
        let littleEndian = Self.utf16(text, .utf16LittleEndian)
        #expect(encoding(of: littleEndian) == .utf16LittleEndian)
        let bigEndian = Self.utf16(text, .utf16BigEndian)
        #expect(encoding(of: bigEndian) == .utf16BigEndian)
    }

    @Test("What is no UTF-8 is Windows-1252")
    func windows1252() throws {
        let bytes = Array("Caf".utf8) + [0xE9, 0x2C, 0x80, 0x93, 0x9F]
        #expect(encoding(of: bytes) == .windows1252)
        #expect(try decoded(bytes, .windows1252, pieceBytes: 2) == "Café,€“Ÿ")
    }

    @Test(
        "A character that is cut is UTF-8 at the end of a sample, and nowhere else",
        arguments: [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0xA6]] as [[UInt8]]
    )
    func cut(character: [UInt8]) {
        #expect(encoding(of: [0x61] + character, isWhole: false) == .utf8)
        #expect(encoding(of: [0x61] + character, isWhole: true) == .windows1252)
        #expect(encoding(of: [0x61] + character + [0x61], isWhole: false) == .windows1252)
    }

    @Test("A stray zero byte makes no UTF-16, nor do some on both sides")
    func zeroBytes() {
        let text = String(repeating: "The Gruffalo,Julia Donaldson\r\n", count: 5) + "\0"
        #expect(encoding(of: Array(text.utf8)) == .utf8)
        #expect(encoding(of: Array("a\0\0b\0\0".utf8)) == .utf8)
    }

    @Test("An encoding that was chosen by hand is the one, and only its own mark is left out")
    func chosen() {
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF, 0x61]
        let utf8 = TextEncoding.recognised(in: marked, isWhole: true, assuming: .utf8)
        #expect(utf8 == .init(encoding: .utf8, markBytes: 3))
        let other = TextEncoding.recognised(in: marked, isWhole: true, assuming: .windows1252)
        #expect(other == .init(encoding: .windows1252, markBytes: 0))
    }

    @Test("Every byte of Windows-1252 is what Foundation says, and five are nothing")
    func table() {
        var missing: [UInt8] = []
        for byte in UInt8.min...UInt8.max {
            guard let scalar = Windows1252.scalar(byte) else {
                missing.append(byte)
                continue
            }
            let expected = String(bytes: [byte], encoding: .windowsCP1252)
            #expect(String(Character(scalar)) == expected, "\(byte)")
            #expect(Windows1252.byte(scalar) == byte)
        }
        #expect(missing == [0x81, 0x8D, 0x8F, 0x90, 0x9D])
        for scalar in ["\u{81}", "\u{80}", "日", "🦊", "Ł"] as [Unicode.Scalar] {
            #expect(Windows1252.byte(scalar) == nil)
        }
    }

    private static let invalid: [(TextEncoding, [UInt8], String)] = [
        (.utf8, [0x61, 0xFF, 0x62], "a"), (.utf8, [0x61, 0xC3], "a"), (.utf8, [0xC0, 0xAF], ""),
        (.utf8, [0x61, 0xED, 0xA0, 0x80], "a"), (.utf8, [0xF4, 0x90, 0x80, 0x80], ""),
        (.windows1252, [0x61, 0x81], "a"),
        // Half a unit, half a pair, and the halves the wrong way round.
        (.utf16LittleEndian, [0x61, 0, 0x62], "a"),
        (.utf16LittleEndian, [0x61, 0, 0x3E, 0xD8], "a"),
        (.utf16BigEndian, [0, 0x61, 0xD8, 0x3E, 0, 0x61], "a"),
        (.utf16BigEndian, [0xDC, 0, 0, 0x61], ""),
    ]

    @Test("What is wrong is an error, after the text before it", arguments: invalid)
    func refuses(encoding: TextEncoding, bytes: [UInt8], before: String) throws {
        for pieceBytes in [1, 2, 100] {
            let source = MemorySource(bytes, pieceBytes: pieceBytes)
            var decoder = TextDecoder(source, encoding: encoding)
            var text: [UInt8] = []
            #expect(throws: TextError.self) {
                while let piece = try decoder.next() { text += piece }
            }
            #expect(String(decoding: text, as: UTF8.self) == before)
        }
    }

    private func decoded(
        _ bytes: [UInt8],
        _ encoding: TextEncoding,
        pieceBytes: Int
    ) throws -> String {
        var decoder = TextDecoder(MemorySource(bytes, pieceBytes: pieceBytes), encoding: encoding)
        var text = ""
        while let piece = try decoder.next() {
            text += try #require(String(validating: piece, as: UTF8.self))
        }
        return text
    }
}

@Suite("Garbled text")
struct GarbledTextTests {
    private func found(_ text: String) -> [String]? {
        GarbledText.first(in: Array(text.utf8)).map { [$0.found, $0.meant] }
    }

    @Test(
        "UTF-8 that was read as Windows-1252 is found, with what was meant",
        arguments: [
            ("a,CafÃ© au lait", "CafÃ©", "Café"), ("GrÃ¼ffelo;x", "GrÃ¼ffelo", "Grüffelo"),
            ("itâ€™s", "itâ€™s", "it’s"), ("\"â€žJaâ€œ\"", "â€žJaâ€œ", "„Ja“"),
            ("Â©2020", "Â©2020", "©2020"), ("Ã‰tÃ©", "Ã‰tÃ©", "Été"),
        ]
    )
    func finds(text: String, word: String, meant: String) {
        #expect(found(text) == [word, meant])
    }

    @Test(
        "Good text is left alone",
        arguments: [
            "", "Café, naïve, Übermut", "AMANHÃ… IRMÃ”", "«CAFÉ»", "ÂNGELA, CONVÊNIO", "Ã\u{A0}",
            "ROMÂNIA",
            "â", "Ã", "日本", "pâte à €", "Łódź",
        ]
    )
    func spares(text: String) {
        #expect(found(text) == nil)
    }
}

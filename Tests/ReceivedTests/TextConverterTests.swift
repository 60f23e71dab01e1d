import Foundation
import Testing

@testable import Received

@Suite("Text that is made UTF-8, piece by piece")
struct TextConverterTests {
    private func read(_ bytes: [UInt8], _ found: TextRecognition, piece: Int)
        -> (text: String, strays: StrayLines)
    {
        var converter = TextConverter(found)
        var text: [UInt8] = []
        for start in stride(from: found.markBytes, to: bytes.count, by: piece) {
            let new = converter.next(Array(bytes[start..<min(bytes.count, start + piece)]))
            #expect(String(validating: new, as: UTF8.self) != nil)
            text += new
        }
        text += converter.end()
        return (String(decoding: text, as: UTF8.self), converter.strays)
    }

    private static let ok = "Die Bären träumen schön\nGrüße vom Fuchs\n"

    private static let faults: [(String, [UInt8], String, [StrayLine])] = [
        (
            "a byte that is lost in a line",
            Array("Vulpea și ursul în p".utf8) + [0xC4]
                + Array("dure\nîntreabă\n".utf8),
            "Vulpea și ursul în p\u{FFFD}dure\nîntreabă\n", [StrayLine(line: 1, encoding: nil)]
        ),
        (
            "a character of three bytes without its last",
            Array("きつね".utf8)
                + [0xE6, 0xA3] + Array("へ\nありがとう".utf8),
            "きつね\u{FFFD}へ\nありがとう", [StrayLine(line: 1, encoding: nil)]
        ),
        (
            "a line of another encoding",
            Array(ok.utf8) + Array("K".utf8) + [0xE4]
                + Array("the\nÜbrig".utf8),
            ok + "Käthe\nÜbrig", [StrayLine(line: 3, encoding: .windows1252)]
        ),
        (
            "a last character that is cut", Array((ok + "und B").utf8) + [0xC3],
            ok + "und B\u{FFFD}", [StrayLine(line: 3, encoding: nil)]
        ),
        (
            "a first byte alone", Array((ok + "und B").utf8) + [0xC3] + Array("ren\r\n".utf8),
            ok + "und B\u{FFFD}ren\r\n", [StrayLine(line: 3, encoding: nil)]
        ),
    ]

    @Test("A fault costs its line and no other, however the bytes are cut", arguments: faults)
    func fault(name: String, bytes: [UInt8], text: String, strays: [StrayLine]) {
        let found = TextRecognition(bytes)
        #expect(found.encoding == .utf8, "\(name)")
        for piece in [1, 2, 3, 7, 1 << 16] {
            let read = read(bytes, found, piece: piece)
            #expect(read.text == text, "\(name)")
            #expect(read.strays.first == strays, "\(name)")
        }
    }

    @Test("Lines that aren’t UTF-8 are read in the encoding that their letters fit")
    func strayLanguage() throws {
        let polish = try #require(TextEncoding(label: "windows-1250"))
        let bytes =
            Array("Żółw\nJeż\nŁoś\n".utf8) + polish.encode(Array("Tłumaczył: Łukasz Żak\n".utf8))
        let found = TextRecognition(bytes, language: "pl")
        #expect(found.encoding == .utf8 && found.strays == polish)
        #expect(read(bytes, found, piece: 5).text == "Żółw\nJeż\nŁoś\nTłumaczył: Łukasz Żak\n")
    }

    @Test("What an encoding has no character for is U+FFFD, with its line")
    func undecodable() throws {
        let korean = try #require(TextEncoding(label: "euc-kr"))
        for piece in [1, 3, 100] {
            let some = read(
                [0x61, 0x0A, 0xFF, 0x41, 0x0D, 0x0A, 0x42, 0xC7],
                TextRecognition([], chosen: korean),
                piece: piece
            )
            #expect(some.text == "a\n\u{FFFD}A\r\nB\u{FFFD}")
            #expect(some.strays.first.map(\.line) == [2, 3])
            let wide = read(
                [0x61, 0, 0x0A, 0, 0x3E, 0xD8, 0x61, 0, 0x62],
                TextRecognition([], chosen: .utf16LittleEndian),
                piece: piece
            )
            #expect(wide.text == "a\n\u{FFFD}a" && wide.strays.first.map(\.line) == [2])
        }
    }

    @Test("Byte order marks where files were joined are left out, and others kept")
    func joined() {
        let bytes = Array("\u{FEFF}a\u{FEFF}b\n\u{FEFF}\u{FEFF}c\r\n\u{FEFF}".utf8)
        for piece in [1, 4, 100] {
            #expect(read(bytes, TextRecognition(bytes), piece: piece).text == "a\u{FEFF}b\nc\r\n")
        }
    }

    @Test("CR CR LF ends one line if nearly all lines of the file end so")
    func doubleReturns() {
        let bytes = Array("a\r\r\nb\r\r\n\r\r\nc\r\r\n".utf8)
        for piece in [1, 4, 100] {
            #expect(read(bytes, TextRecognition(bytes), piece: piece).text == "a\r\nb\r\n\r\nc\r\n")
        }
        let other = Array("a\r\r\nb\r\nc\r\n".utf8)
        #expect(read(other, TextRecognition(other), piece: 3).text == "a\r\r\nb\r\nc\r\n")
    }

    @Test("A line of any length is read, whole or in pieces")
    func longLine() {
        let line = String(repeating: "é", count: 100_000)
        let bytes = Array(line.utf8) + [0xFF] + Array("\nü\nü\n".utf8)
        let whole = read(bytes, TextRecognition(bytes), piece: bytes.count)
        #expect(whole.text == line + "\u{FFFD}\nü\nü\n" || whole.text == line + "ÿ\nü\nü\n")
        #expect(whole.strays.first.map(\.line) == [1])
        for piece in [1_000, 65_536, 65_537] {
            let cut = read(bytes, TextRecognition(bytes), piece: piece)
            #expect(cut.text == whole.text && cut.strays == whole.strays)
        }
    }

    @Test("Every byte of Windows-1252 is what Foundation says, and five are controls")
    func table() {
        for byte in UInt8.min...UInt8.max {
            let scalar = Windows1252.scalar(byte)
            #expect(Windows1252.byte(scalar) == byte)
            guard ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) else {
                #expect(scalar.value == UInt32(byte))
                continue
            }
            let expected = String(bytes: [byte], encoding: .windowsCP1252)
            #expect(String(Character(scalar)) == expected, "\(byte)")
        }
        for scalar in ["\u{80}", "日", "🦊", "Ł"] as [Unicode.Scalar] {
            #expect(Windows1252.byte(scalar) == nil)
        }
    }
}

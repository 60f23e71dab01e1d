import Foundation
import Testing

@testable import Storytime

@Suite("JSON that a stranger sends")
struct JSONValueTests {
    private func value(_ text: String) -> JSONValue? {
        try? JSONValue(Array(text.utf8))
    }

    @Test(
        "What RFC 8259 calls JSON is read",
        arguments: [
            ("null", .null), (" true ", .bool(true)), ("\t\r\nfalse\n", .bool(false)),
            ("0", .number("0")), ("-0", .number("-0")), ("1.50", .number("1.50")),
            ("-12e+3", .number("-12e+3")), ("\"\"", .text("")), ("[]", .list([])),
            ("{}", .object([:])), ("[1,[2]]", .list([.number("1"), .list([.number("2")])])),
            (#"{"a":1,"":null}"#, .object(["a": .number("1"), "": .null])),
            (#""\"\\\/\b\f\n\r\t""#, .text("\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u00e9\u0000\uD83E\udd8a""#, .text("é\0🦊")), ("\"é🦊\u{7F}\"", .text("é🦊\u{7F}")),
        ] as [(String, JSONValue)]
    )
    func reads(text: String, expected: JSONValue) {
        #expect(value(text) == expected)
    }

    @Test(
        "Whatever else somebody calls JSON is not",
        arguments: [
            "", " ", "nul", "nulll", "True", "NaN", "Infinity", "+1", "01", "-", "1.", ".5", "1e",
            "1e+", "0x1", "1_000", "'a'", "\"", "\"a", "\"\u{1}\"", "\"a\nb\"", #""\a""#,
            #""\u12""#,
            #""\uD800""#, #""\uD800x""#, #""\uD800\n""#, #""\uDC00""#, #""\uD800\uD800""#, #""\"#,
            "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "{", "{\"a\"", "{\"a\":", "{\"a\":1",
            "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "{}{}", "1 2", "[]]",
            "// x\n1",
            "/* x */1", "\u{FEFF}1", "1\0",
        ]
    )
    func refuses(text: String) {
        #expect(value(text) == nil)
    }

    @Test("A name that comes twice in one object is refused, however it is spelt")
    func refusesTwins() {
        #expect(throws: JSONError(reason: "it has “a” twice", offset: 12)) {
            try JSONValue(Array(#"{"a":1,"a":2}"#.utf8))
        }
        #expect(value(#"{"a":1,"\u0061":2}"#) == nil)
        #expect(value("{\"é\":1,\"e\u{301}\":2}") == nil)
        #expect(value(#"[{"a":1},{"a":2}]"#) != nil)
    }

    @Test(
        "Bytes that are no UTF-8 are refused",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xE2, 0x82, 0x22], [0xEF, 0xBB, 0xBF, 0x31], [0x31, 0x00], [0xFE, 0xFF],
        ] as [[UInt8]]
    )
    func refusesBadBytes(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue(bytes) }
    }

    @Test("Sixteen levels are taken, and not one more, however many there are")
    func depth() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let nested = { (count: Int) in
                String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
            }
            #expect(value(nested(16)) != nil)
            #expect(value(nested(17)) == nil)
            #expect(value(nested(100_000)) == nil)
            #expect(value(String(repeating: open, count: 200_000)) == nil)
        }
    }

    @Test("A text holds so many values, and a number so many characters")
    func sizes() {
        let list = { "[" + Array(repeating: "1", count: $0).joined(separator: ",") + "]" }
        #expect(value(list(JSONParser.maximumValues - 1)) != nil)
        #expect(value(list(JSONParser.maximumValues)) == nil)
        #expect(value(String(repeating: "9", count: 64)) != nil)
        #expect(value(String(repeating: "9", count: 65)) == nil)
        #expect(value("1e" + String(repeating: "9", count: 500_000)) == nil)
    }

    @Test(
        "A whole number is whole however it is written, and never rounded",
        arguments: [
            ("7", 7), ("-7", -7), ("7.0", 7), ("7e2", 700), ("70e-1", 7), ("-0", 0), ("-0.0", 0),
            ("9007199254740992", 9_007_199_254_740_992),
            ("9007199254740993", nil), ("9223372036854775807", nil), ("-9223372036854775808", nil),
            ("9223372036854775808", nil), ("99999999999999999999", nil), ("1e999", nil),
            ("7.5", nil), ("1e-400", 0), ("9007199254740993.0", 9_007_199_254_740_992),
            ("9007199254740994.0", nil), ("1e17", nil),
        ]
    )
    func integers(text: String, expected: Int?) {
        #expect(value(text)?.integer == expected)
    }

    @Test("Bytes that were changed at random are read as Foundation reads them, or refused")
    func fuzz() throws {
        var random = SeededRandom(seed: 21)
        let sample = Array(
            #"{"events":[{"id":"é\u00e9","at":-1.5e3,"ok":true,"x":null}],"n":[0,12]}"#.utf8
        )
        var taken = 0
        for _ in 0..<20_000 {
            var bytes = sample
            for _ in 0...random.below(3) {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.remove(at: place)
                default: bytes.insert(sample[random.below(sample.count)], at: place)
                }
            }
            guard (try? JSONValue(bytes)) != nil else { continue }
            taken += 1
            let theirs = try? JSONSerialization.jsonObject(
                with: Data(bytes),
                options: .fragmentsAllowed
            )
            #expect(theirs != nil, "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(taken > 100)
    }
}

import Foundation

/// Values that have broken somebody's form before, each with a word for what it is.
enum HostileInputs {
    struct Input: Sendable {
        let name: String
        /// As bytes, because some are not text.
        let bytes: [UInt8]

        init(_ name: String, _ text: String) {
            self.name = name
            bytes = Array(text.utf8)
        }

        init(_ name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }

        /// Nil when it isn't UTF-8.
        var text: String? { String(validating: bytes, as: UTF8.self) }
    }

    static let own: [Input] = [
        Input("nothing", ""), Input("a space", " "), Input("no-break space", "\u{A0}"),
        Input("zero-width space", "\u{200B}"), Input("Hangul filler", "\u{3164}"),
        Input("byte order mark", "\u{FEFF}x"), Input("spaces around", "  padded\t"),
        Input("wide spaces around", "\u{3000}padded\u{2003}"), Input("tab inside", "a\tb"),
        Input("line feed", "a\nb"), Input("carriage return", "a\rb"), Input("both", "a\r\nb"),
        Input("header", "x\r\nSet-Cookie: evil=1"), Input("NUL", "a\0b"),
        Input("escape", "\u{1B}[31mred"), Input("backspace", "a\u{8}b"),
        Input("delete", "a\u{7F}b"),
        Input("C1 control", "a\u{9B}b"), Input("line separator", "a\u{2028}b"),
        Input("right-to-left override", "abc\u{202E}gpj.exe"),
        Input("isolate", "\u{2066}x\u{2069}"),
        Input("Arabic", "قصص قبل النوم"), Input("Hebrew with marks", "שָׁלוֹם"),
        Input("emoji family", "👩‍👩‍👧‍👦"), Input("flag", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"), Input("keycap", "1️⃣"),
        Input("decomposed", "e\u{301}te\u{301}"), Input("composed", "\u{E9}t\u{E9}"),
        Input("a hundred accents", "a" + String(repeating: "\u{301}", count: 99)),
        Input("lone accent", "\u{301}"), Input("private use", "\u{E000}"),
        Input("non-character", "\u{FFFF}"), Input("last plane", "\u{10FFFD}"),
        Input("script", "<script>alert(1)</script>"),
        Input("broken out", "\"><img src=x onerror=alert(1)>"),
        Input("single quote", "' onfocus='alert(1)"), Input("comment", "--><b>"),
        Input("CDATA", "]]><x>"), Input("reference", "&lt;b&gt; &#60; &amp;amp;"),
        Input("textarea", "</textarea></title></style><b>"), Input("backtick", "`onload=alert(1)"),
        Input("template", "M{{ 7*7 }}M{% for x in y %}"),
        Input("other templates", "${7*7}#{7*7}<%= 7*7 %>"),
        Input("SQL", "'; DROP TABLE categories; --"), Input("SQL or", "1' OR '1'='1"),
        Input("LIKE", "%_\\"), Input("FTS", "\" OR NEAR(a) *"),
        Input("backslash", "\\\\server\\share"),
        Input("path", "../../../etc/passwd"), Input("formula", "=1+1"), Input("format", "%s%n%x"),
        Input("percent", "%00%2e%2e"), Input("plus and ampersand", "a+b&c=d;e"),
        Input("URL", "javascript:alert(1)"), Input("off-site", "//evil.example/x"),
        Input("null", "null"), Input("true", "true"), Input("zero", "0"), Input("minus", "-1"),
        Input("fraction", "1.5"), Input("exponent", "1e9"), Input("infinite", "Infinity"),
        Input("too large", "99999999999999999999"), Input("padded number", " 12 "),
        Input("smallest", "-9223372036854775808"),
        Input("other digits", "１２"), Input("100 characters", String(repeating: "x", count: 100)),
        Input("101 characters", String(repeating: "x", count: 101)),
        Input("200 characters", String(repeating: "y", count: 200)),
        Input("201 characters", String(repeating: "y", count: 201)),
        Input("100 emoji", String(repeating: "🦊", count: 100)),
        Input("100,000 less-thans", String(repeating: "<", count: 100_000)),
        Input("10,000 lines", String(repeating: "l\n", count: 10_000)),
        Input("half a megabyte", String(repeating: "x", count: 1 << 19)),
        Input("dotless i", "ısı İI"), Input("sharp s", "STRAßE"), Input("ligature", "ﬁnﬂuﬀ"),
        Input("Zalgo", "Z̸̡̛a̶̢l̷̰g̵̨o̴"), Input("reserved", "CON"), Input("dots", "..."),
        Input("invalid byte", bytes: [0x61, 0xFF, 0x62]), Input("overlong", bytes: [0xC0, 0xAF]),
        Input("surrogate", bytes: [0xED, 0xA0, 0x80]), Input("cut off", bytes: [0xE2, 0x82]),
    ]

    /// Edges of numbers, times and days, as a number or as text: what traps where arithmetic isn't bounded.
    static let extremes = [
        "-9223372036854775808", "9223372036854775807", "9223372036854775808",
        "18446744073709551615",
        "-2147483649", "1e300", "-1e300", "nan", "inf", "-0", "3600000000001", "1000000:00:00.001",
        "0000-01-01", "9999-12-31T23:59:59.999Z", "-9223372036854775808,9223372036854775807",
    ]

    /// The values of the kit beside the repository, where it is there.
    static let kit: [Input] = {
        let path = Repository.folder + "/../shared/kits/inputs/inputs.json"
        guard let data = FileManager.default.contents(atPath: path) else {
            print("Left out: the inputs of ../shared/kits/inputs, which isn't here.")
            return []
        }
        let kit = try? JSONDecoder().decode(Kit.self, from: data)
        return kit?.inputs.compactMap(\.input) ?? []
    }()

    static let all = own + kit

    private struct Kit: Decodable {
        struct Entry: Decodable {
            let id: String
            let value: String?
            let gen: String?

            var input: Input? {
                if let value { return Input(id, value) }
                let parts = gen?.split(separator: gen?.hasPrefix("hex:") == true ? ":" : "*") ?? []
                guard parts.count == 2 else { return nil }
                if parts[0] == "hex" { return Input(id, bytes: Self.bytes(parts[1])) }
                let units = [
                    "x": "x", "emoji": "😀", "comb": "\u{301}", "lines": "l\n", "lt": "<",
                    "paren": "(", "amp": "&",
                ]
                guard let unit = units[String(parts[0])], let count = Int(parts[1]) else {
                    return nil
                }
                return Input(id, String(repeating: unit, count: count))
            }

            private static func bytes(_ digits: Substring) -> [UInt8] {
                var rest = digits
                var bytes: [UInt8] = []
                while rest.count >= 2 {
                    bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
                    rest = rest.dropFirst(2)
                }
                return bytes
            }
        }

        let inputs: [Entry]
    }
}

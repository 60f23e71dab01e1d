import Testing

@testable import Storytime

@Suite("JSON that is written")
struct JSONWriterTests {
    private struct Sample: JSONRecord {
        let number: Int?
        let words: [Word]

        struct Word: JSONRecord {
            let text: String

            static let json: [JSONField<Word>] = [.text("text", "A word.") { $0.text }]
        }

        static let json: [JSONField<Sample>] = [
            .integer("id", "A number.") { _ in -7 },
            .optionalInteger("number", "Perhaps a number.") { $0.number },
            .bool("is_there", "Whether it is.") { $0.number != nil },
            .optionalTime("at", "When.") { $0.number },
            .optionalText("note", "Perhaps a text.") { _ in nil },
            .list("words", "Words.") { $0.words },
        ]
    }

    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test("A record is its members in their order, byte for byte")
    func golden() {
        let words = [Sample.Word(text: "fox"), Sample.Word(text: "a \"b\"")]
        #expect(
            text { $0.list([Sample(number: 0, words: words), Sample(number: nil, words: [])]) }
                == #"[{"id":-7,"number":0,"is_there":true,"at":"1970-01-01T00:00:00Z","note":null,"#
                + #""words":[{"text":"fox"},{"text":"a \"b\""}]},"#
                + #"{"id":-7,"number":null,"is_there":false,"at":null,"note":null,"words":[]}]"#
        )
    }

    @Test(
        "A text is escaped where it must be, and where a script could be broken out of",
        arguments: [
            ("", #""""#), ("é🦊\u{7F}", "\"é🦊\u{7F}\""), ("\"\\/", #""\"\\/""#),
            ("\n\r\t\0\u{1F}", #""\n\r\t\u0000\u001f""#), ("</script>", #""\u003c/script>""#),
            ("a\u{2028}b\u{2029}c€", #""a\u2028b\u2029c€""#),
        ]
    )
    func escapes(value: String, expected: String) {
        #expect(text { $0.text(value) } == expected)
        #expect(JSONText.quoted(value) == expected)
    }

    @Test("Whatever text is written is read again as it was")
    func roundTrip() throws {
        for input in HostileInputs.all {
            guard let text = input.text else { continue }
            var json = JSONWriter()
            json.text(text)
            guard case .text(let read) = try JSONValue(json.bytes) else {
                Issue.record("\(input.name) is no text any more")
                continue
            }
            #expect(Array(read.utf8) == Array(text.utf8), "\(input.name)")
        }
    }
}

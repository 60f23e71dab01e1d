import Testing

@testable import HTTP

@Suite("Letters under too many marks in requests") struct TooManyMarksTests {
    private static let alternating = ["\u{301}", "\u{316}"]

    /// A letter under so many marks of alternating classes.
    private static func letter(marks: Int) -> String {
        (0..<marks).reduce(into: "a") {
            $0.unicodeScalars.append(contentsOf: alternating[$1 % 2].unicodeScalars)
        }
    }

    @Test("No part of a request brings such a letter in")
    func everyPart() throws {
        let letter = Self.letter(marks: 1_000)
        let escaped = PercentEncoding.encodeComponent(letter)
        #expect(throws: FormError.tooManyMarks) {
            try URLEncodedForm(Array("a=\(escaped)".utf8))
        }
        #expect(throws: FormError.tooManyMarks) {
            try URLEncodedForm(Array("\(escaped)=a".utf8))
        }
        #expect(throws: FormError.tooManyMarks) { try URLEncodedForm(query: escaped) }
        #expect(PercentEncoding.decode(escaped) == nil)
        #expect(Request(target: "/" + escaped) == nil)
        #expect(Request(target: "/a?" + escaped) != nil)
        for (name, file, value) in [(letter, "f", "v"), ("n", letter, "v"), ("n", "", letter)] {
            let line = file.isEmpty ? "" : "; filename=\"\(file)\""
            let body =
                "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\(line)\r\n\r\n\(value)\r\n--x--"
            #expect(throws: FormError.tooManyMarks) {
                let type = "multipart/form-data; boundary=x"
                _ = try MultipartForm(.bytes(Array(body.utf8)), contentType: type).fields()
            }
        }
        // A field's value is then read as Latin-1, in which no byte is a mark.
        let request = try #require(Request(target: "/", headers: ["X-A": letter]))
        #expect(request.headers["X-A"]?.unicodeScalars.count == letter.utf8.count)
        // Backslashes that part the marks are taken away from a quoted parameter.
        let marks = (0..<300).map { "\\" + Self.alternating[$0 % 2] }.joined()
        #expect(MediaType("text/plain; a=\"\(marks)\"") == nil)
    }

    @Test("A path is cut at the byte of its slash, whatever stands behind it")
    func segments() {
        #expect(
            PathSegments.split("/a/\u{301}b/").map { Array($0.utf8) } == [
                [97], [0xCC, 0x81, 98], [],
            ]
        )
        #expect(PathSegments.split("/") == [""])
    }
}

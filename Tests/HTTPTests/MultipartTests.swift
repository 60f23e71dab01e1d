import Testing

@testable import HTTP

@Suite struct MultipartTests {
    static let type = "multipart/form-data; boundary=XX"

    static func part(_ disposition: String, _ content: String, type: String? = nil) -> String {
        let typeLine = type.map { "Content-Type: \($0)\r\n" } ?? ""
        return
            "--XX\r\nContent-Disposition: form-data; \(disposition)\r\n\(typeLine)\r\n\(content)\r\n"
    }

    @Test("Fields and files are found, with exactly their bytes")
    func parts() throws {
        let text =
            MultipartTests.part("name=\"title\"", "Fox & Moon")
            + MultipartTests.part(
                "name=\"f\"; filename=\"a%22b;c.mp4\"",
                "\r\n--X\r\r\n",
                type: "video/mp4"
            )
            + MultipartTests.part("name=\"f\"; filename=\"\"", "")
            + MultipartTests.part("name=bare", "") + "--XX--\r\n"
        let form = try MultipartForm(.bytes(Array(text.utf8)), contentType: MultipartTests.type)
        #expect(form.parts.map(\.name) == ["title", "f", "f", "bare"])
        #expect(try form.first("title") == "Fox & Moon")
        #expect(try form.first("bare") == "")
        #expect(try form.first("f") == nil)
        let files = form.files("f")
        #expect(files.count == 1)
        #expect(files.first?.filename == "a\"b;c.mp4")
        #expect(files.first?.contentType == "video/mp4")
        #expect(try files.first.map(form.bytes(of:)) == Array("\r\n--X\r\r\n".utf8))
    }

    @Test("A name may begin with a combining mark")
    func combiningMarks() throws {
        let name = "name=\"f\"; filename=\"\u{301};a.mp4\u{301}\""
        let bytes = Array((MultipartTests.part(name, "x") + "--XX--").utf8)
        let form = try MultipartForm(.bytes(bytes), contentType: MultipartTests.type)
        #expect(form.files("f").first?.filename == "\u{301};a.mp4\u{301}")
        #expect(Cookies(["a=1;\u{301}b=2; c=\u{301}3"])["c"] == "\u{301}3")
        #expect(EntityTag("\"\u{301}\"")?.opaque == "\u{301}")
    }

    @Test("A form may be empty")
    func empty() throws {
        #expect(
            try MultipartForm(.bytes(Array("--XX--".utf8)), contentType: MultipartTests.type)
                .parts.isEmpty
        )
    }

    @Test(
        "What two parsers could read in two ways is refused",
        arguments: [
            "", "--XX", "--XX\r\n", "x--XX--", "--XX--x", "--XX--\r\n\r\n", "--XX\n",
            "--XX \r\n\r\n\r\n--XX--",
            "--XX\r\n\r\nno name\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data\r\n\r\nx\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data; name=\"a\"\n\nx\r\n--XX--",
            "--XX\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nx\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\nx\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data; name=\"a\" x\r\n\r\nx\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--XX",
            "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx",
            "--XX\r\n X: y\r\n\r\nx\r\n--XX--",
        ]
    )
    func malformed(text: String) {
        #expect(throws: FormError.self) {
            try MultipartForm(.bytes(Array(text.utf8)), contentType: MultipartTests.type)
        }
    }

    @Test("Heads and parts are bounded, and the content type must name a boundary")
    func limits() {
        let head = "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\nX: "
        let long = head + String(repeating: "y", count: 9_000) + "\r\n\r\nx\r\n--XX--"
        #expect(throws: FormError.self) {
            try MultipartForm(.bytes(Array(long.utf8)), contentType: MultipartTests.type)
        }
        let many = String(repeating: MultipartTests.part("name=\"a\"", ""), count: 1_001) + "--XX--"
        #expect(throws: FormError.tooManyFields) {
            try MultipartForm(.bytes(Array(many.utf8)), contentType: MultipartTests.type)
        }
        for type in ["multipart/form-data", "multipart/mixed; boundary=XX", "text/plain", ""] {
            #expect(throws: FormError.self) { try MultipartForm(.empty, contentType: type) }
        }
    }
}

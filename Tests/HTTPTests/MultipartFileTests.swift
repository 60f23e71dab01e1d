import Glibc
import Testing

@testable import HTTP

@Suite struct MultipartFileTests {
    /// A file without a name, as a server keeps large content in.
    static func file(_ bytes: [UInt8]) throws -> OpenFile {
        var name = Array("/tmp/storytime-multipart-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        try #require(descriptor >= 0)
        unlink(name)
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        return try #require(OpenFile(taking: descriptor))
    }

    /// What a form holds, to be compared; nil for one that is refused.
    private struct Summary: Equatable {
        let names: [String]
        let ranges: [Range<Int>]
        let contents: [[UInt8]]

        init?(_ body: RequestBody, windowBytes: Int) throws {
            let type = MultipartTests.type
            guard let form = try? MultipartForm(body, contentType: type, windowBytes: windowBytes)
            else { return nil }
            names = form.parts.map(\.name)
            ranges = form.parts.map(\.range)
            contents = try form.parts.map { try form.bytes(of: $0) }
        }
    }

    static let samples: [String] = {
        let good =
            MultipartTests.part("name=\"title\"", "Fox & Moon")
            + MultipartTests.part("name=\"f\"; filename=\"a.mp4\"", "\r\n--X\r\r\n--X\r\n-")
            + MultipartTests.part("name=\"e\"; filename=\"\"", "")
            + MultipartTests.part(
                "name=\"g\"; filename=\"b\"",
                String(repeating: "\r\n", count: 99)
            )
        return [
            good + "--XX--\r\n", good + "--XX--", good + "--XX-", good + "--XX--\r", good,
            good + "--XX--\r\n ", good + "--XX\r\n", "--XX--", "--XX", "-", "",
        ]
    }()

    @Test(
        "A form in a file is read as one in memory, wherever the window cuts it",
        arguments: samples
    )
    func windows(sample: String) throws {
        let bytes = Array(sample.utf8)
        let expected = try Summary(.bytes(bytes), windowBytes: 1)
        let file = try MultipartFileTests.file(bytes)
        for windowBytes in 1...300 {
            #expect(try Summary(.file(file), windowBytes: windowBytes) == expected)
        }
        // At the end of a larger file, where heads do not fill the window.
        let filler = MultipartTests.part(
            "name=\"x\"; filename=\"x\"",
            String(repeating: "y", count: 9_000)
        )
        let long = Array((filler + sample).utf8)
        let expectedLong = try Summary(.bytes(long), windowBytes: 1)
        let longFile = try MultipartFileTests.file(long)
        for windowBytes in stride(from: 8_900, to: 9_900, by: 7) {
            #expect(try Summary(.file(longFile), windowBytes: windowBytes) == expectedLong)
        }
    }

    @Test("A boundary that the usual window cuts is found at every place")
    func usualWindow() throws {
        let head = Array("--XX\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n".utf8)
        let end = Array("\r\n--XX--\r\n".utf8)
        for before in 0...end.count + 1 {
            let size = BodyWindow.fileBytes - head.count - before
            let content = [UInt8](repeating: 0x0d, count: size)
            let file = try MultipartFileTests.file(head + content + end)
            let form = try MultipartForm(.file(file), contentType: MultipartTests.type)
            #expect(form.parts.map(\.range) == [head.count..<head.count + size])
        }
    }

    @Test("Text is bounded as a whole, files are not")
    func textIsBounded() throws {
        let half = String(repeating: "t", count: MultipartForm.maximumTextBytes / 2)
        let file = MultipartTests.part("name=\"f\"; filename=\"f\"", half + half + half)
        let text = MultipartTests.part("name=\"t\"", half)
        let one = try MultipartFileTests.file(Array((file + text + "--XX--").utf8))
        let form = try MultipartForm(.file(one), contentType: MultipartTests.type)
        #expect(try form.fields().map(\.value.count) == [half.count])
        let two = try MultipartFileTests.file(Array((text + file + text + "--XX--").utf8))
        #expect(throws: FormError.tooMuchText) {
            try MultipartForm(.file(two), contentType: MultipartTests.type)
        }
    }

    @Test("A file that cannot be read is not the form's fault")
    func unreadable() throws {
        let file = try MultipartFileTests.file(Array("--XX--".utf8))
        ftruncate(file.descriptor, 3)
        #expect(throws: FormError.unreadable(ReadError(code: 0))) {
            try MultipartForm(.file(file), contentType: MultipartTests.type)
        }
        #expect(throws: ReadError.self) { try RequestBody.file(file).bytes(at: 0..<6) }
        #expect("\(ReadError(code: EIO))" == "Input/output error")
    }

    @Test("A body is read in ranges, wherever it is, and ends where it ends")
    func ranges() throws {
        let bytes = Array("0123456789".utf8)
        for body in [RequestBody.bytes(bytes), .file(try MultipartFileTests.file(bytes))] {
            #expect(body.count == 10)
            #expect(try body.bytes(at: 0..<10) == bytes)
            #expect(try body.bytes(at: 3..<5) == Array("34".utf8))
            #expect(try body.bytes(at: 8..<99) == Array("89".utf8))
            #expect(try body.bytes(at: 50..<99).isEmpty)
        }
        #expect(RequestBody.empty.isEmpty)
        #expect(RequestBody.bytes(bytes).memory == bytes)
        #expect(RequestBody.file(try MultipartFileTests.file(bytes)).memory == nil)
    }

    @Test("A file is closed when nobody holds it, in the way that was asked for")
    func closing() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let writing = ends[1]
        var file = OpenFile(taking: open("/proc/self/exe", O_RDONLY)) { descriptor in
            close(descriptor)
            write(writing, "x", 1)
        }
        #expect(file?.size ?? 0 > 0)
        file = nil
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1)
        // What is no regular file is closed, too.
        #expect(
            OpenFile(taking: open("/", O_RDONLY)) { write(writing, "y", close($0) == 0 ? 1 : 0) }
                == nil
        )
        #expect(read(ends[0], &byte, 1) == 1)
    }
}

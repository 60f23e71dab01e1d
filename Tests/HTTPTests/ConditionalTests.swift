import Testing

@testable import HTTP

@Suite struct ConditionalTests {
    static let validators = Validators(etag: EntityTag(opaque: "v1"), lastModified: 784_111_777)
    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let before = "Sat, 05 Nov 1994 08:49:37 GMT"
    static let after = "Mon, 07 Nov 1994 08:49:37 GMT"

    @Test(
        "The preconditions of a GET (RFC 9110 §13.2.2)",
        arguments: [
            ([:], .proceed),
            (["If-None-Match": "\"v1\""], .notModified),
            (["If-None-Match": "W/\"v1\""], .notModified),
            (["If-None-Match": "*"], .notModified), (["If-None-Match": "\"v2\""], .proceed),
            (["If-None-Match": "\"a\", \"v1\" ,\"b\""], .notModified),
            (["If-None-Match": "\"abc, W/"], .proceed), (["If-None-Match": "v1"], .proceed),
            (["If-None-Match": "\"a\" \"v1\""], .proceed),
            (["If-None-Match": "\"v2\"", "If-Modified-Since": date], .proceed),
            (["If-Modified-Since": date], .notModified),
            (["If-Modified-Since": after], .notModified),
            (["If-Modified-Since": before], .proceed),
            (["If-Modified-Since": "yesterday"], .proceed),
            (["If-Match": "\"v1\""], .proceed), (["If-Match": "W/\"v1\""], .failed),
            (["If-Match": "\"v2\""], .failed), (["If-Match": "*"], .proceed),
            (["If-Unmodified-Since": date], .proceed), (["If-Unmodified-Since": before], .failed),
            (["If-Unmodified-Since": "x"], .proceed),
            (["If-Match": "\"v1\"", "If-Unmodified-Since": before], .proceed),
            (["If-Match": "\"v1\"", "If-None-Match": "\"v1\""], .notModified),
        ] as [(Headers, Preconditions.Outcome)]
    )
    func preconditions(headers: Headers, expected: Preconditions.Outcome) {
        #expect(Preconditions.evaluate(.get, headers, ConditionalTests.validators) == expected)
    }

    @Test("A write that must not find the version fails where a read is spared")
    func writes() {
        let validators = ConditionalTests.validators
        #expect(Preconditions.evaluate(.put, ["If-None-Match": "*"], validators) == .failed)
        let since: Headers = ["If-Modified-Since": ConditionalTests.date]
        #expect(Preconditions.evaluate(.post, since, validators) == .proceed)
    }

    @Test(
        "A range, as RFC 9110 §14.1.2 reads it, of 1,000 bytes",
        arguments: [
            (nil, .whole), ("bytes=0-0", .partial(0..<1)), ("bytes=0-", .partial(0..<1_000)),
            ("bytes=-1", .partial(999..<1_000)), ("bytes=-5000", .partial(0..<1_000)),
            ("bytes=-0", .unsatisfiable), ("bytes=1000-", .unsatisfiable),
            ("bytes=999-", .partial(999..<1_000)),
            ("bytes=990-99999999999", .partial(990..<1_000)), ("bytes=5-2", .whole),
            ("bytes=18446744073709551616-18446744073709551620", .unsatisfiable),
            ("bytes=0-18446744073709551616", .partial(0..<1_000)), ("items=0-1", .whole),
            ("bytes=0-0,-1", .whole), ("bytes=abc-", .whole), ("bytes=--1", .whole),
            ("bytes=", .whole),
            ("bytes", .whole), ("bytes=1", .whole), ("BYTES=1-2", .partial(1..<3)),
            ("bytes= 1-2 ", .partial(1..<3)), ("bytes=1 -2", .whole), ("bytes=-", .whole),
            ("bytes=+1-2", .whole),
            ("bytes=9223372036854775807-9223372036854775807", .unsatisfiable),
        ] as [(String?, ByteRange)]
    )
    func ranges(value: String?, expected: ByteRange) {
        #expect(ByteRange.parse(value, length: 1_000) == expected)
    }

    @Test("Of nothing there is no range")
    func emptyRanges() {
        #expect(ByteRange.parse("bytes=0-0", length: 0) == .unsatisfiable)
        #expect(ByteRange.parse("bytes=-1", length: 0) == .whole)
    }

    @Test(
        "What a GET with a range is answered",
        arguments: [
            ([:], 200), (["Range": "bytes=1-2"], 206), (["Range": "bytes=9-"], 416),
            (["Range": "bytes=1-2", "If-Range": "\"v1\""], 206),
            (["Range": "bytes=1-2", "If-Range": "W/\"v1\""], 200),
            (["Range": "bytes=1-2", "If-Range": "\"v2\""], 200),
            (["Range": "bytes=1-2", "If-Range": date], 206),
            (["Range": "bytes=1-2", "If-Range": before], 200),
            (["Range": "bytes=1-2", "If-Range": "junk"], 200),
            (["Range": "bytes=1-2", "If-None-Match": "\"v1\""], 304),
            (["Range": "bytes=1-2", "If-Match": "\"v2\""], 412),
        ] as [(Headers, Int)]
    )
    func representation(headers: Headers, status: Int) throws {
        let text = Array("hello".utf8)
        let representation = Representation(
            contentType: "text/plain",
            validators: ConditionalTests.validators,
            length: text.count,
            content: { .bytes(Array(text[$0])) }
        )
        let response = representation.response(to: try head(.get, "/", headers))
        #expect(response.status.code == status)
        #expect(response.headers["ETag"] == "\"v1\"")
        if status == 206 {
            #expect(response.headers["Content-Range"] == "bytes 1-2/5")
            #expect(response.body.length == 2)
        }
        if status == 416 { #expect(response.headers["Content-Range"] == "bytes */5") }
        let onHead = representation.response(to: try head(.head, "/", ["Range": "bytes=1-2"]))
        #expect(onHead.status == .ok)
    }
}

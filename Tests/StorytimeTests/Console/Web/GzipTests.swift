import CZlib
import HTTP
import Testing

@testable import Storytime

@Suite("Compression")
struct GzipTests {
    private func decompressed(_ bytes: [UInt8], upTo limit: Int) -> [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: limit)
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        return result == Z_STREAM_END ? Array(output.prefix(Int(stream.total_out))) : nil
    }

    @Test("What was compressed comes back", arguments: [0, 1, 100, 70_000], [1, 6, 9] as [Int32])
    func roundTrip(count: Int, level: Int32) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
        let compressed = try #require(Gzip.compress(bytes, level: level))
        #expect(decompressed(compressed, upTo: count + 1) == bytes)
    }

    @Test("A page of some size travels compressed to whoever takes that, and only to them")
    func pages() throws {
        let console = try Console.asAdmin()
        let plain = try console.get("/admin/categories")
        #expect(plain.header("Content-Encoding") == nil)
        #expect(plain.header("Vary") == "Accept-Encoding")
        for accepted in ["gzip", "br, gzip;q=0.5", "*"] {
            console.headers = [("Accept-Encoding", accepted)]
            let answer = try console.get("/admin/categories")
            #expect(answer.header("Content-Encoding") == "gzip")
            #expect(answer.header("Vary") == "Accept-Encoding")
            guard case .bytes(let bytes) = answer.response.body else {
                Issue.record("no bytes")
                continue
            }
            #expect(bytes.count < plain.text.utf8.count / 3)
            #expect(decompressed(bytes, upTo: 1 << 20) == Array(plain.text.utf8))
        }
        for refused in ["gzip;q=0", "br", "identity", "*;q=0"] {
            console.headers = [("Accept-Encoding", refused)]
            #expect(try console.get("/admin/categories").header("Content-Encoding") == nil)
        }
    }

    @Test("What fits into a packet or two is sent as it is")
    func smallAnswers() throws {
        let console = try Console()
        console.headers = [("Accept-Encoding", "gzip")]
        let answer = try console.get("/healthz")
        #expect(answer.header("Content-Encoding") == nil)
        #expect(answer.header("Vary") == nil)
    }

    @Test("What is kept packed is expanded up to a limit, whatever a few bytes of it stand for")
    func expanding() throws {
        let zeros = [UInt8](repeating: 0, count: Deflate.longestExpanded)
        let packed = try #require(Deflate.compress(zeros, level: 1))
        #expect(Deflate.expand(packed)?.count == zeros.count)
        let larger = try #require(Deflate.compress(zeros + [0], level: 1))
        #expect(larger.count < 400_000 && Deflate.expand(larger) == nil)
        #expect(Deflate.expand(Array(packed.dropLast(9))) == nil)
    }
}

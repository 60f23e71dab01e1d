import Glibc
import Received
import Testing

@testable import HTTP

/// Mutates requests and checks what must hold for any bytes. Seeded, so a failure can be repeated;
/// `script/tools/fuzz` runs more rounds with other seeds.
@Suite struct FuzzTests {
    @Test("Whatever arrives, the parsers neither trap nor disagree with themselves")
    func mutations() {
        let rounds = environment("STORYTIME_FUZZ_ROUNDS") ?? 20_000
        let seed = environment("STORYTIME_FUZZ_SEED") ?? 1
        var random = SeededRandom(seed: UInt64(truncatingIfNeeded: seed))
        for round in 0..<rounds {
            let bytes = mutated(SplitTests.sequences.map { Array($0.utf8) }, &random)
            let whole = Transcript(bytes)
            let cut = Transcript(portions(bytes, &random))
            #expect(whole.hasSameRequests(as: cut), "seed \(seed), round \(round): \(bytes)")
            check(whole)
            checkForms(bytes)
        }
    }

    /// What holds for every message that was accepted.
    private func check(_ transcript: Transcript) {
        for message in transcript.messages {
            #expect(message.headers.all("Content-Length").count <= 1)
            #expect(message.headers.all("Transfer-Encoding").count <= 1)
            #expect(
                !message.headers.contains("Content-Length")
                    || !message.headers.contains("Transfer-Encoding")
            )
            #expect(message.headers.all("Host").count <= 1)
        }
    }

    /// The parsers of what lies within requests; none may trap.
    private func checkForms(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try? URLEncodedForm(bytes)
        _ = try? MultipartForm(.bytes(bytes), contentType: "multipart/form-data; boundary=a")
        _ = MediaType(text)
        _ = Cookies([text])["a"]
        _ = HTTPDate.parse(text)
        _ = ByteRange.parse(text, length: bytes.count)
        _ = EntityTag.list(text)
        _ = AcceptEncoding.accepts("gzip", header: text)
    }

    private func mutated(_ seeds: [[UInt8]], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = seeds[random.below(seeds.count)]
        for _ in 0..<1 + random.below(4) {
            let position = random.below(bytes.count + 1)
            switch random.below(5) {
            case 0 where position < bytes.count:
                bytes[position] = UInt8(random.below(256))
            case 1 where position < bytes.count:
                bytes.remove(at: position)
            case 2:
                bytes.insert(
                    contentsOf: FuzzTests.words[random.below(FuzzTests.words.count)],
                    at: position
                )
            case 3:
                let other = seeds[random.below(seeds.count)]
                bytes = Array(bytes[..<position] + other[random.below(other.count)...])
            default:
                bytes.insert(contentsOf: bytes[..<position], at: position)
            }
            bytes = Array(bytes.prefix(4_096))
        }
        return bytes
    }

    private static let words = [
        "\r\n", "\n", "\r", "\0", " ", "\t", ":", "chunked", "Content-Length: 1\r\n", "0\r\n\r\n",
        "%00",
        "Transfer-Encoding: chunked\r\n", "Host: b\r\n", "HTTP/1.1", "ffffffffffffffff", "; a=\"",
        "--a\r\n",
        "99999999999999999999", "bytes=", "Expect: 100-continue\r\n",
    ].map { Array($0.utf8) }

    private func portions(_ bytes: [UInt8], _ random: inout SeededRandom) -> [[UInt8]] {
        var result: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + 1 + random.below(40))
            result.append(Array(bytes[start..<end]))
            start = end
        }
        return result
    }

    private func environment(_ name: String) -> Int? {
        getenv(name).flatMap { ReceivedNumber.integer(String(cString: $0)) }
    }
}

/// SplitMix64: small, and the same on every machine.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }
}

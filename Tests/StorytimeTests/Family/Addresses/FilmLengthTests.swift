import Received
import Testing

@testable import Storytime

@Suite("How long a film is, by the beginning of its file")
struct FilmLengthTests {
    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(name.utf8) + content
    }

    private func movie(seconds: Int, version: Int = 0) -> [UInt8] {
        let times = version == 1 ? number(0, 16) : number(0, 8)
        let length = number(seconds * 600, version == 1 ? 8 : 4)
        let header = [UInt8(version), 0, 0, 0] + times + number(600, 4) + length
        return box("moov", box("free", [1, 2]) + box("mvhd", header + number(0, 80)))
    }

    @Test("A movie header is found at the beginning, in both of its versions")
    func mp4() {
        let start = box("ftyp", Array("isom".utf8)) + box("free", [])
        for version in [0, 1] {
            let found = FilmLength.find(in: start + movie(seconds: 75, version: version))
            #expect(found == .length(75_000))
        }
    }

    @Test("Behind the film, where it begins is known, and from there it is read")
    func later() {
        let start = box("ftyp", Array("isom".utf8))
        let head = start + number(1_000_000, 4) + Array("mdat".utf8) + number(0, 64)
        let place = start.count + 1_000_000
        #expect(FilmLength.find(in: head) == .later(place))
        #expect(FilmLength.find(in: movie(seconds: 9), from: place) == .length(9_000))
    }

    @Test("A duration of WebM counts in its scale")
    func webM() {
        func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
            id + [UInt8(0x80 | content.count)] + content
        }
        let scale = element([0x2A, 0xD7, 0xB1], number(1_000_000, 3))
        let length = element([0x44, 0x89], number(Int(Double(12_500).bitPattern), 8))
        let info = element([0x15, 0x49, 0xA9, 0x66], scale + length)
        let header = element([0x1A, 0x45, 0xDF, 0xA3], [0x42, 0x86, 0x81, 0x01])
        let segment: [UInt8] = [
            0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        ]
        #expect(FilmLength.find(in: header + segment + info) == .length(12_500))
        #expect(FilmLength.find(in: header + segment) == .unknown)
    }

    @Test("A playlist is as long as its pieces, unless it goes on; a main one leads to another")
    func playlists() {
        let pieces = "#EXTM3U\n#EXTINF:9.5,\na.ts\n#EXTINF:10,name\nb.ts\n"
        #expect(FilmLength.playlist(Array(pieces.utf8)) == .media(nil))
        let whole = pieces + "#EXT-X-ENDLIST\n"
        #expect(FilmLength.playlist(Array(whole.utf8)) == .media(19_500))
        let main = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\nlow/index.m3u8\n"
        #expect(FilmLength.playlist(Array(main.utf8)) == .main(variant: "low/index.m3u8"))
        #expect(FilmLength.playlist(Array("<html>".utf8)) == nil)
    }

    @Test(
        "A piece that lasts longer than any film, or no time at all, makes the length unknown",
        arguments: [
            "1e300", "-1e300", "inf", "nan", "9e18", "604801", "-0", "0", "1e-300",
            "9223372036854775807",
            "-9223372036854775808", "18446744073709551616", "1.7976931348623157e308", "x", "",
        ]
    )
    func extremePieces(seconds: String) {
        let text = "#EXTM3U\n#EXTINF:\(seconds),\na.ts\n#EXT-X-ENDLIST\n"
        let length = FilmLength.playlist(Array(text.utf8))
        #expect(length == .media(nil) || length == .media(0))
    }

    @Test("Sizes, scales and durations at the edges of what their bytes can say end in no length")
    func extremeHeaders() {
        let edges = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, .max, .min, -1]
        for scale in edges {
            for length in edges {
                for version in [0, 1] {
                    let header = [UInt8(version), 0, 0, 0] + number(0, version == 1 ? 16 : 8)
                    let times = number(scale, 4) + number(length, version == 1 ? 8 : 4)
                    let film = box("moov", box("mvhd", header + times))
                    if case .length(let found) = FilmLength.find(in: film) {
                        #expect(found <= 604_800_000)
                    }
                }
                // A box of a size of 64 bits, and one of 32.
                for size in [
                    number(1, 4) + Array("free".utf8) + number(length, 8), number(scale, 4),
                ] {
                    _ = FilmLength.find(in: size + Array("free".utf8) + number(0, 16), from: length)
                }
                let info = [0x2A, 0xD7, 0xB1, 0x88] + number(scale, 8) + [0x44, 0x89, 0x88]
                for bits in [length, Int(bitPattern: UInt(Double(length).bitPattern))] {
                    let bytes = [0x1A, 0x45, 0xDF, 0xA3, 0x80] + info + number(bits, 8)
                    if case .length(let found) = FilmLength.find(in: bytes) {
                        #expect(found <= 604_800_000)
                    }
                }
            }
        }
    }

    @Test("Whatever a file says, reading it ends, and says nothing impossible")
    func hostile() {
        var random = SeededRandom(seed: 23)
        let good = box("ftyp", Array("isom".utf8)) + movie(seconds: 5)
        for _ in 0..<4000 {
            var bytes = good
            for _ in 0..<6 {
                bytes[Int.random(in: bytes.indices, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) {
                bytes.replaceSubrange(0..<4, with: [0x1A, 0x45, 0xDF, 0xA3])
            }
            if case .length(let length) = FilmLength.find(in: bytes) {
                #expect(length >= 0 && length <= 604_800_000)
            }
        }
        for bytes in [[], [0], [0, 0, 0, 1], number(0, 8), number(-1, 16), Array("#EXTM3U".utf8)] {
            #expect(FilmLength.find(in: bytes) == .unknown)
        }
    }
}

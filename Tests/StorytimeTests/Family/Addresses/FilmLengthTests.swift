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
            #expect(found == .seconds(75))
        }
    }

    @Test("Behind the film, where it begins is known, and from there it is read")
    func later() {
        let start = box("ftyp", Array("isom".utf8))
        let head = start + number(1_000_000, 4) + Array("mdat".utf8) + number(0, 64)
        let place = start.count + 1_000_000
        #expect(FilmLength.find(in: head) == .later(place))
        #expect(FilmLength.find(in: movie(seconds: 9), from: place) == .seconds(9))
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
        #expect(FilmLength.find(in: header + segment + info) == .seconds(12.5))
        #expect(FilmLength.find(in: header + segment) == .unknown)
    }

    @Test("A playlist is as long as its pieces, unless it goes on; a main one leads to another")
    func playlists() {
        let pieces = "#EXTM3U\n#EXTINF:9.5,\na.ts\n#EXTINF:10,name\nb.ts\n"
        #expect(FilmLength.playlist(Array(pieces.utf8)) == .media(seconds: nil))
        let whole = pieces + "#EXT-X-ENDLIST\n"
        #expect(FilmLength.playlist(Array(whole.utf8)) == .media(seconds: 19.5))
        let main = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\nlow/index.m3u8\n"
        #expect(FilmLength.playlist(Array(main.utf8)) == .main(variant: "low/index.m3u8"))
        #expect(FilmLength.playlist(Array("<html>".utf8)) == nil)
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
            if case .seconds(let seconds) = FilmLength.find(in: bytes) {
                #expect(seconds > 0 && seconds <= 604_800)
            }
        }
        for bytes in [[], [0], [0, 0, 0, 1], number(0, 8), number(-1, 16), Array("#EXTM3U".utf8)] {
            #expect(FilmLength.find(in: bytes) == .unknown)
        }
    }
}

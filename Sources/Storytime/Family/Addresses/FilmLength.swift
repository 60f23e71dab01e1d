import Received

/// How long a film is, as the beginning of its file says. No more is read than that, and what can't be read
/// says nothing.
enum FilmLength {
    /// What a file's beginning told.
    enum Finding: Equatable {
        case length(MediaTime)
        /// The index stands behind the film itself, from this byte on.
        case later(Int)
        case unknown
    }

    static func find(in bytes: [UInt8], from offset: Int = 0) -> Finding {
        bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) ? webM(bytes) : mp4(bytes, from: offset)
    }

    // MARK: MP4 and QuickTime

    /// Walks over the boxes of a file (ISO/IEC 14496-12 §4.2); `offset` is where these bytes begin in it.
    private static func mp4(_ bytes: [UInt8], from offset: Int) -> Finding {
        var place = 0
        while let box = Box(bytes, at: place) {
            if box.name == "moov" {
                return duration(bytes, in: box, end: min(bytes.count, place + box.size))
            }
            guard box.isKnown else { return .unknown }
            place += box.size
            // What follows the film may be far behind what was fetched.
            if place > bytes.count - 8 {
                let (next, isTooFar) = offset.addingReportingOverflow(place)
                return isTooFar ? .unknown : .later(next)
            }
        }
        return .unknown
    }

    private static func duration(_ bytes: [UInt8], in movie: Box, end: Int) -> Finding {
        var place = movie.content
        while place < end, let box = Box(bytes, at: place) {
            if box.name == "mvhd" { return header(bytes, box.content) }
            guard box.size >= 8 else { return .unknown }
            place += box.size
        }
        return .unknown
    }

    /// The movie header (§8.2.2): version 1 has times of 64 bits.
    private static func header(_ bytes: [UInt8], _ start: Int) -> Finding {
        guard let version = bytes.dropFirst(start).first else { return .unknown }
        let isLong = version == 1
        let scalePlace = start + (isLong ? 20 : 12)
        guard let scale = number(bytes, scalePlace, 4), scale > 0,
            let length = number(bytes, scalePlace + 4, isLong ? 8 : 4)
        else { return .unknown }
        return finding(Double(length) / Double(scale))
    }

    private struct Box {
        let name: String
        let size: Int
        let content: Int
        /// Whether it may stand at the beginning of a file. In anything else a size is no size.
        var isKnown: Bool { size >= 8 && Self.names.contains(name) }

        private static let names: Set = [
            "ftyp", "free", "skip", "wide", "mdat", "uuid", "pdin", "styp", "sidx", "meta",
        ]

        init?(_ bytes: [UInt8], at place: Int) {
            guard place >= 0, place + 8 <= bytes.count, let short = number(bytes, place, 4) else {
                return nil
            }
            name = ReceivedText.repair(bytes[(place + 4)..<(place + 8)])
            if short == 1 {
                guard let long = number(bytes, place + 8, 8) else { return nil }
                size = Int(clamping: min(long, 1 << 50))
                content = place + 16
            } else {
                size = Int(short)
                content = place + 8
            }
        }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64? {
        guard place >= 0, place + count <= bytes.count else { return nil }
        return bytes[place..<(place + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    // MARK: WebM

    /// The duration of a segment (RFC 9559 §5.1.2) is a float, counted in the scale beside it.
    private static func webM(_ bytes: [UInt8]) -> Finding {
        var scale: UInt64 = 1_000_000
        var duration: Double?
        var place = 0
        // The elements that hold others, down to the one that says how long it is.
        while place < bytes.count, let element = Element(bytes, at: place) {
            switch element.id {
            case 0x1853_8067, 0x1549_A966:
                place = element.content
                continue
            case 0x2AD7B1:
                scale = number(bytes, element.content, min(element.size, 8)) ?? scale
            case 0x4489 where element.size == 4:
                duration = number(bytes, element.content, 4)
                    .map { Double(Float(bitPattern: UInt32($0))) }
            case 0x4489 where element.size == 8:
                duration = number(bytes, element.content, 8).map { Double(bitPattern: $0) }
            // The film itself, behind what is said of it.
            case 0x1F43_B675: return length(duration, scale)
            default: break
            }
            guard element.size <= bytes.count - element.content else { break }
            place = element.content + element.size
        }
        return length(duration, scale)
    }

    private static func length(_ duration: Double?, _ scale: UInt64) -> Finding {
        guard let duration else { return .unknown }
        return finding(duration * Double(scale) / 1_000_000_000)
    }

    /// An id and a size of EBML (RFC 8794 §4): the zeros before the first one say how long each is.
    private struct Element {
        let id: UInt64
        let size: Int
        let content: Int

        init?(_ bytes: [UInt8], at place: Int) {
            guard let first = bytes.dropFirst(place).first, first.leadingZeroBitCount < 4 else {
                return nil
            }
            let idLength = first.leadingZeroBitCount + 1
            guard let id = number(bytes, place, idLength),
                let mark = bytes.dropFirst(place + idLength).first, mark != 0
            else { return nil }
            let sizeLength = mark.leadingZeroBitCount + 1
            guard let sized = number(bytes, place + idLength, sizeLength) else { return nil }
            self.id = id
            let bits = UInt64(sizeLength * 7)
            let size = sized & ((1 << bits) - 1)
            // All ones: nobody knew the size when it was written.
            self.size = size == (1 << bits) - 1 ? Int.max : Int(clamping: min(size, 1 << 50))
            content = place + idLength + sizeLength
        }
    }

    // MARK: HLS

    /// What a playlist says (RFC 8216 §4.3).
    enum Playlist: Equatable {
        /// One that leads to others; the address of the first.
        case main(variant: String)
        /// The pieces of a film; without a length while it is still going on.
        case media(MediaTime?)
    }

    static func playlist(_ bytes: [UInt8]) -> Playlist? {
        let lines = ReceivedText.repair(bytes).split(whereSeparator: \.isNewline)
        guard lines.first?.hasPrefix("#EXTM3U") == true else { return nil }
        if let place = lines.firstIndex(where: { $0.hasPrefix("#EXT-X-STREAM-INF") }),
            let variant = lines[place...].dropFirst().first(where: { !$0.hasPrefix("#") })
        {
            return .main(variant: String(variant))
        }
        let mark = "#EXTINF:"
        let seconds = lines.filter { $0.hasPrefix(mark) }.map { line in
            ReceivedNumber.decimal(line.dropFirst(mark.count).prefix { $0 != "," }) ?? .nan
        }
        // A piece of a length that can't be read makes that of the film unknown.
        let isWhole = lines.contains { $0.hasPrefix("#EXT-X-ENDLIST") }
        return .media(isWhole ? checked(seconds.reduce(0, +)) : nil)
    }

    /// A week: longer is no film.
    private static let longest = 604_800.0

    /// Nil for what is no length of a film, or no number.
    private static func checked(_ seconds: Double) -> MediaTime? {
        seconds > 0 && seconds <= longest ? MediaTime(seconds: seconds) : nil
    }

    private static func finding(_ seconds: Double) -> Finding {
        checked(seconds).map { .length($0) } ?? .unknown
    }
}

import Testing

/// A film of one megabyte whose index says of each of its pictures that it is the same megabyte
/// (ISO/IEC 14496-12 §8.7): whoever copies it writes it out as often.
enum UnfoldingFilm {
    private static let pictureBytes = 1 << 20

    static func bytes(pictures: Int) throws -> [UInt8] {
        let film = try VideoFiles.bytes(VideoFiles.onePicture)
        let description = try #require(box("stsd", in: film))
        let sizes = try #require(box("stsz", in: film))
        let data = try #require(box("mdat", in: film))
        // A single picture: its size is the second number, unless all have one that the first says.
        let size = number(sizes, at: 12) > 0 ? number(sizes, at: 12) : number(sizes, at: 20)
        let picture = Array(data[8..<8 + size])
        // A unit of the stream that only fills (ITU-T H.264 §7.3.2.7).
        let filling = pictureBytes - picture.count - 4
        let sample =
            picture + word(filling) + [0x0C] + [UInt8](repeating: 0xFF, count: filling - 2) + [0x80]
        let type = make("ftyp", Array("isom".utf8) + word(512) + Array("isomiso2avc1mp41".utf8))
        let length = index(description, pictures, at: 0).count
        return type + index(description, pictures, at: type.count + length + 8)
            + make("mdat", sample)
    }

    /// The index of a film of ten pictures a second whose only chunk is at that place.
    private static func index(_ description: [UInt8], _ pictures: Int, at place: Int) -> [UInt8] {
        let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap(word)
        let none = [UInt8](repeating: 0, count: 24)
        let head = make(
            "mvhd",
            [0, 0, 0, 10, pictures, 0x10000, 0x0100_0000, 0, 0].flatMap(word) + matrix + none
                + word(2)
        )
        let track = make(
            "tkhd",
            [3, 0, 0, 1, 0, pictures, 0, 0, 0, 0].flatMap(word) + matrix + word(64 << 16)
                + word(64 << 16)
        )
        let media = make("mdhd", [0, 0, 0, 10, pictures, 0x55C4_0000].flatMap(word))
        let handler = make("hdlr", word(0) + word(0) + Array("vide".utf8) + none.prefix(12) + [0])
        let reference = make("dref", word(0) + word(1) + make("url ", word(1)))
        let table = make(
            "stbl",
            description + make("stts", [0, 1, pictures, 1].flatMap(word))
                + make("stsc", [0, 1, 1, 1, 1].flatMap(word))
                + make("stsz", [0, pictureBytes, pictures].flatMap(word))
                + make(
                    "stco",
                    word(0) + word(pictures) + (0..<pictures).flatMap { _ in word(place) }
                )
        )
        let picture = make(
            "minf",
            make("vmhd", word(1) + none.prefix(8)) + make("dinf", reference) + table
        )
        return make("moov", head + make("trak", track + make("mdia", media + handler + picture)))
    }

    private static func make(_ name: String, _ content: [UInt8]) -> [UInt8] {
        word(content.count + 8) + Array(name.utf8) + content
    }

    private static func word(_ number: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The first box of a name, with its head.
    private static func box(_ name: String, in bytes: [UInt8]) -> [UInt8]? {
        let name = Array(name.utf8)
        let place = bytes.indices.dropLast(4).first { bytes[$0..<$0 + 4].elementsEqual(name) }
        guard let place, place >= 4 else { return nil }
        return Array(bytes[place - 4..<place - 4 + number(bytes, at: place - 4)])
    }
}

@testable import Storytime

/// Puts a HEIC or AVIF together of the pixels of a small photo, with whatever telephones and programs put
/// beside them.
struct HEIFBuilder {
    struct Item {
        var id: Int
        var type: String
        var data: [UInt8] = []
        var properties: [[UInt8]] = []
        /// How many pieces the list says its data has.
        var pieces = 1
    }

    var items: [Item]
    /// From which item which others are referred to, and as what.
    var references: [(type: String, from: Int, to: [Int])] = []
    /// In version 1 the numbers of items have four bytes.
    var referenceVersion = 0
    /// Whether the list of items stands behind the pixels.
    var isListLast = false
    /// What else is in the list of items.
    var others: [UInt8] = []
    private let brands: String

    /// One picture of 96 × 64 pixels: red and blue above blue and yellow.
    init(_ format: PhotoFormat = .heic) {
        let file = Photos.bytes("photo.\(format)")
        let start = (file.firstRange(of: "ipco".utf8)?.lowerBound ?? 4) - 4
        let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        let properties = HEIFBuilder.boxes(Array(file[start + 8..<start + length]))
        // In both files the pixels come last.
        items = [
            format == .heic
                ? Item(id: 1, type: "hvc1", data: file.suffix(357), properties: properties)
                : Item(id: 1, type: "av01", data: file.suffix(173), properties: properties)
        ]
        brands = format == .heic ? "heic\0\0\0\0mif1heicmiaf" : "avif\0\0\0\0mif1avifmiaf"
    }

    /// Another picture beside the first, of a kind.
    mutating func add(_ id: Int, auxiliary kind: String?, to targets: [Int]) {
        var item = items[0]
        item.id = id
        if let kind {
            item.properties.append(Self.box("auxC", [0, 0, 0, 0] + Array(kind.utf8) + [0]))
        }
        items.append(item)
        references.append(("auxl", id, targets))
    }

    /// What telephones write since 2024: a description of how the picture and its brightness map make
    /// a third one, which a decoder of 2023 doesn't know.
    mutating func addToneMap(_ id: Int, of parts: [Int]) {
        items.append(Item(id: id, type: "tmap", data: [UInt8](repeating: 0, count: 60)))
        references.append(("dimg", id, parts))
    }

    mutating func addExif(_ id: Int, _ tiff: [UInt8], of targets: [Int]?) {
        items.append(Item(id: id, type: "Exif", data: [0, 0, 0, 0] + tiff))
        if let targets { references.append(("cdsc", id, targets)) }
    }

    /// How the first picture is turned or mirrored: "irot" by quarters to the left, "imir" by an axis.
    mutating func turn(_ property: String, _ value: UInt8) {
        items[0].properties.append(Self.box(property, [value]))
    }

    var bytes: [UInt8] {
        let start = Self.box("ftyp", Array(brands.utf8))
        let pixels = Self.box("mdat", Array(items.map(\.data).joined()))
        let first = start.count + 8
        if isListLast { return start + pixels + list(first) }
        return start + list(first + list(0).count) + pixels
    }

    // MARK: Boxes

    static func number(_ value: Int, _ width: Int) -> [UInt8] {
        PictureEdits.number(value, width, isBigEndian: true)
    }

    static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let content = Array(content.joined())
        return number(8 + content.count, 4) + Array(type.utf8) + content
    }

    private static func boxes(_ bytes: [UInt8]) -> [[UInt8]] {
        var rest = bytes[...]
        var found: [[UInt8]] = []
        while rest.count >= 8 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            found.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(max(length, 8))
        }
        return found
    }

    /// The list of items, whose data begin at a place of the file.
    private func list(_ first: Int) -> [UInt8] {
        let plain: [UInt8] = [0, 0, 0, 0]
        let names = items.map { item in
            Self.box(
                "infe",
                [2, 0, 0, 0],
                Self.number(item.id, 2),
                [0, 0],
                Array(item.type.utf8),
                [0]
            )
        }
        return Self.box(
            "meta",
            plain,
            Self.box("hdlr", plain, plain, Array("pict".utf8), [UInt8](repeating: 0, count: 13)),
            Self.box("pitm", plain, Self.number(1, 2)),
            Self.box("iloc", plain, [0x44, 0], Self.number(items.count, 2), places(first)),
            Self.box("iinf", plain, Self.number(items.count, 2), Array(names.joined())),
            referenceBox,
            propertyBox,
            others
        )
    }

    private func places(_ first: Int) -> [UInt8] {
        var place = first
        return items.flatMap { item in
            defer { place += item.data.count }
            let head = Self.number(item.id, 2) + [0, 0] + Self.number(item.pieces, 2)
            return head + Self.number(place, 4) + Self.number(item.data.count, 4)
        }
    }

    private var referenceBox: [UInt8] {
        guard !references.isEmpty else { return [] }
        let width = referenceVersion == 0 ? 2 : 4
        let boxes = references.map { type, from, to in
            Self.box(
                type,
                Self.number(from, width),
                Self.number(to.count, 2),
                to.flatMap { Self.number($0, width) }
            )
        }
        return Self.box("iref", [UInt8(referenceVersion), 0, 0, 0], Array(boxes.joined()))
    }

    private var propertyBox: [UInt8] {
        let owners = items.filter { !$0.properties.isEmpty }
        var number = 0
        let associations = owners.flatMap { item in
            Self.number(item.id, 2) + [UInt8(item.properties.count)]
                + item.properties.map { _ in
                    number += 1
                    return UInt8(number)
                }
        }
        let count = Self.number(owners.count, 4)
        return Self.box(
            "iprp",
            Self.box("ipco", Array(owners.flatMap(\.properties).joined())),
            Self.box("ipma", [0, 0, 0, 0], count, associations)
        )
    }
}

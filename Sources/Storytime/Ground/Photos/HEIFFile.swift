/// The boxes of a HEIC or AVIF (ISO/IEC 23008-12): what it consists of, before a decoder sees it.
///
/// Its decoder has a history of mistakes with rare structures, and allocates what a grid claims. So
/// only what cameras write is let through: one picture, or a grid of tiles of one kind whose sizes
/// agree.
struct HEIFFile {
    /// A picture of 100 megapixels in tiles of 512 × 512 has 400; telephones stop at 12 × 16.
    static let maximumTiles = 256
    private static let maximumBoxes = 1000
    private static let maximumItems = 2000
    /// The pieces of all items' data. Nearly every item has one; a crafted list of some kilobytes could
    /// name millions.
    private static let maximumPieces = 10_000
    /// The list of items, without their data.
    private static let maximumMetaBytes = 4 << 20
    private static let stillBrands: Set<String> = ["heic", "heix", "mif1", "avif"]
    /// Pictures that are put together from others, or coded without a codec.
    private static let refusedTypes: Set<String> = ["unci", "iovl", "iden", "mski"]
    private static let alphaKinds: Set<String> = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
    ]

    private struct Item {
        var type = ""
        var contentType = ""
        /// The pieces of its data, in the file or in the box "idat".
        var pieces: [Range<Int>] = []
        var isInside = false
        /// The numbers of its properties, from 1.
        var properties: [Int] = []
        /// The items that it is put together from.
        var parts: [Int] = []
        /// The items that it describes, if it is metadata.
        var described: [Int] = []
    }

    private let bytes: PhotoBytes
    /// Until the pixels' kind is known.
    private var format: PhotoFormat
    private var items: [Int: Item] = [:]
    private var primary: Int?
    private var sizes: [Int: PixelSize] = [:]
    private var inside: [UInt8] = []
    /// The items that say how they are turned or mirrored, even if that is not at all.
    private var turned: Set<Int> = []
    /// Where the types of those references stand in the file that say nothing about its pixels.
    private(set) var sideReferences: [Int] = []

    /// Whether a file that begins so is to be read as one.
    static func isOne(_ start: [UInt8]) -> Bool { start.dropFirst(4).starts(with: "ftyp".utf8) }

    init(_ bytes: PhotoBytes) throws(PhotoRefusal) {
        self.bytes = bytes
        format = .heic
        var position = 0
        var meta: HEIFBox?
        for index in 0..<Self.maximumBoxes where position < bytes.count {
            guard let box = HEIFBox(at: position, in: bytes) else { throw .damaged(format) }
            if index == 0 { try readBrands(box.content) }
            switch box.type {
            case "moov": throw .video
            case "meta" where meta == nil:
                guard box.content.count <= Self.maximumMetaBytes else { throw .unusual(format) }
                meta = box
            default: break
            }
            position = box.content.upperBound
        }
        guard let meta, let content = bytes.bytes(at: meta.content) else { throw .damaged(format) }
        try read(HEIFPart(meta, content))
    }

    /// What stands before the pixels, if all is in order.
    func head() throws(PhotoRefusal) -> PhotoHead {
        guard let primary, let item = items[primary], let size = sizes[primary] else {
            throw .damaged(format)
        }
        var kind = item.type
        if kind == "grid" { kind = try tiles(of: item, size) }
        guard let format = Self.format(of: kind) else { throw .unusual(format) }
        var head = PhotoHead(format: format, size: size)
        if let item = metadata({ $0.type == "Exif" }) { head.exif = Self.exif(data(of: item)) }
        if let item = metadata({ $0.contentType == "application/rdf+xml" }) {
            head.xmp = data(of: item)
        }
        return head
    }

    /// Of several items, such as those of depth and brightness, the one that describes the picture;
    /// then one that doesn't say what it describes.
    private func metadata(_ isMeant: (Item) -> Bool) -> Item? {
        func rank(_ id: Int, _ item: Item) -> (Int, Int) {
            if item.described.contains(where: { $0 == primary }) { return (0, id) }
            return (item.described.isEmpty ? 1 : 2, id)
        }
        let meant = items.filter { isMeant($0.value) }
        return meant.map { (rank: rank($0.key, $0.value), item: $0.value) }
            .min { $0.rank < $1.rank }?.item
    }

    private static func format(of type: String) -> PhotoFormat? {
        ["hvc1": .heic, "av01": .avif][type]
    }

    /// The kind of a grid's tiles, if they are what it says.
    private func tiles(of grid: Item, _ size: PixelSize) throws(PhotoRefusal) -> String {
        // 6.6.2.3.2: version, flags, rows and columns less one, and both sides.
        var cursor = ByteCursor(data(of: grid))
        guard let version = cursor.number(1), version == 0, let flags = cursor.number(1),
            let rows = cursor.number(1), let columns = cursor.number(1),
            let width = cursor.number(flags & 1 == 0 ? 2 : 4),
            let height = cursor.number(flags & 1 == 0 ? 2 : 4)
        else { throw .damaged(format) }
        let kinds = Set(grid.parts.map { items[$0]?.type ?? "" })
        guard PixelSize(width, height) == size, grid.parts.count == (rows + 1) * (columns + 1),
            grid.parts.count <= Self.maximumTiles, kinds.count == 1, let kind = kinds.first,
            let tile = grid.parts.first.flatMap({ sizes[$0] }),
            grid.parts.allSatisfy({ sizes[$0] == tile }),
            // The last row and the last column may reach over the edge.
            (tile.width * columns..<tile.width * (columns + 1) + 1).contains(width),
            (tile.height * rows..<tile.height * (rows + 1) + 1).contains(height)
        else { throw .unusual(format) }
        return kind
    }

    /// An item's data, as far as it is metadata or a grid's few bytes; empty if it is elsewhere.
    private func data(of item: Item) -> [UInt8] {
        var data: [UInt8] = []
        for piece in item.pieces {
            guard data.count + piece.count <= PhotoHead.maximumMetadataBytes else { return [] }
            if item.isInside {
                guard piece.upperBound <= inside.count else { return [] }
                data += inside[piece]
            } else {
                data += bytes.bytes(at: piece.lowerBound, piece.count) ?? []
            }
        }
        return data
    }

    /// The offset of the TIFF structure stands before it (ISO/IEC 23008-12, A.2.1).
    private static func exif(_ data: [UInt8]) -> ArraySlice<UInt8> {
        var cursor = ByteCursor(data.prefix(4))
        guard let offset = cursor.number(4), offset <= data.count - 4 else { return [] }
        return PhotoHead.tiff(data[(4 + offset)...])
    }

    /// Whether the picture says by itself how it is turned or mirrored.
    var saysHowItLies: Bool { primary.map(turned.contains) ?? false }

    // MARK: Boxes

    /// What kind of file it says it is: the first box.
    private mutating func readBrands(_ range: Range<Int>) throws(PhotoRefusal) {
        var cursor = ByteCursor(
            bytes.bytes(at: range.lowerBound, min(range.count, 256)) ?? []
        )
        guard let major = cursor.name(), cursor.number(4) != nil else { throw .damaged(format) }
        var brands: Set = [major]
        while let brand = cursor.name() { brands.insert(brand) }
        // Canon's raw photos (CR3) are such files, too.
        guard major != "crx " else { throw .notPhoto(.raw) }
        guard !brands.isDisjoint(with: Self.stillBrands) else {
            throw ["avis", "msf1", "hevc", "hevx"].contains(major) ? .unusual(format) : .video
        }
        if brands.contains("avif") { format = .avif }
        // Pictures one after the other, which the decoder doesn't open.
        guard !["avis", "msf1", "hevc", "hevx"].contains(major) else { throw .unusual(format) }
    }

    private mutating func read(_ meta: HEIFPart) throws(PhotoRefusal) {
        guard let boxes = meta.parts(from: 4) else { throw .damaged(format) }
        var seen: Set<String> = []
        for box in boxes {
            let isRead: Bool
            switch box.type {
            case "pitm": isRead = readPrimary(box.content)
            case "iinf": isRead = try readItems(box)
            case "iloc": isRead = readLocations(box.content)
            case "iref": isRead = readReferences(box)
            case "iprp": isRead = try readProperties(box)
            case "idat":
                inside = box.content
                isRead = true
            default: continue
            }
            // Each of them exists once (ISO/IEC 14496-12, 8.11). Read again and again, they would cost
            // the square of their number.
            guard isRead, seen.insert(box.type).inserted, items.count <= Self.maximumItems else {
                throw .damaged(format)
            }
        }
    }

    /// The version of a box, behind which three bytes of flags stand.
    private static func version(_ cursor: inout ByteCursor) -> (version: Int, flags: Int)? {
        guard let version = cursor.number(1), let flags = cursor.number(3) else { return nil }
        return (version, flags)
    }

    private mutating func readPrimary(_ content: [UInt8]) -> Bool {
        var cursor = ByteCursor(content)
        guard let (version, _) = Self.version(&cursor) else { return false }
        primary = cursor.number(version == 0 ? 2 : 4)
        return primary != nil
    }

    private mutating func readItems(_ list: HEIFPart) throws(PhotoRefusal) -> Bool {
        var cursor = ByteCursor(list.content)
        guard let (version, _) = Self.version(&cursor),
            let entries = list.parts(from: version == 0 ? 6 : 8)
        else { return false }
        for entry in entries where entry.type == "infe" {
            var cursor = ByteCursor(entry.content)
            guard let (version, _) = Self.version(&cursor) else { return false }
            // Before version 2 there were no pictures.
            guard version >= 2, let id = cursor.number(version == 2 ? 2 : 4),
                cursor.number(2) != nil, let type = cursor.name()
            else { return false }
            guard !Self.refusedTypes.contains(type) else { throw .unusual(format) }
            items[id, default: Item()].type = type
            _ = cursor.text()
            if type == "mime" { items[id, default: Item()].contentType = cursor.text() }
        }
        return true
    }

    private mutating func readLocations(_ content: [UInt8]) -> Bool {
        var cursor = ByteCursor(content)
        guard let (version, _) = Self.version(&cursor), let sizes = cursor.number(2),
            let count = cursor.number(version < 2 ? 2 : 4)
        else { return false }
        let (offsetWidth, lengthWidth) = (sizes >> 12 & 15, sizes >> 8 & 15)
        let (baseWidth, indexWidth) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        var pieceCount = 0
        for _ in 0..<min(count, Self.maximumItems) {
            guard let id = cursor.number(version < 2 ? 2 : 4),
                let method = cursor.number(version == 0 ? 0 : 2), cursor.number(2) != nil,
                let base = cursor.number(baseWidth), let extents = cursor.number(2)
            else { return false }
            pieceCount += extents
            guard pieceCount <= Self.maximumPieces else { return false }
            var pieces: [Range<Int>] = []
            for _ in 0..<extents {
                guard cursor.number(indexWidth) != nil, let offset = cursor.number(offsetWidth),
                    let length = cursor.number(lengthWidth)
                else { return false }
                let (start, isTooLarge) = base.addingReportingOverflow(offset)
                guard !isTooLarge, length <= bytes.count, start <= bytes.count else {
                    return false
                }
                pieces.append(start..<start + length)
            }
            items[id, default: Item()].pieces = pieces
            items[id, default: Item()].isInside = method & 15 == 1
        }
        return true
    }

    private mutating func readReferences(_ list: HEIFPart) -> Bool {
        var cursor = ByteCursor(list.content)
        guard let (version, _) = Self.version(&cursor), let references = list.parts(from: 4) else {
            return false
        }
        for reference in references where reference.type != Self.nothing {
            if reference.type != "dimg" { sideReferences.append(reference.typePlace) }
            guard ["dimg", "cdsc"].contains(reference.type) else { continue }
            guard let (id, targets) = Self.targets(of: reference, version == 0 ? 2 : 4) else {
                return false
            }
            if reference.type == "dimg" {
                items[id, default: Item()].parts = targets
            } else {
                items[id, default: Item()].described += targets
            }
        }
        return true
    }

    /// From which item a reference leads, and to which; their numbers have so many bytes.
    private static func targets(of reference: HEIFPart, _ width: Int) -> (Int, [Int])? {
        var cursor = ByteCursor(reference.content)
        guard let id = cursor.number(width), let count = cursor.number(2) else { return nil }
        var targets: [Int] = []
        for _ in 0..<count {
            guard let target = cursor.number(width) else { return nil }
            targets.append(target)
        }
        return (id, targets)
    }

    private mutating func readProperties(_ box: HEIFPart) throws(PhotoRefusal) -> Bool {
        guard let parts = box.parts(from: 0),
            let properties = parts.first(where: { $0.type == "ipco" })?.parts(from: 0)
        else { return false }
        for part in parts where part.type == "ipma" {
            guard readAssociations(part.content) else { return false }
        }
        for property in properties where property.type == "auxC" {
            var cursor = ByteCursor(property.content.dropFirst(4))
            guard !Self.alphaKinds.contains(cursor.text()) else { throw .unusual(format) }
        }
        for (id, item) in items {
            for number in item.properties where properties.indices.contains(number - 1) {
                let property = properties[number - 1]
                if ["irot", "imir"].contains(property.type) { turned.insert(id) }
                guard property.type == "ispe" else { continue }
                var cursor = ByteCursor(property.content.dropFirst(4))
                guard let width = cursor.number(4), let height = cursor.number(4) else {
                    return false
                }
                sizes[id] = PixelSize(width, height)
            }
        }
        return true
    }

    private mutating func readAssociations(_ content: [UInt8]) -> Bool {
        var cursor = ByteCursor(content)
        guard let (version, flags) = Self.version(&cursor), let count = cursor.number(4) else {
            return false
        }
        for _ in 0..<min(count, Self.maximumItems) {
            guard let id = cursor.number(version == 0 ? 2 : 4), let associations = cursor.number(1)
            else { return false }
            for _ in 0..<associations {
                // The highest bit says whether a reader must understand it.
                let isWide = flags & 1 == 1
                guard let number = cursor.number(isWide ? 2 : 1) else { return false }
                items[id, default: Item()].properties.append(number & (isWide ? 0x7FFF : 0x7F))
            }
        }
        return true
    }
}

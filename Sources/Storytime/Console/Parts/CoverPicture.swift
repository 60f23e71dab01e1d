import Quill

/// The picture of a cover, for templates.
struct CoverPicture: Record {
    private let src: String
    /// The size that browsers reserve before the picture has arrived.
    private let size: PixelSize
    /// Whether it fills the frame; otherwise all of it is shown.
    private let isCut: Bool
    /// The smaller pictures and their widths; empty if they aren't made.
    private let sizes: [(href: String, width: Int)]
    private let isElsewhere: Bool

    /// For an external picture we only know the address.
    private static let unknownSize = PixelSize(200, 300)

    /// An uploaded picture: the smaller ones with their widths, the largest last.
    init(_ href: String, size: PixelSize, isCut: Bool, sizes: [(href: String, width: Int)]) {
        src = sizes.last?.href ?? href
        self.size = size
        self.isCut = isCut
        self.sizes = sizes
        isElsewhere = false
    }

    /// A picture from elsewhere.
    init(elsewhere address: String, size: PixelSize = unknownSize) {
        self.size = size
        isCut = false
        sizes = []
        src = address
        isElsewhere = true
    }

    private func href(_ index: Int) -> String { sizes.isEmpty ? src : sizes[index].href }
    private func width(_ index: Int) -> Int { sizes.isEmpty ? size.width : sizes[index].width }

    static let fields: [Field<CoverPicture>] = [
        .text("src") { $0.src },
        .int("width") { $0.size.width },
        .int("height") { $0.size.height },
        .bool("is_cut") { $0.isCut },
        .bool("is_sized") { !$0.sizes.isEmpty },
        .bool("is_elsewhere") { $0.isElsewhere },
        .text("small") { $0.href(0) },
        .int("small_width") { $0.width(0) },
        .text("medium") { $0.href(1) },
        .int("medium_width") { $0.width(1) },
        .int("large_width") { $0.width(2) },
    ]
}

/// A cover as small as an icon: its picture, or its colors and its symbol.
struct Thumb: Record {
    let palette: Int
    let icon: String?
    let picture: CoverPicture?

    static let fields: [Field<Thumb>] = [
        .int("palette") { $0.palette },
        .optionalText("icon") { $0.icon },
        .optionalRecord("picture") { $0.picture },
    ]
}

/// A cover that is drawn where there is no picture.
enum DrawnCover {
    /// Which of twelve palettes it has: the title's FNV-1a hash, so that it looks the same wherever it is
    /// shown.
    static func palette(of title: String) -> Int {
        let hash = title.utf8.reduce(UInt32(2_166_136_261)) { hash, byte in
            (hash ^ UInt32(byte)) &* 16_777_619
        }
        return Int(hash % 12)
    }
}

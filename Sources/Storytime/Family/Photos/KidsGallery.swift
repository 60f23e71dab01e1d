import Received
import Server

/// A category of the gallery, as an address has it: "covers", or the number of one of the family's.
enum GalleryKey: PathParameter, Hashable, Sendable, CustomStringConvertible {
    case covers
    case photos(ID<PhotoCategory>)

    init?(pathSegment: Substring) {
        if pathSegment == "covers" {
            self = .covers
        } else if let id = ID<PhotoCategory>(pathSegment: pathSegment) {
            self = .photos(id)
        } else {
            return nil
        }
    }

    var description: String {
        switch self {
        case .covers: "covers"
        case .photos(let id): "\(id)"
        }
    }
}

/// The number of a picture in its category, from 1.
struct PictureNumber: PathParameter {
    let value: Int

    init?(pathSegment: Substring) {
        guard let value = ReceivedNumber.integer(pathSegment), value > 0 else { return nil }
        self.value = value
    }
}

/// The gallery of the child who is watching: what their parents let them see of the family's photos,
/// and the covers of their library. Everything about photos in Kids Mode, pages and pictures, asks
/// here.
struct KidsGallery {
    /// A category as the child sees it.
    struct Category: Sendable, Equatable {
        let key: GalleryKey
        let name: String
        let color: String
        let iconName: String
        /// How many pictures it has.
        let count: Int
    }

    /// A picture to look at.
    struct Picture: Sendable, Equatable {
        /// The addresses of its sizes: a tile's, a narrow screen's, a wide one's, and for zooming in.
        let small: String
        let medium: String
        let large: String
        let full: String
        let size: PixelSize
        let color: String
        /// What it shows, for whom it can't be seen; empty if they wrote nothing.
        let words: String
    }

    /// A few screens of tiles, and as many pictures as a script asks for at once.
    static let perPage = 60
    /// What the covers are called.
    private static let covers = (name: "Stories", color: "#3f5bb5", iconName: "books")

    let child: Child
    let settings: GallerySettings
    let library: KidsLibrary
    let photos: PhotoStore

    private var family: ID<Family> { library.device.family.id }

    // MARK: Categories

    /// The categories in their order, the empty ones too. The covers come last.
    func categories() throws -> [Category] {
        let shown = try own.map {
            Category(
                key: .photos($0.id),
                name: $0.name,
                color: $0.color,
                iconName: $0.iconName,
                count: $0.photoCount
            )
        }
        guard settings.showsCovers else { return shown }
        let covers = Category(
            key: .covers,
            name: Self.covers.name,
            color: Self.covers.color,
            iconName: Self.covers.iconName,
            count: try library.coverCount()
        )
        return shown + [covers]
    }

    /// The family's categories that the child sees.
    private var own: [PhotoCategory] {
        get throws {
            guard settings.showsPhotos else { return [] }
            return try photos.categories(of: family).filter { !settings.hidden.contains($0.id) }
        }
    }

    /// The category to begin with: the one that was looked at last, if it is still there, or else the
    /// first that has something. Nil if the child sees none at all.
    func start(_ kept: String?) throws -> Category? {
        let all = try categories()
        return all.first { $0.key.description == kept } ?? all.first { $0.count > 0 } ?? all.first
    }

    /// Whether there are photos for the child.
    func hasPhotos() throws -> Bool {
        try own.contains { $0.photoCount > 0 }
    }

    // MARK: Pictures

    /// Some pictures of a category, from a place on.
    func pictures(in key: GalleryKey, from index: Int, limit: Int) throws -> [Picture] {
        switch key {
        case .photos(let id):
            try photos.shown(in: id, from: index, limit: limit).compactMap(Self.picture)
        case .covers:
            try library.covers(limit: limit, offset: index).compactMap(Self.picture)
        }
    }

    /// Whether a photo is one of those that the child sees.
    func holds(_ photo: Photo) -> Bool {
        photo.family == family && photo.deletedAt == nil && photo.state == .ready
            && settings.showsPhotos && !settings.hidden.contains(photo.category)
    }

    private static func picture(_ photo: Photo) -> Picture? {
        photo.picture.map { picture in
            Picture(
                small: photo.pictureHref(.small),
                medium: photo.pictureHref(.medium),
                large: photo.pictureHref(.large),
                full: photo.pictureHref(.full),
                size: picture.size,
                color: picture.color,
                words: photo.words
            )
        }
    }

    private static func picture(_ book: Book) -> Picture? {
        guard case .file(let key, let width, let height, let isSized) = book.cover,
            let name = CoverName(key: key)
        else { return nil }
        let sized = { (size: CoverSize) in isSized ? name.sized(size).href : name.href }
        return Picture(
            small: sized(.medium),
            medium: sized(.large),
            large: name.href,
            full: name.href,
            size: PixelSize(width, height),
            color: Self.covers.color,
            words: book.title
        )
    }
}

extension KidsLibrary {
    /// The stories on the shelf that have a picture of ours as their cover.
    fileprivate func coverCount() throws -> Int { try covers.count() }

    /// Some of them, the latest addition first.
    fileprivate func covers(limit: Int, offset: Int) throws -> [Book] {
        try covers.list(limit: limit, offset: offset)
    }

    private var covers: ShelfCovers { ShelfCovers(shelf: shelf, child: child.id) }
}

extension Visit {
    /// The gallery of the child who is watching.
    func gallery() throws -> KidsGallery {
        let library = try kidsLibrary()
        return KidsGallery(
            child: library.child,
            settings: try gallerySettings.find(library.child.id),
            library: library,
            photos: photos
        )
    }
}

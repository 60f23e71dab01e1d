import Quill

/// A category in the gallery's strip.
struct GalleryCategoryLink: Record {
    let category: KidsGallery.Category
    let isCurrent: Bool

    static let fields: [Field<GalleryCategoryLink>] = [
        .text("key") { $0.category.key.description },
        .text("name") { $0.category.name },
        .text("color") { $0.category.color },
        .text("icon") { $0.category.iconName },
        .int("count") { $0.category.count },
        .text("href") { KidsGalleryPages.href($0.category.key) },
        .bool("is_current") { $0.isCurrent },
    ]

    static func all(_ categories: [KidsGallery.Category], current: Int) -> [GalleryCategoryLink] {
        categories.enumerated().map { index, category in
            GalleryCategoryLink(category: category, isCurrent: index == current)
        }
    }
}

/// A picture among others, or alone.
struct GalleryTile: Record {
    let picture: KidsGallery.Picture
    let category: KidsGallery.Category
    /// From 1.
    let number: Int

    /// "Grandma on the pier", or where it stands.
    private var alternative: String {
        picture.words.isEmpty
            ? "\(category.name), \(number) of \(category.count)" : picture.words
    }

    static let fields: [Field<GalleryTile>] = [
        .text("href") { KidsGalleryPages.href($0.category.key, $0.number) },
        .text("small") { $0.picture.small },
        .text("medium") { $0.picture.medium },
        .text("large") { $0.picture.large },
        .text("full") { $0.picture.full },
        .int("width") { $0.picture.size.width },
        .int("height") { $0.picture.size.height },
        .text("color") { $0.picture.color },
        .text("alt") { $0.alternative },
    ]
}

/// Some pictures of a category, for the script that shows them.
struct GallerySlice: JSONRecord {
    let count: Int
    let from: Int
    let pictures: [KidsGallery.Picture]

    static let json: [JSONField<GallerySlice>] = [
        .integer("count", "How many pictures the category has.") { $0.count },
        .integer("from", "The place of the first of these, from 0.") { $0.from },
        .list("pictures", "Some of them.") { $0.pictures },
    ]
}

extension KidsGallery.Picture: JSONRecord {
    static let json: [JSONField<KidsGallery.Picture>] = [
        .text("small", "The address of its smallest size.") { $0.small },
        .text("medium", "A larger one.") { $0.medium },
        .text("large", "A larger one.") { $0.large },
        .text("full", "The largest one.") { $0.full },
        .integer("width", "Its width in pixels.") { $0.size.width },
        .integer("height", "Its height in pixels.") { $0.size.height },
        .text("color", "Its color, for the time before it is there.") { $0.color },
        .text("words", "What it shows; empty if its parents wrote nothing.") { $0.words },
    ]
}

/// The tiles of one category of the gallery.
struct KidsGalleryPage: PageForKids {
    static let template = "family/kids/gallery.html"

    let child: Child
    let settings: GallerySettings
    var categories: [KidsGallery.Category] = []
    var current = 0
    /// The place of the first picture, from 0.
    var first = 0
    var pictures: [KidsGallery.Picture] = []
    var moreNumber: Int?

    private var category: KidsGallery.Category? {
        categories.isEmpty ? nil : categories[current]
    }

    private var tiles: [GalleryTile] {
        guard let category else { return [] }
        return pictures.enumerated().map { index, picture in
            GalleryTile(picture: picture, category: category, number: first + index + 1)
        }
    }

    private func neighbor(_ step: Int) -> String? {
        categories.indices.contains(current + step)
            ? KidsGalleryPages.href(categories[current + step].key) : nil
    }

    static let fields: [Field<KidsGalleryPage>] = [
        .optionalText("manifest_href") { "/kids/manifest/\($0.child.id)" },
        .text("back_href") { _ in KidsShelfPages.path },
        .text("leave_href") { _ in KidsLeavePages.path },
        .text("path") { _ in KidsGalleryPages.path },
        .bool("has_reduced_motion") { $0.child.settings.hasReducedMotion },
        .int("swipe_distance") { $0.settings.swipeDistance },
        .text("category_name") { $0.category?.name ?? "Photos" },
        .bool("is_covers") { $0.category?.key == .covers },
        .list("categories") { GalleryCategoryLink.all($0.categories, current: $0.current) },
        .list("tiles") { $0.tiles },
        .optionalText("more_href") { page in
            page.category.flatMap { category in
                page.moreNumber.map { KidsGalleryPages.href(category.key) + "?page=\($0)" }
            }
        },
        .optionalText("previous_href") { $0.neighbor(-1) },
        .optionalText("next_href") { $0.neighbor(1) },
    ]
}

/// One picture of the gallery, as large as the screen.
struct KidsPicturePage: PageForKids {
    static let template = "family/kids/picture.html"

    let child: Child
    let settings: GallerySettings
    let categories: [KidsGallery.Category]
    let current: Int
    /// From 1.
    let number: Int
    /// None in an empty category.
    let picture: KidsGallery.Picture?

    private var category: KidsGallery.Category { categories[current] }

    /// The picture next to this one.
    private func photo(_ step: Int) -> String? {
        (1...max(category.count, 1)).contains(number + step)
            ? KidsGalleryPages.href(category.key, number + step) : nil
    }

    /// The picture of the category beside, as far along as this one.
    private func side(_ step: Int) -> String? {
        guard categories.indices.contains(current + step) else { return nil }
        let other = categories[current + step]
        return KidsGalleryPages.href(other.key, max(1, min(number, other.count)))
    }

    static let fields: [Field<KidsPicturePage>] = [
        .optionalText("manifest_href") { "/kids/manifest/\($0.child.id)" },
        .text("path") { _ in KidsGalleryPages.path },
        .bool("has_reduced_motion") { $0.child.settings.hasReducedMotion },
        .int("swipe_distance") { $0.settings.swipeDistance },
        .text("category_name") { $0.category.name },
        .text("back_href") { KidsGalleryPages.href($0.category.key) },
        .int("number") { $0.number },
        .int("count") { $0.category.count },
        .list("categories") { GalleryCategoryLink.all($0.categories, current: $0.current) },
        .optionalRecord("tile") { page in
            page.picture.map {
                GalleryTile(picture: $0, category: page.category, number: page.number)
            }
        },
        .optionalText("previous_href") { $0.photo(-1) },
        .optionalText("next_href") { $0.photo(1) },
        .optionalText("left_href") { $0.side(-1) },
        .optionalText("right_href") { $0.side(1) },
    ]
}

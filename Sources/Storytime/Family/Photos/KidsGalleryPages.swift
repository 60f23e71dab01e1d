import HTTP
import Quill
import Received
import Server

/// The gallery in Kids Mode. Every route under its path only reads: a child can't change a photo,
/// whatever they tap.
enum KidsGalleryPages {
    static let path = KidsShelfPages.path + "/gallery"

    static let routes = [
        get("/kids/gallery", for: .child, start),
        get("/kids/gallery/{category}", for: .child, show),
        get("/kids/gallery/{category}/pictures", for: .child, pictures),
        get("/kids/gallery/{category}/{n}", for: .child, picture),
        post("/kids/looks", for: .child, look),
    ]

    static func href(_ key: GalleryKey, _ number: Int? = nil) -> String {
        "\(path)/\(key)" + (number.map { "/\($0)" } ?? "")
    }

    /// Leads to the category to begin with: there is no list of all photos.
    static func start(_ visit: Visit) throws -> Response {
        let gallery = try visit.gallery()
        let kept = try visit.photoLooks.place(of: gallery.library.device.id)
        guard let first = try gallery.start(kept) else {
            return try visit.page(
                KidsGalleryPage(child: gallery.child, settings: gallery.settings)
            )
        }
        return try visit.redirect(to: href(first.key))
    }

    /// A category's pictures as tiles.
    static func show(_ visit: Visit, _ key: GalleryKey) throws -> Response {
        let gallery = try visit.gallery()
        let categories = try gallery.categories()
        guard let current = categories.firstIndex(where: { $0.key == key }) else {
            return try visit.redirect(to: path)
        }
        let pageCount = max(
            1,
            (categories[current].count + KidsGallery.perPage - 1) / KidsGallery.perPage
        )
        let number = min(max(try visit.pageNumber(), 1), pageCount)
        return try visit.page(
            KidsGalleryPage(
                child: gallery.child,
                settings: gallery.settings,
                categories: categories,
                current: current,
                first: (number - 1) * KidsGallery.perPage,
                pictures: try gallery.pictures(
                    in: key,
                    from: (number - 1) * KidsGallery.perPage,
                    limit: KidsGallery.perPage
                ),
                moreNumber: number < pageCount ? number + 1 : nil
            )
        )
    }

    /// One picture, as large as the screen.
    static func picture(_ visit: Visit, _ key: GalleryKey, _ number: PictureNumber) throws
        -> Response
    {
        let gallery = try visit.gallery()
        let categories = try gallery.categories()
        guard let current = categories.firstIndex(where: { $0.key == key }) else {
            return try visit.redirect(to: path)
        }
        let count = categories[current].count
        let number = number.value
        // One that is gone meanwhile: the last one is shown.
        guard number <= max(count, 1) else {
            return try visit.redirect(to: href(key, max(1, count)))
        }
        return try visit.page(
            KidsPicturePage(
                child: gallery.child,
                settings: gallery.settings,
                categories: categories,
                current: current,
                number: number,
                picture: try gallery.pictures(in: key, from: number - 1, limit: 1).first
            )
        )
    }

    /// The pictures of a category from a place on, for the script that shows them.
    static func pictures(_ visit: Visit, _ key: GalleryKey) throws -> Response {
        let gallery = try visit.gallery()
        guard let category = try gallery.categories().first(where: { $0.key == key }) else {
            throw Failure.notFound
        }
        let from = max(0, try visit.query().number("from") ?? 0)
        let slice = GallerySlice(
            count: category.count,
            from: from,
            pictures: try gallery.pictures(in: key, from: from, limit: KidsGallery.perPage)
        )
        return Response(json: JSONWriter.bytes { $0.record(slice) })
    }

    // MARK: Looking

    /// How long the child has looked at a category since the last time, and that they are there now.
    /// It is no event of watching.
    static func look(_ visit: Visit) throws -> Response {
        let gallery = try visit.gallery()
        let fields = try visit.fields()
        guard let text = fields.text("category"), let key = GalleryKey(pathSegment: text[...]),
            let seconds = fields.number("seconds"), seconds >= 0
        else {
            throw Failure.badRequest(
                "“category” must be a category of the gallery, and “seconds” a whole number."
            )
        }
        guard try gallery.categories().contains(where: { $0.key == key }) else {
            throw Failure.notFound
        }
        let device = gallery.library.device
        try visit.photoLooks.add(
            seconds,
            of: gallery.child.id,
            in: key,
            on: device.id,
            day: device.family.today(visit.now)
        )
        return Response(status: 204)
    }
}

extension Visit {
    var photoLooks: PhotoLooks { PhotoLooks(database: database, now: now) }
}

import HTTP
import Quill
import Server

/// What one child's gallery shows, and what is kept of the family's photos at all.
enum GalleryPages {
    static let settingsPath = PhotoPages.path + "/settings"

    static let routes = [
        get("/family/photos/settings", for: .parent, settings),
        post("/family/photos/settings", for: .parent, saveSettings),
        // As many files as there are photos.
        post("/family/photos/originals", for: .parent, lane: .slow, removeOriginals),
        get("/children/{id}/gallery", for: .parent, show),
        post("/children/{id}/gallery", for: .parent, save),
    ]

    static func href(of child: ID<Child>) -> String { "\(ChildPages.path)/\(child)/gallery" }

    // MARK: The family

    static func settings(_ visit: Visit) throws -> Response {
        let family = try visit.family().family.id
        return try visit.page(
            PhotoSettingsPage(
                space: try visit.photos.space(of: family),
                limitBytes: visit.familySpace.limitBytes,
                originalCount: try visit.photos.originalCount(of: family),
                children: try visit.children.list(of: family)
            )
        )
    }

    static func saveSettings(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let keeps = try visit.fields().isOn("keeps_originals")
        try visit.photos.keepOriginals(keeps, of: scope.family.id, by: scope.actor)
        return try visit.redirect(
            to: settingsPath,
            notice: Flash(
                .good,
                keeps
                    ? "Saved. Originals of new photos will be kept."
                    : "Saved. Originals of new photos won’t be kept."
            )
        )
    }

    static func removeOriginals(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        guard try visit.fields().isOn("sure") else {
            return try visit.page(
                OriginalsRemovePage(count: try visit.photos.originalCount(of: scope.family.id))
            )
        }
        let count = try visit.photos.removeOriginals(of: scope.family.id, by: scope.actor)
        let originals = Counted.text(count, "original", "originals")
        return try visit.redirect(
            to: settingsPath,
            notice: count == 0
                ? Flash(.info, "There were no originals left.")
                : Flash(.good, "\(originals) deleted. The photos stay in the gallery.")
        )
    }

    // MARK: A child

    static func show(_ visit: Visit, _ id: ID<Child>) throws -> Response {
        let scope = try visit.family()
        let child = try visit.children.find(id, of: scope.family.id)
        let settings = try visit.gallerySettings.find(id)
        return try page(visit, child, GalleryForm(settings))
    }

    private static func page(
        _ visit: Visit,
        _ child: Child,
        _ form: GalleryForm,
        status: Status = 200
    ) throws -> Response {
        let categories = try visit.photos.categories(of: visit.family().family.id)
        return try visit.page(
            ChildGalleryPage(child: child, form: form, categories: categories),
            status: status
        )
    }

    static func save(_ visit: Visit, _ id: ID<Child>) throws -> Response {
        let scope = try visit.family()
        let child = try visit.children.find(id, of: scope.family.id)
        let categories = try visit.photos.categories(of: scope.family.id)
        let form = GalleryForm(try visit.fields(), categories)
        guard let settings = form.settings else {
            return try page(visit, child, form, status: visit.formStatus)
        }
        try visit.gallerySettings.save(settings, of: id, in: scope.family.id)
        return try visit.redirect(
            to: href(of: id),
            notice: Flash(.good, "\(Possessive.text(child.name)) gallery saved.")
        )
    }
}

/// The form of one child's gallery.
struct GalleryForm {
    private static let distanceSpec = FieldSpec(
        name: "swipe_distance",
        label: "Swipe distance",
        kind: .number,
        hint: "How far to swipe before the category changes: "
            + "\(GallerySettings.swipeDistances.lowerBound) (short, for small hands) to "
            + "\(GallerySettings.swipeDistances.upperBound) "
            + "(long, if categories change by accident). "
            + "A quick flick always works.",
        range: GallerySettings.swipeDistances,
        autocomplete: "off"
    )

    private(set) var shown: GallerySettings
    let distance: FormField

    init(_ settings: GallerySettings) {
        shown = settings
        distance = FormField(Self.distanceSpec, initially: String(settings.swipeDistance))
    }

    init(_ fields: Fields, _ categories: [PhotoCategory]) {
        let chosen = Set(fields.all("category_ids"))
        shown = GallerySettings(
            showsPhotos: fields.isOn("shows_photos"),
            showsCovers: fields.isOn("shows_covers"),
            hidden: Set(categories.map(\.id).filter { !chosen.contains(String($0.value)) })
        )
        distance = FormField(Self.distanceSpec, fields)
    }

    /// What was chosen; nil if something is wrong.
    var settings: GallerySettings? {
        guard let distance = distance.number else { return nil }
        var settings = shown
        settings.swipeDistance = distance
        return settings
    }
}

extension Visit {
    var gallerySettings: GallerySettingsStore {
        GallerySettingsStore(database: database, now: now)
    }
}

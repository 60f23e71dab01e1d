import SQLite

/// What one child's gallery shows.
struct GallerySettings: Sendable, Equatable {
    /// From a fast finger to a careful one, in CSS pixels.
    static let swipeDistances = 80...250

    var showsPhotos = true
    /// Whether the covers of the child's library are a category of their own.
    var showsCovers = true
    /// How far a finger goes before the category changes.
    var swipeDistance = 150
    /// The family's categories that the child doesn't see.
    var hidden: Set<ID<PhotoCategory>> = []
}

/// Reads and changes what children's galleries show. Every question names the family.
struct GallerySettingsStore {
    let database: Database
    let now: Int

    func find(_ child: ID<Child>) throws -> GallerySettings {
        var settings =
            try database.first(
                """
                SELECT shows_photos, shows_covers, swipe_distance FROM gallery_settings
                WHERE child_id = \(child.value)
                """
            ) {
                GallerySettings(
                    showsPhotos: try $0.bool(0),
                    showsCovers: try $0.bool(1),
                    swipeDistance: try $0.int(2)
                )
            } ?? GallerySettings()
        settings.hidden = Set(
            try database.all(
                "SELECT category_id FROM hidden_photo_categories WHERE child_id = \(child.value)"
            ) { ID(try $0.int(0)) }
        )
        return settings
    }

    /// Saves them for a child of the family; categories of another one are left out.
    func save(_ settings: GallerySettings, of child: ID<Child>, in family: ID<Family>) throws {
        try database.write {
            _ = try ChildStore(database: database, now: now).find(child, of: family)
            try database.execute(
                """
                INSERT INTO gallery_settings (child_id, shows_photos, shows_covers, swipe_distance)
                VALUES (\(child.value), \(settings.showsPhotos), \(settings.showsCovers),
                    \(settings.swipeDistance))
                ON CONFLICT (child_id) DO UPDATE SET shows_photos = excluded.shows_photos,
                    shows_covers = excluded.shows_covers, swipe_distance = excluded.swipe_distance
                """
            )
            try database.execute(
                "DELETE FROM hidden_photo_categories WHERE child_id = \(child.value)"
            )
            try database.execute(
                """
                INSERT INTO hidden_photo_categories (child_id, category_id)
                SELECT \(child.value), id FROM photo_categories
                WHERE family_id = \(family.value)
                    AND id IN \(list: settings.hidden.map(\.value).sorted())
                """
            )
        }
    }
}

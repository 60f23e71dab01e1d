import SQLite

/// A category of a family's photos, beside the catalog's.
struct PhotoCategory: Sendable, Equatable {
    let id: ID<PhotoCategory>
    let family: ID<Family>
    var name: String
    /// "#2e7d6b": children who don't read know it by that and by its icon.
    var color: String
    var iconName: String
    var displayOrder: Int
    /// How many photos can be shown. Kept by triggers.
    var photoCount: Int
    var version: Int

    /// What every family begins with. Each color is 4.5 : 1 against white at least.
    static let starters: [(name: String, color: String, iconName: String)] = [
        ("Family", "#b3325f", "heart"),
        ("Trips", "#1f6f9f", "map"),
        ("Animals", "#8a5a17", "pawprint"),
        ("Birthdays", "#7c4bb5", "gift"),
        ("At Home", "#2e7252", "star"),
    ]
}

/// A photo of a family.
struct Photo: Sendable, Equatable {
    enum State: String, Sendable {
        /// Its sizes are still to be made.
        case waiting
        case ready
        case failed
    }

    /// What is known of its files once they are made.
    struct Picture: Sendable, Equatable {
        /// The size of the largest one.
        let size: PixelSize
        /// "#8a7f60": the mean of all its pixels.
        let color: String
    }

    let id: ID<Photo>
    let family: ID<Family>
    let category: ID<PhotoCategory>
    let key: PhotoKey
    let contentHash: [UInt8]
    /// The name of the file that was uploaded.
    let name: String
    let format: PhotoFormat
    let state: State
    /// Why it failed.
    let trouble: String?
    let picture: Picture?
    let turns: Int
    let turnsMade: Int
    let takenAt: TakenAt?
    let words: String
    let hasOriginal: Bool
    let deletedAt: Int?
}

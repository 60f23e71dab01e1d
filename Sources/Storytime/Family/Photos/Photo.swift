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

    /// What its parents say of it.
    struct Draft: Sendable, Equatable {
        var name: String
        var color: String
        var iconName: String
    }

    var draft: Draft { Draft(name: name, color: color, iconName: iconName) }

    /// The colors to choose from. Each is 4.5 : 1 against white at least.
    static let colors: [(value: String, name: String)] = [
        ("#b3325f", "Raspberry"), ("#b03a2e", "Brick"), ("#a4480f", "Orange"),
        ("#8a5a17", "Honey"), ("#5f6b12", "Olive"), ("#2e7252", "Green"), ("#12706f", "Teal"),
        ("#1f6f9f", "Blue"), ("#3f5bb5", "Indigo"), ("#7c4bb5", "Violet"), ("#a23c93", "Plum"),
        ("#5a5f6e", "Slate"),
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
    let createdAt: Int
    let version: Int
    /// Whether the file that was uploaded moves, or has a film beside its picture.
    let hasFilm: Bool

    /// What its parents say of it.
    struct Draft: Sendable, Equatable {
        var words: String
        var dayTaken: CalendarDay?
        var category: ID<PhotoCategory>
    }

    /// The day on which it was taken; nil if nobody knows.
    var dayTaken: CalendarDay? {
        takenAt.flatMap { CalendarDay(iso: String($0.text.prefix(10))) }
    }

    var draft: Draft { Draft(words: words, dayTaken: dayTaken, category: category) }
}

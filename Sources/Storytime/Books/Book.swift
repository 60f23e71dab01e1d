/// A book of the catalog.
struct Book: Sendable, Equatable {
    enum Status: String, Sendable, CaseIterable {
        case draft, active, archived

        var label: String {
            switch self {
            case .draft: "Draft"
            case .active: "Active"
            case .archived: "Archived"
            }
        }

        /// The kind of pill that stands for it: its colour and its mark.
        var kind: String {
            switch self {
            case .draft: "quiet"
            case .active: "good"
            case .archived: "busy"
            }
        }
    }

    let id: ID<Book>
    var title: String
    var author: String
    var status: Status
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    /// What a valid form makes of its fields, and the only thing that a store accepts.
    struct Draft: Sendable, Equatable {
        var title: String
        var author: String
        var categories: Set<ID<Category>>
    }

    var subject: Subject { Subject(.book, id.value, title) }

    /// Which of twelve palettes the drawn cover has: the title's FNV-1a hash, so that a book looks
    /// the same wherever it is shown.
    var palette: Int {
        let hash = title.utf8.reduce(UInt32(2_166_136_261)) { hash, byte in
            (hash ^ UInt32(byte)) &* 16_777_619
        }
        return Int(hash % 12)
    }
}

/// A category as books name it.
struct CategoryLink: Sendable, Equatable {
    let id: ID<Category>
    let name: String
    let iconName: String?
}

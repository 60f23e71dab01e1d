import SQLite

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
    var description: String
    var ages: AgeRange
    /// A language tag of BCP 47; nil when nobody said.
    var language: String?
    var publisher: PublisherLink?
    var cover: Cover?
    /// Since when it is in the bin; nil for a book of the catalog.
    var deletedAt: Int?
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    /// What a valid form makes of its fields, and the only thing that a store accepts.
    struct Draft: Sendable, Equatable {
        var title: String
        var author: String
        var description = ""
        var ages = AgeRange()
        var language: String?
        var publisher: ID<Publisher>?
        var status = Status.draft
        var categories: Set<ID<Category>> = []
        var details = BookDetails()
        /// The name of a publisher to be added with it, if it has none; empty for none.
        var newPublisher = ""
        /// The name of a category to be added with it; empty for none.
        var newCategory = ""
    }

    var subject: Subject { Subject(.book, id.value, title) }

    /// The palette of its drawn cover.
    var palette: Int { DrawnCover.palette(of: title) }
}

extension Book {
    /// Where the picture of a book's cover is. Where there is none, a cover is drawn.
    enum Cover: Sendable, Equatable {
        /// A picture of ours, by the name of its file.
        case file(key: String, width: Int, height: Int, isSized: Bool)
        /// An address elsewhere, which the server never asks.
        case address(String)

        /// Reads the columns of a cover: its file's name, width, height, whether it has smaller ones,
        /// and the address elsewhere; nil if there is none.
        init?(_ row: Row, from first: Int) throws {
            if let key = try row.textOrNil(first) {
                self = .file(
                    key: key,
                    width: try row.int(first + 1),
                    height: try row.int(first + 2),
                    isSized: try row.bool(first + 3)
                )
            } else if let text = try row.textOrNil(first + 4) {
                self = .address(text)
            } else {
                return nil
            }
        }
    }
}

/// A category as books name it.
struct CategoryLink: Sendable, Equatable {
    let id: ID<Category>
    let name: String
    let slug: String
    let iconName: String?
}

/// A publisher as books name it.
struct PublisherLink: Sendable, Equatable {
    let id: ID<Publisher>
    let name: String
}

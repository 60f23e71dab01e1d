import HTTP
import Quill

/// A child's library in the forms that add books to it. It is the same for each row of a page.
final class TargetLibrary: Sendable {
    let id: ID<Child>
    let child: String
    let avatar: String
    /// "James’s Library"
    let name: String
    let path: String

    init(_ id: ID<Child>, _ child: String, _ avatar: Avatar, _ path: String) {
        self.id = id
        self.child = child
        self.avatar = avatar.rawValue
        self.path = path
        name = Possessive.text(child) + " Library"
    }
}

/// A form that adds a book to the library of one child.
struct AddTarget: Record {
    let library: TargetLibrary
    let isAdded: Bool
    /// Why the child doesn't see it.
    let hiddenText: String?
    let book: ID<Book>
    /// Whether it is packed for a journey; nil if it can't be.
    var isPacked: Bool?

    static let fields: [Field<AddTarget>] = [
        .text("avatar") { $0.library.avatar },
        .text("library_name") { $0.library.name },
        .text("library_href") { $0.library.path },
        .text("remove_href") { "\($0.library.path)/\($0.book)/remove" },
        .bool("is_added") { $0.isAdded },
        .optionalText("hidden_text") { $0.hiddenText },
        .bool("is_packed") { $0.isPacked == true },
        .optionalText("pack_href") { target in
            target.isPacked.map {
                "\(target.library.path)/\(target.book)/\($0 ? "unpack" : "pack")"
            }
        },
    ]
}

/// A page of the catalog as its rows lead back to it. It is the same for each of them.
final class CatalogPlace: Sendable {
    /// The value of a form's hidden field.
    let carried: String
    /// The child whose age the list is for.
    let child: ID<Child>?
    private let booksPath: String
    private let query: String
    /// Whether the parent has playlists turned on.
    private let hasPlaylists: Bool

    init(_ address: CatalogAddress, hasPlaylists: Bool = true) {
        self.hasPlaylists = hasPlaylists
        carried = address.carried
        child = address.child
        booksPath = address.path + "/books/"
        query =
            carried.isEmpty
            ? "" : "?" + PercentEncoding.encodeQuery([(name: "list", value: carried)])
    }

    /// Where a book is added to a playlist, and then back here; nil for an admin who acts for a family, and
    /// for a parent who has no playlists.
    func playlistHref(_ book: ID<Book>) -> String? {
        guard hasPlaylists, booksPath == CatalogAddress.path + "/books/" else { return nil }
        return PlaylistAddPages.href(.book(book), from: .catalog)
            + (query.isEmpty ? "" : "&" + query.dropFirst())
    }

    /// The page of a book, which leads back here.
    func href(_ book: ID<Book>) -> String { "\(booksPath)\(book)\(query)" }

    /// The same page after a choice that was made on it.
    func href(_ book: ID<Book>, _ choice: [(name: String, value: String)]) -> String {
        guard !choice.isEmpty else { return href(book) }
        return href(book) + (query.isEmpty ? "?" : "&") + PercentEncoding.encodeQuery(choice)
    }
}

/// A book in the catalog.
struct CatalogRow: Record {
    private let summary: BookSummary
    private let video: StoryVideo?
    private let place: CatalogPlace
    private let isAdded: Bool
    /// In whose library it is, where that is not clear.
    private let addedPlace: String?
    /// Who doesn't.
    private let targets: [AddTarget]
    /// From whom it is hidden, and why.
    private let hiddenText: String?

    /// The targets are all libraries of the family.
    init(
        _ summary: BookSummary,
        _ video: StoryVideo?,
        _ all: [AddTarget],
        _ place: CatalogPlace
    ) {
        self.summary = summary
        self.video = video
        self.place = place
        targets = all.filter { !$0.isAdded }
        isAdded = targets.count < all.count
        addedPlace =
            isAdded && all.count > 1
            ? Self.libraries(of: all.filter(\.isAdded).map(\.library.child)) : nil
        let hidden = all.compactMap(\.hiddenText)
        hiddenText = hidden.isEmpty ? nil : hidden.joined(separator: ". ")
    }

    private var book: Book { summary.book }

    /// "Mia’s library", "Mia’s and Jonas’s libraries".
    private static func libraries(of names: [String]) -> String {
        let owners = names.map(Possessive.text)
        guard owners.count > 1, let last = owners.last else { return owners.joined() + " library" }
        return owners.dropLast().joined(separator: ", ") + " and \(last) libraries"
    }

    /// One button is enough where there is one child; of several, each is named in a menu, also when
    /// only one of them is left: a button with a name in it would leave no room for the story's.
    private var onlyTarget: AddTarget? {
        // Who looks for one child adds for that one.
        if let child = place.child, let target = targets.first(where: { $0.library.id == child }) {
            return target
        }
        return isAdded || targets.count > 1 ? nil : targets.first
    }

    static let fields: [Field<CatalogRow>] = [
        .record("book") { $0.summary },
        .int("id") { $0.book.id.value },
        .text("anchor") { CatalogAddress.anchor($0.book.id) },
        .text("href") { $0.place.href($0.book.id) },
        .text("list") { $0.place.carried },
        .optionalText("playlist_href") { $0.place.playlistHref($0.book.id) },
        .optionalText("duration") {
            $0.video.flatMap { $0.isReady ? $0.seconds : nil }.map(DurationText.short)
        },
        .optionalText("lack") { StoryVideo.lack(of: $0.video) },
        .bool("is_added") { $0.isAdded },
        .optionalText("added_place") { $0.addedPlace },
        .optionalText("hidden_text") { $0.hiddenText },
        .optionalRecord("only_target") { $0.onlyTarget },
        .list("targets") { $0.targets },
    ]
}

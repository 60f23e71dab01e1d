import HTTP
import Quill
import Server

/// A playlist in Kids Mode: a row on the shelf, and a page with all of its stories.
enum KidsPlaylistPages {
    static let routes: [Route] = [get("/kids/playlists/{id}", for: .child, show)]

    static func href(_ playlist: ID<Playlist>) -> String { "/kids/playlists/\(playlist)" }

    static func show(_ visit: Visit, _ id: ID<Playlist>) throws -> Response {
        let library = try visit.kidsLibrary()
        let number = min(max(try visit.pageNumber(), 1), 1000)
        let page = try KidsPlaylists(library: library).page(of: id, number)
        return try visit.page(
            KidsPlaylistPage(
                child: library.child,
                id: id,
                name: page.name,
                stories: page.stories,
                moreNumber: page.hasMore ? number + 1 : nil
            )
        )
    }
}

/// A playlist on a child's shelf.
struct KidsPlaylistRow: Record {
    let shelf: KidsPlaylists.Shelf

    static let fields: [Field<KidsPlaylistRow>] = [
        .text("id") { "playlist-\($0.shelf.id)" },
        .text("name") { $0.shelf.name },
        .list("stories") { $0.shelf.stories.map { KidsTile($0) } },
        .optionalText("more_href") {
            $0.shelf.hasMore ? KidsPlaylistPages.href($0.shelf.id) : nil
        },
    ]
}

/// The stories of a playlist, in its order, as those of a series are shown.
struct KidsPlaylistPage: PageForKids, PageWithCovers, PageWithVideo {
    static let template = "family/playlists/kids.html"

    let child: Child
    let id: ID<Playlist>
    let name: String
    let stories: [ShelvedBook]
    let moreNumber: Int?

    static let fields: [Field<KidsPlaylistPage>] = [
        .text("leave_href") { _ in KidsLeavePages.path },
        .text("back_href") { _ in KidsShelfPages.path },
        .optionalText("manifest_href") { "/kids/manifest/\($0.child.id)" },
        .bool("speaks_titles") { $0.child.settings.speaksTitles },
        .bool("has_reduced_motion") { $0.child.settings.hasReducedMotion },
        .text("name") { $0.name },
        .list("stories") { $0.stories.map { KidsTile($0) } },
        .optionalText("more_href") { page in
            page.moreNumber.map { "\(KidsPlaylistPages.href(page.id))?page=\($0)" }
        },
        .record("stage") { KidsStage(child: $0.child) },
    ]
}

import HTTP
import Quill

/// The way through a playlist, on the page of a video that was opened from it (`?list=4`): where it is,
/// and what comes before and after. For parents alone, and nothing goes on by itself.
struct PlaylistSteps: Record {
    let playlist: ID<Playlist>
    private let name: String
    private let number: Int
    private let count: Int
    private let previous: WatchedCard?
    private let next: WatchedCard?
    private let child: ID<Child>?

    /// Of the page of a video; nil if it wasn't opened from a playlist that the parent sees and that has
    /// the video.
    init?(_ video: WatchedVideo, _ visit: Visit, _ scope: FamilyScope) throws {
        let query = try visit.query()
        guard let id = ID<Playlist>(query) else { return nil }
        let store = try visit.playlists(of: scope)
        guard let playlist = try store.findIfAny(id),
            let steps = try store.steps(from: video, in: id)
        else { return nil }
        let cards = try store.videos.cards(of: [steps.previous, steps.next].compactMap(\.self))
        self.playlist = id
        name = playlist.name
        number = steps.number
        count = steps.count
        previous = steps.previous.flatMap { cards[$0] }
        next = steps.next.flatMap { cards[$0] }
        child = query.text("child").flatMap { ID(pathSegment: $0[...]) }
    }

    private func href(_ card: WatchedCard) -> String {
        card.video.href(in: playlist, with: card.video.book == nil ? nil : child)
    }

    static let fields: [Field<PlaylistSteps>] = [
        .text("name") { $0.name },
        .text("href") { PlaylistPages.href($0.playlist) },
        .text("place") { "\($0.number) of \($0.count)" },
        .optionalText("previous_href") { steps in steps.previous.map { steps.href($0) } },
        .text("previous_title") { $0.previous?.title ?? "" },
        .optionalText("next_href") { steps in steps.next.map { steps.href($0) } },
        .text("next_title") { $0.next?.title ?? "" },
    ]
}

extension ID where Record == Playlist {
    /// The playlist from which a video was opened, as its address says.
    init?(_ query: Fields) {
        guard let id = query.text("list").flatMap({ ID(pathSegment: $0[...]) }) else { return nil }
        self = id
    }
}

extension WatchedVideo {
    /// The page on which it plays as part of a playlist, with a child or nobody.
    func href(in playlist: ID<Playlist>, with child: ID<Child>? = nil) -> String {
        "\(href)?list=\(playlist)" + (child.map { "&child=\($0)" } ?? "")
    }
}

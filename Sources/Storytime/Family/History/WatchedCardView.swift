import Quill

/// A video in a list of parents: its picture with how much of it was watched, its names, and where it
/// leads. What can't be watched today leads to its page in the catalog.
struct WatchedCardView: Record {
    let card: WatchedCard
    /// The playlist from which it is opened.
    var playlist: ID<Playlist>?

    private var href: String {
        guard card.isOpen else {
            return card.video.book.map { "\(CatalogAddress.path)/books/\($0)" } ?? card.video.href
        }
        return playlist.map { card.video.href(in: $0) } ?? card.video.href
    }

    static let fields: [Field<WatchedCardView>] = [
        .text("name") { $0.card.video.description },
        .text("title") { $0.card.title },
        .text("author") { $0.card.author },
        .text("href") { $0.href },
        .record("thumb") { $0.card.thumb },
        .optionalText("duration") { $0.card.seconds.map(PlayingTime.text) },
        .text("percent") { $0.card.percent.map { String($0) } ?? "" },
        .optionalText("lack") { $0.card.isOpen ? nil : StoryVideo.notNow },
    ]
}

import HTTP
import Quill

/// How a story is read along: with which child, and which texts. The pages beside the player have it in
/// their addresses, so that they lead back to where somebody came from.
struct ReadingWay: Sendable, Equatable {
    let book: ID<Book>
    var child: ID<Child>?
    var track: TrackName?
    var second: TrackName?
    /// The playlist from which it was opened.
    var list: ID<Playlist>?

    init(
        _ book: ID<Book>,
        child: ID<Child>? = nil,
        track: TrackName? = nil,
        second: TrackName? = nil,
        list: ID<Playlist>? = nil
    ) {
        self.book = book
        self.child = child
        self.track = track
        self.second = second
        self.list = list
    }

    /// Of a page whose path has the story.
    init(_ book: ID<Book>, _ query: Fields) {
        self.init(
            book,
            child: query.text("child").flatMap { ID(pathSegment: $0[...]) },
            track: query.text("track").flatMap { TrackName(pathSegment: $0[...]) },
            second: query.text("second").flatMap { TrackName(pathSegment: $0[...]) },
            list: ID(query)
        )
    }

    /// Of a page about all stories; nil if it wasn’t opened from one.
    init?(_ query: Fields) {
        guard let book = query.text("story").flatMap({ ID<Book>(pathSegment: $0[...]) }) else {
            return nil
        }
        self.init(book, query)
    }

    var pairs: [(name: String, value: String)] {
        [
            ("child", child.map(String.init(describing:))),
            ("track", track.map(\.description)), ("second", second.map(\.description)),
            ("list", list.map(String.init(describing:))),
        ].compactMap { name, value in value.map { (name: name, value: $0) } }
    }

    /// The story’s own page.
    var href: String { ReadingPages.href(book) + query }

    /// Back to the text that was asked about, unless another one is shown.
    func of(_ explanation: Explanation) -> ReadingWay {
        var way = self
        way.track = track ?? explanation.track
        return way
    }

    /// For pages whose path has the story: empty, or from the question mark on.
    var query: String {
        pairs.isEmpty ? "" : "?" + PercentEncoding.encodeQuery(pairs)
    }

    /// For pages about all stories.
    var named: [(name: String, value: String)] { [(name: "story", value: "\(book)")] + pairs }
}

/// Where a page about all stories leads back to, and the others of its kind.
struct ReadingHead: Record {
    private static let pages: [(path: String, label: String, which: ParentSwitch?)] = [
        (WatchHomePages.path, "History", nil),
        (PlaylistPages.path, ParentSwitch.playlists.label, .playlists),
        (KeptWordPages.path, ParentSwitch.vocabulary.label, .vocabulary),
        (LivePages.path, ParentSwitch.live.label, .live),
        (ConversationListPages.path, "Conversations", nil),
        (OpenPages.path, "Open an address", nil),
        (WatchSettingsPages.path, "Settings", nil),
    ]

    let path: String
    /// The pages that nothing hides.
    private let shown: [(path: String, label: String)]
    /// Nil if it wasn’t opened from a story that the family may still watch.
    let way: ReadingWay?

    init(_ path: String, _ visit: Visit, _ family: Family) throws {
        self.path = path
        shown = try Self.pages.filter { try $0.which.map(visit.isOn) ?? true }
            .map { ($0.path, $0.label) }
        let way = ReadingWay(try visit.query())
        self.way = try way.flatMap { try visit.shelf(of: family).mayWatch($0.book) ? $0 : nil }
    }

    var query: [(name: String, value: String)] { way?.named ?? [] }

    /// An address of these with the way back in it.
    func href(_ path: String) -> String {
        if let way, path == KeptWordPages.path { return KeptWordPages.href(of: way) }
        return query.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(query)
    }

    static let fields: [Field<ReadingHead>] = [
        .text("path") { $0.path },
        .text("title") { head in pages.first { $0.path == head.path }?.label ?? "" },
        .text("back_href") { $0.way?.href ?? WatchHomePages.path },
        .text("back_label") { $0.way == nil ? "Reading along" : "Back to the story" },
        .list("pages") { head in
            head.shown.map { path, label in
                ReadingHeadLink(
                    label: label,
                    href: head.href(path),
                    isCurrent: path == head.path
                )
            }
        },
    ]
}

/// One of the pages about all stories.
struct ReadingHeadLink: Record {
    let label: String
    let href: String
    let isCurrent: Bool

    static let fields: [Field<ReadingHeadLink>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .bool("is_current") { $0.isCurrent },
    ]
}

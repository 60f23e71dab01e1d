import SQLite

/// Why an address isn't opened, as a sentence for the parent who typed it.
struct OpenTrouble: Error, Equatable {
    let message: String
    var retryAfter: Int?
}

/// What is at an address.
enum FoundVideo {
    case story(Book, seconds: Int?, moment: Int?)
    /// One that was opened before.
    case known(WebVideo, moment: Int?)
    case new(WebSource, VideoLook, moment: Int?)

    var moment: Int? {
        switch self {
        case .story(_, _, let moment), .known(_, let moment), .new(_, _, let moment): moment
        }
    }
}

/// Finds what is at an address for a family: its own stories first, then what it opened before, and only
/// then by asking other servers.
struct VideoFinder {
    private let visit: Visit
    private let scope: FamilyScope
    private var family: ID<Family> { scope.family.id }

    init(_ visit: Visit, _ scope: FamilyScope) {
        self.visit = visit
        self.scope = scope
    }

    func find(_ typed: String) throws -> FoundVideo {
        let address: VideoAddress
        do {
            address = try VideoAddress.read(typed, home: visit.origin)
        } catch {
            throw OpenTrouble(message: error.description)
        }
        switch address {
        case .story(let book, let moment): return try story(book, moment)
        case .web(let id, let moment):
            guard let video = try? visit.webVideos.find(id, of: family) else {
                throw OpenTrouble(message: "Your family has no such video.")
            }
            return .known(video, moment: moment)
        case .playback(let id, let direct, let moment):
            return try playback(id, direct, moment)
        case .file(let url, let moment): return try source(.file(url), moment)
        case .hls(let url, let moment): return try source(.hls(url), moment)
        case .youTube(let id, let moment): return try source(.youTube(id), moment)
        }
    }

    private func story(_ id: ID<Book>, _ moment: Int?) throws -> FoundVideo {
        let shelf = visit.shelf(of: scope.family)
        guard let book = try shelf.findIfAny(id), try shelf.mayWatch(id) else {
            throw OpenTrouble(message: "Your family can’t watch this story now.")
        }
        let asset = try visit.videos.current(of: id)
        if let asset, !shelf.films.contain(asset) {
            throw OpenTrouble(message: "Your family can’t watch this story now.")
        }
        return .story(book, seconds: asset?.durationSeconds, moment: moment)
    }

    /// A playback id of the catalog is its story, if the family may watch it; otherwise it is a video
    /// like any other.
    private func playback(_ id: String, _ direct: WebAddress?, _ moment: Int?) throws -> FoundVideo
    {
        if let book = try visit.videos.book(playing: id),
            try visit.shelf(of: scope.family).mayWatch(book)
        {
            return try story(book, moment)
        }
        guard let direct else {
            throw OpenTrouble(message: VideoAddress.Refusal.unknown.description)
        }
        let isFile = !direct.text.prefix { $0 != "?" }.hasSuffix(".m3u8")
        return try source(isFile ? .file(direct) : .hls(direct), moment)
    }

    private func source(_ source: WebSource, _ moment: Int?) throws -> FoundVideo {
        if source.kind == .youTube, !visit.site.configuration.addresses.allowsYouTube {
            throw OpenTrouble(
                message:
                    "Videos on YouTube can’t be opened here. The person who runs this server can allow them."
            )
        }
        if let known = try visit.webVideos.find(source.url, of: family) {
            return .known(known, moment: moment)
        }
        do {
            let look = try visit.site.shared[AddressDesk.self]
                .look(source.url, for: family, visit.hourlyCounts) {
                    fetch throws(VideoLook.Trouble) in
                    try VideoLooker(fetch: fetch).look(at: source)
                }
            return .new(source, look, moment: moment)
        } catch let pause as AddressPause {
            throw OpenTrouble(message: pause.message, retryAfter: pause.retryAfter)
        } catch let limit as HourlyLimit.Reached {
            throw OpenTrouble(message: limit.message, retryAfter: limit.retryAfter)
        } catch let trouble as VideoLook.Trouble {
            throw OpenTrouble(message: trouble.description)
        }
    }

    /// The page that plays it; what is new is kept.
    func open(_ found: FoundVideo) throws -> String {
        switch found {
        case .story(let book, _, _): return ReadingPages.href(book.id)
        case .known(let video, _): return video.href
        case .new(let source, let look, _):
            let kept = try visit.webVideos.keep(source, look, of: family, by: scope.actor)
            guard let kept else {
                throw OpenTrouble(message: Allowance.webVideos.refusal)
            }
            return WebVideoPages.href(kept)
        }
    }
}

extension VideoStore {
    /// The book that plays a video at Mux by this id, public or signed.
    func book(playing id: String) throws -> ID<Book>? {
        let found = try database.first(
            """
            SELECT book_id FROM video_assets INDEXED BY video_assets_by_public_id
            WHERE public_playback_id = \(id) AND is_current = 1 AND book_id IS NOT NULL
            UNION ALL
            SELECT book_id FROM video_assets INDEXED BY video_assets_by_signed_id
            WHERE signed_playback_id = \(id) AND is_current = 1 AND book_id IS NOT NULL
            LIMIT 1
            """
        ) { try $0.intOrNil(0) }
        return found.flatMap(\.self).map { ID($0) }
    }
}

import HTTP
import Server

/// The films of Kids Mode, and what is watched of them.
enum KidsFilmPages {
    static let routes: [Route] = [
        // Opening a file may wait for a disk.
        get("/kids/film/{id}", for: .child, lane: .worker, film),
        post("/kids/events", for: .child, record),
    ]

    /// The film at one address that never changes, so that a tap can play it at once: a file in
    /// ranges, or the way to Mux with a fresh token.
    static func film(_ visit: Visit, _ book: ID<Book>) throws -> Response {
        let (_, asset, playback) = try visit.kidsLibrary().film(of: book, visit)
        return try visit.film(of: asset, playback)
    }

    /// Takes events in the API's shape, of the child who is watching and the stories in their library.
    static func record(_ visit: Visit) throws -> Response {
        let library = try visit.kidsLibrary()
        let device = library.device
        let quota = visit.site.rateLimit.count("device \(device.id)", now: visit.now)
        let wait = quota?.waitSeconds ?? 0
        guard wait == 0 else { throw APIFailure.tooManyRequests(retryAfterSeconds: wait) }
        return try UsageAPI.record(
            visit,
            Sent(visit: visit),
            of: device.family.id,
            from: Sender(device.id)
        ) { try $0.child == library.child.id && library.holds($0.book) }
        .response(to: visit)
    }
}

extension KidsLibrary {
    /// A story of the shelf, its video and what plays it; not found where it can't be played.
    func film(of book: ID<Book>, _ visit: Visit) throws -> (ShelvedBook, VideoAsset, Playback) {
        let shelved = try find(book)
        guard let asset = try visit.videos.current(of: book),
            let playback = try visit.playback(
                of: asset,
                visit.videos.captions(of: asset.id),
                for: .kids(self),
                hasFrames: false
            )
        else { throw Failure.notFound }
        return (shelved, asset, playback.filesFirst)
    }
}

extension Playback {
    /// Files before playlists: every browser plays and seeks them exactly, and where one fails, what
    /// was loaded of it still plays.
    var filesFirst: Playback {
        var other = self
        other.sources =
            sources.filter { $0.type == "video/mp4" }
            + sources.filter { $0.type != "video/mp4" }
        return other
    }
}

import HTTP
import Received
import SQLite
import Subtitles

/// The books or the videos of a list whose captions are saved together.
enum CaptionArchiveTarget: Sendable {
    case books(BulkTarget, BookListAddress)
    case videos(VideoTarget, VideoListAddress, [ID<VideoAsset>])

    /// As many videos as other bulk actions take.
    private static let mostVideos = VideoBulk.mostAtOnce

    /// Nil if nothing was ticked.
    init?(_ visit: Visit, _ query: Fields) throws {
        if query.text("of") == "videos" {
            let address = try visit.asked(VideoListAddress(of: query))
            guard let target = try VideoTarget(query, address, "videos") else { return nil }
            let videos = try target.assets(visit.videoList, limit: Self.mostVideos)
            self = .videos(target, address, videos.map(\.id))
        } else {
            let address = try visit.asked(BookListAddress(of: query))
            guard let target = try BulkTarget(query, address, "books") else { return nil }
            self = .books(target, address)
        }
    }

    /// The list that an address with nothing ticked leads back to.
    static func listHref(_ query: Fields) -> String {
        query.text("of") == "videos"
            ? VideoListAddress(of: query).href : BookListAddress(of: query).href
    }

    var listHref: String {
        switch self {
        case .books(_, let address): address.href
        case .videos(_, let address, _): address.href
        }
    }

    var noun: String {
        switch self {
        case .books: "Books"
        case .videos: "Videos"
        }
    }

    /// The fields with which a form sends it on.
    var fields: [(name: String, value: String)] {
        switch self {
        case .books(let target, let address):
            [(name: "of", value: "books"), (name: "list", value: address.carried)] + target.fields
        case .videos(let target, let address, _):
            [(name: "of", value: "videos"), (name: "list", value: address.carried)] + target.fields
        }
    }

    /// The tracks with cues of the books’ current videos, or of the videos themselves.
    private var condition: SQL {
        switch self {
        case .books(let target, _):
            """
            asset_id IN (SELECT a.id FROM video_assets AS a
                WHERE a.is_current = 1 AND a.book_id IN (\(sql: target.keys)))
            """
        case .videos(_, _, let ids): "asset_id IN \(list: ids.map(\.value))"
        }
    }

    func countTracks(in database: Database) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM caption_tracks
            WHERE \(sql: condition) AND saved_version IS NOT NULL
            """
        ) { try $0.int(0) } ?? 0
    }

    func tracks(in database: Database) throws -> [ID<CaptionTrack>] {
        try database.all(
            """
            SELECT id FROM caption_tracks
            WHERE \(sql: condition) AND saved_version IS NOT NULL ORDER BY asset_id, id
            """
        ) { ID(try $0.int(0)) }
    }
}

/// The captions of many videos as one `.zip` that is made while it is read, a track at a time.
struct CaptionArchive: ChunkSource {
    private let tracks: [ID<CaptionTrack>]
    private let form: CaptionFormatForm
    private let folder: VideoFolder
    private let now: Int
    private var position = 0
    private var writer = ZipWriter()
    /// How often each name was given.
    private var names: [String: Int] = [:]
    private var isAtEnd = false

    init(_ tracks: [ID<CaptionTrack>], _ form: CaptionFormatForm, _ folder: VideoFolder, now: Int) {
        self.tracks = tracks
        self.form = form
        self.folder = folder
        self.now = now
    }

    func next(_ responder: any Responder) throws -> (chunk: [UInt8], rest: any ChunkSource)? {
        guard let application = responder as? Application else { return nil }
        var rest = self
        return try rest.next(from: application.database).map { ($0, rest) }
    }

    /// The next piece; nil after the end. A track that was deleted meanwhile is left out.
    mutating func next(from database: Database) throws -> [UInt8]? {
        let store = CaptionStore(database: database, now: now, folder: folder)
        let list = CaptionList(database: database, now: now)
        while position < tracks.count {
            position += 1
            guard let track = try? store.find(tracks[position - 1]),
                let summary = try list.summaries([track]).first
            else { continue }
            let bytes = form.write(
                try store.document(of: track),
                language: track.language,
                seconds: summary.video.asset.durationSeconds
            )
            return try writer.add(name(of: summary), bytes, modified: now)
        }
        guard !isAtEnd else { return nil }
        isAtEnd = true
        return writer.end()
    }

    /// Two books may have one title, and a video two tracks of a language.
    private mutating func name(of summary: CaptionSummary) -> String {
        let stem = summary.track.fileStem(summary.video)
        let count = names[stem, default: 0] + 1
        names[stem] = count
        return (count == 1 ? stem : "\(stem).\(count)") + ".\(form.format.rawValue)"
    }
}

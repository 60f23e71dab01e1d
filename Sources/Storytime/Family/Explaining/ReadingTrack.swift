import SQLite
import Subtitles

/// The name of a track in addresses: a number for one of the library’s, `own-` and a number for one that
/// a family brought.
enum TrackName: PathParameter, Hashable, Sendable, CustomStringConvertible {
    case library(ID<CaptionTrack>)
    case own(ID<FamilyCaptions>)

    private static let ownPrefix = "own-"

    init?(pathSegment: Substring) {
        if pathSegment.hasPrefix(Self.ownPrefix) {
            let number = pathSegment.dropFirst(Self.ownPrefix.count)
            guard let id = ID<FamilyCaptions>(pathSegment: number) else { return nil }
            self = .own(id)
        } else {
            guard let id = ID<CaptionTrack>(pathSegment: pathSegment) else { return nil }
            self = .library(id)
        }
    }

    var description: String {
        switch self {
        case .library(let id): "\(id)"
        case .own(let id): Self.ownPrefix + "\(id)"
        }
    }
}

/// A track that a family can read along with: one of the library’s, or one of its own.
struct ReadingTrack: Sendable, Equatable {
    let name: TrackName
    let language: String
    /// For people.
    let label: String
    let kind: CaptionTrack.Kind
    let cueCount: Int
    let isDefault: Bool
    /// Of a family’s own; empty if its text was pasted.
    var fileName = ""
    /// What tells it from another of the family’s own with the same name.
    var distinction: String?

    var isOwn: Bool { if case .own = name { true } else { false } }
}

/// A cue with its number, which it keeps while the track is edited around it.
struct ReadingCue: Sendable, Equatable {
    let id: Int
    let cue: Cue
}

/// The texts of a film as one family sees them.
protocol FilmTexts {
    var family: ID<Family> { get }
    var place: CaptionPlace { get }
    /// How long the film is, if that is known.
    var filmSeconds: Int? { get }
    func all() throws -> [ReadingTrack]
    func find(_ name: TrackName) throws -> ReadingTrack
    /// Everything that the track says, as it was brought or saved last.
    func document(_ name: TrackName) throws -> Captions
}

/// The tracks of a story as one family sees them. Whether the family may watch the story is asked
/// before.
struct ReadingTracks: FilmTexts {
    let captions: CaptionStore
    let own: FamilyCaptionStore
    let family: ID<Family>
    let book: ID<Book>
    /// The video that the story plays; nil while there is none.
    let video: VideoAsset?

    var place: CaptionPlace { .story(book) }
    var filmSeconds: Int? { video?.durationSeconds }

    /// What is said, in every language: the library’s that players get, then the family’s own.
    func all() throws -> [ReadingTrack] {
        let shared = try video.map { try captions.tracks(of: $0.id) } ?? []
        return try shared.filter(Self.isReadable).map(Self.track)
            + own.tracks(of: place, family)
    }

    func find(_ name: TrackName) throws -> ReadingTrack {
        switch name {
        case .library(let id):
            let track = try captions.find(id)
            guard track.video == video?.id, Self.isReadable(track) else { throw Failure.notFound }
            return Self.track(track)
        case .own(let id):
            return ReadingTrack(try own.find(id, of: family, in: place))
        }
    }

    /// Everything that the track says, as it was brought or saved last.
    func document(_ name: TrackName) throws -> Captions {
        switch name {
        case .library(let id): try captions.document(of: captions.find(id))
        case .own(let id): try own.document(id)
        }
    }

    /// All cues in their order, each with its number.
    func cues(_ name: TrackName) throws -> [ReadingCue] {
        let cues = try document(name).cues
        let ids: [Int] =
            switch name {
            case .library(let id): try captions.cues(of: id, limit: cues.count).map(\.id.value)
            // What a family brought is never edited: a cue’s number is its place.
            case .own: cues.indices.map { $0 + 1 }
            }
        return zip(ids, cues).map { ReadingCue(id: $0, cue: $1) }
    }

    private static func isReadable(_ track: CaptionTrack) -> Bool {
        track.status == .ready && track.isShown && track.savedVersion != nil
            && [.subtitles, .captions].contains(track.kind)
    }

    private static func track(_ track: CaptionTrack) -> ReadingTrack {
        ReadingTrack(
            name: .library(track.id),
            language: track.language,
            label: track.name,
            kind: track.kind,
            cueCount: track.cueCount,
            isDefault: track.isDefault
        )
    }
}

extension ReadingTrack {
    /// One of a family's own.
    init(_ track: FamilyCaptions) {
        self.init(
            name: .own(track.id),
            language: track.language,
            label: track.name,
            kind: .subtitles,
            cueCount: track.cueCount,
            isDefault: false,
            fileName: track.fileName
        )
    }
}

extension FamilyCaptionStore {
    /// A family's own tracks of a film.
    func tracks(of place: CaptionPlace, _ family: ID<Family>) throws -> [ReadingTrack] {
        Self.told(try list(of: place, family).map(ReadingTrack.init))
    }

    /// Those of one name get the names of their files, or numbers where these are the same, too.
    private static func told(_ tracks: [ReadingTrack]) -> [ReadingTrack] {
        tracks.map { track in
            let same = tracks.filter { $0.label == track.label }
            guard same.count > 1, let place = same.firstIndex(of: track) else { return track }
            let isClear =
                !track.fileName.isEmpty
                && same.count { $0.fileName == track.fileName } == 1
            var track = track
            track.distinction = isClear ? track.fileName : "\(place + 1)"
            return track
        }
    }
}

extension Visit {
    /// The tracks of a story that the family of this parent may watch; otherwise it doesn't exist.
    func readingTracks(of book: ID<Book>) throws -> ReadingTracks {
        let family = try family().family
        guard try shelf(of: family).mayWatch(book) else { throw Failure.notFound }
        return ReadingTracks(
            captions: captions,
            own: familyCaptions,
            family: family.id,
            book: book,
            video: try videos.current(of: book)
        )
    }
}

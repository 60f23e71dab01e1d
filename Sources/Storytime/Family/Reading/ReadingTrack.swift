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

/// A track that a family brought.
struct FamilyCaptions: Sendable {
    let id: ID<FamilyCaptions>
    let language: String
    let name: String
}

struct FamilyCaptionStore {
    let database: Database

    func list(of book: ID<Book>, _ family: ID<Family>) throws -> [FamilyCaptions] {
        try database.all(
            """
            SELECT id, language, label FROM family_captions
            WHERE book_id = \(book.value) AND family_id = \(family.value) AND removed_at IS NULL
            ORDER BY id
            """
        ) { row in
            let language = try row.text(1)
            let label = try row.text(2)
            return FamilyCaptions(
                id: ID(try row.int(0)),
                language: language,
                name: label.isEmpty ? LanguageTag.name(of: language) ?? language : label
            )
        }
    }

    func document(_ id: ID<FamilyCaptions>) throws -> Captions {
        let packed = try database.first(
            "SELECT document FROM family_captions WHERE id = \(id.value) AND removed_at IS NULL"
        ) { try $0.blob(0) }
        guard let packed else { throw Failure.notFound }
        return try CaptionDocument.unpack(packed)
    }
}

/// A track that a family can read along with: one of the library’s, or one of its own.
struct ReadingTrack: Sendable, Equatable {
    let name: TrackName
    let language: String
    /// For people.
    let label: String
    let isDefault: Bool

    var isOwn: Bool { if case .own = name { true } else { false } }
}

/// A cue with its number, which it keeps while the track is edited around it.
struct ReadingCue: Sendable, Equatable {
    let id: Int
    let cue: Cue
}

/// The tracks of a story as one family sees them. Whether the family may watch the story is asked
/// before.
struct ReadingTracks {
    let captions: CaptionStore
    let own: FamilyCaptionStore
    let family: ID<Family>
    let book: ID<Book>
    /// The video that the story plays; nil while there is none.
    let video: VideoAsset?

    /// What is said, in every language: the library’s that players get, then the family’s own.
    func all() throws -> [ReadingTrack] {
        let shared = try video.map { try captions.tracks(of: $0.id) } ?? []
        return try shared.filter(Self.isReadable).map { track in
            ReadingTrack(
                name: .library(track.id),
                language: track.language,
                label: track.name,
                isDefault: track.isDefault
            )
        }
            + own.list(of: book, family).map { track in
                ReadingTrack(
                    name: .own(track.id),
                    language: track.language,
                    label: track.name,
                    isDefault: false
                )
            }
    }

    /// All cues in their order, each with its number.
    func cues(_ name: TrackName) throws -> [ReadingCue] {
        let document: Captions
        let ids: [Int]
        switch name {
        case .library(let id):
            document = try captions.document(of: captions.find(id))
            ids = try captions.cues(of: id, limit: document.cues.count).map(\.id.value)
        case .own(let id):
            document = try own.document(id)
            ids = document.cues.indices.map { $0 + 1 }
        }
        return zip(ids, document.cues).map { ReadingCue(id: $0, cue: $1) }
    }

    private static func isReadable(_ track: CaptionTrack) -> Bool {
        track.status == .ready && track.isShown && track.savedVersion != nil
            && [.subtitles, .captions].contains(track.kind)
    }
}

extension Visit {
    var familyCaptions: FamilyCaptionStore { FamilyCaptionStore(database: database) }
}

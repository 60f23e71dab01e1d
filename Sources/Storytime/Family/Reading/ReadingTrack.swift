import SQLite
import Subtitles

/// The name of a text in addresses: "12" is a track of the library, "own-7" one that a family brought.
enum ReadingTrackName: PathParameter, Hashable, Sendable, CustomStringConvertible {
    case library(ID<CaptionTrack>)
    case own(Int)

    private static let mark = "own-"

    init?(pathSegment: Substring) {
        if pathSegment.hasPrefix(Self.mark) {
            let rest = pathSegment.dropFirst(Self.mark.count)
            guard let id = ID<Family>(pathSegment: rest) else { return nil }
            self = .own(id.value)
        } else {
            guard let id = ID<CaptionTrack>(pathSegment: pathSegment) else { return nil }
            self = .library(id)
        }
    }

    var description: String {
        switch self {
        case .library(let id): id.description
        case .own(let id): Self.mark + String(id)
        }
    }
}

/// The file of a text's lines, like `12.json`.
struct ReadingCueFile: PathParameter {
    let track: ReadingTrackName

    init?(pathSegment: Substring) {
        let suffix = ".json"
        guard pathSegment.hasSuffix(suffix),
            let track = ReadingTrackName(pathSegment: pathSegment.dropLast(suffix.count))
        else { return nil }
        self.track = track
    }
}

/// A text along which a family can read a story: a track of the library, or one of its own.
struct ReadingTrack: Sendable, Equatable {
    let name: ReadingTrackName
    /// BCP 47; "und" if unknown.
    let language: String
    let label: String
    /// Whether players begin with it.
    var isDefault = false

    var isOwn: Bool { if case .own = name { true } else { false } }

    /// How it is called in a menu.
    var title: String {
        let language = LanguageTag.name(of: language)
        let known =
            label.isEmpty || label == language ? language ?? self.language : label
        return isOwn ? "\(known) (yours)" : known
    }

    /// Chapters and descriptions are no words that are said.
    static func isRead(_ track: CaptionTrack) -> Bool {
        track.status == .ready && track.isShown
            && (track.kind == .subtitles || track.kind == .captions)
    }
}

/// Finds what a family can read of a story.
struct ReadingTracks {
    let captions: CaptionStore
    let asset: VideoAsset
    let book: ID<Book>
    let family: ID<Family>

    private var database: Database { captions.database }

    /// The library's first, by language.
    func all() throws -> [ReadingTrack] {
        let shared = try captions.tracks(of: asset.id).filter(ReadingTrack.isRead).map { track in
            ReadingTrack(
                name: .library(track.id),
                language: track.language,
                label: track.label,
                isDefault: track.isDefault
            )
        }
        let own = try database.all(
            """
            SELECT id, language, label FROM family_captions
            WHERE book_id = \(book.value) AND family_id = \(family.value) AND removed_at IS NULL
            ORDER BY id
            """
        ) { row in
            ReadingTrack(
                name: .own(try row.int(0)),
                language: try row.text(1),
                label: try row.text(2)
            )
        }
        return shared + own
    }

    /// The one that was asked for, or else the one to begin with: what players begin with, or else
    /// what is in the story's language.
    static func first(
        of tracks: [ReadingTrack],
        named wanted: ReadingTrackName?,
        language: String?
    ) -> ReadingTrack? {
        let base = { (tag: String) in tag.prefix { $0 != "-" } }
        return tracks.first { $0.name == wanted } ?? tracks.first(where: \.isDefault)
            ?? tracks.first { $0.language == language }
            ?? tracks.first { track in language.map { base($0) == base(track.language) } ?? false }
            ?? tracks.first
    }

    /// Its lines in the order of time, with the times of words where the track has them.
    func cues(of name: ReadingTrackName) throws -> [ReadingCue] {
        switch name {
        case .library(let id):
            let track = try captions.find(id, of: asset.id)
            guard ReadingTrack.isRead(track) else { throw Failure.notFound }
            let numbers = try captions.rows.cues.all(of: id).map(\.id.value)
            return ReadingCue.list(
                try captions.document(of: track).cues,
                numbers: numbers,
                seconds: asset.durationSeconds
            )
        case .own(let id):
            let packed = try database.first(
                """
                SELECT document FROM family_captions
                WHERE id = \(id) AND book_id = \(book.value) AND family_id = \(family.value)
                    AND removed_at IS NULL
                """
            ) { try $0.blob(0) }
            guard let packed else { throw Failure.notFound }
            return ReadingCue.list(
                try CaptionDocument.unpack(packed).cues,
                numbers: [],
                seconds: asset.durationSeconds
            )
        }
    }

    /// The same without the times of words, which saves reading the whole document.
    func lines(of name: ReadingTrackName) throws -> [ReadingCue] {
        guard case .library(let id) = name else { return try cues(of: name) }
        let track = try captions.find(id, of: asset.id)
        guard ReadingTrack.isRead(track), track.savedVersion != nil else {
            return try cues(of: name)
        }
        let rows = try captions.rows.cues.all(of: id)
        return ReadingCue.list(
            rows.map { Cue(start: $0.start, end: $0.end, text: $0.text) },
            numbers: rows.map(\.id.value),
            seconds: asset.durationSeconds
        )
    }
}

extension Visit {
    func readingTracks(of asset: VideoAsset, _ book: ID<Book>, for family: ID<Family>)
        -> ReadingTracks
    {
        ReadingTracks(captions: captions, asset: asset, book: book, family: family)
    }
}

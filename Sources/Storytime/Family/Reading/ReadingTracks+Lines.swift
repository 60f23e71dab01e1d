import Received
import Subtitles

extension ReadingTrack {
    /// How it is called in a menu.
    var title: String {
        guard isOwn else { return label }
        return distinction.map { "\(label) (yours, \($0))" } ?? "\(label) (yours)"
    }
}

extension ReadingTracks {
    /// The tracks of a film that may be watched.
    init(of asset: VideoAsset, _ book: ID<Book>, for family: ID<Family>, _ visit: Visit) {
        self.init(
            captions: visit.captions,
            own: visit.familyCaptions,
            family: family,
            book: book,
            video: asset
        )
    }

    /// The one that was asked for, or else the one to begin with: what players begin with, or else
    /// what is in the story’s language.
    static func first(of tracks: [ReadingTrack], named wanted: TrackName?, language: String?)
        -> ReadingTrack?
    {
        let base = { (tag: String) in tag.prefix { $0 != "-" } }
        return tracks.first { $0.name == wanted } ?? tracks.first(where: \.isDefault)
            ?? tracks.first { $0.language == language }
            ?? tracks.first { track in language.map { base($0) == base(track.language) } ?? false }
            ?? tracks.first
    }

    /// The lines of one of these tracks in the order of time, with the times of words where it has them.
    func lines(of track: ReadingTrack) throws -> LinesOnPage {
        list(try cues(track.name).map { ($0.id, $0.cue) })
    }

    /// The same without the times of words, which saves reading the whole document.
    func plainLines(of track: ReadingTrack) throws -> LinesOnPage {
        guard case .library(let id) = track.name else { return try lines(of: track) }
        return list(
            try captions.rows.cues.all(of: id).map { row in
                (row.id.value, Cue(start: row.start, end: row.end, text: row.text))
            }
        )
    }

    private func list(_ cues: [(id: Int, cue: Cue)]) -> LinesOnPage {
        LinesOnPage(
            ReadingLine.list(cues.map(\.cue), numbers: cues.map(\.id), seconds: filmSeconds)
        )
    }
}

/// The file of a text’s lines, like `12.json`.
struct ReadingLinesFile: PathParameter {
    let track: TrackName

    init?(pathSegment: Substring) {
        let suffix = ".json"
        guard pathSegment.hasSuffix(suffix),
            let track = TrackName(pathSegment: pathSegment.dropLast(suffix.count))
        else { return nil }
        self.track = track
    }
}

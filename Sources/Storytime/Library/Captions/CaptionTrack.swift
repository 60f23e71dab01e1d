import SQLite
import Subtitles

/// A text of a video, in one language: captions, or chapters, or what else is said along with it.
///
/// A track is a document that is kept in versions. Its cues are in the database, to be listed and
/// searched, and its WebVTT is a file for players.
struct CaptionTrack: Sendable, Equatable {
    /// As HTML distinguishes them: captions also describe sounds, descriptions the picture.
    enum Kind: String, Sendable, CaseIterable {
        case subtitles, captions, descriptions, chapters
    }
    /// Where the text came from.
    enum Origin: String, Sendable, CaseIterable {
        case uploaded, embedded, mux, generated, edited
    }
    enum Status: String, Sendable { case preparing, ready, errored }

    let id: ID<CaptionTrack>
    let video: ID<VideoAsset>
    /// BCP 47; "und" if unknown.
    var language: String
    var label: String
    var kind: Kind
    var origin: Origin
    var status: Status
    var error: String?
    var muxTrackID: String?
    var fileKey: String?
    /// Whether players get it: one of each language and kind.
    var isShown = true
    /// Whether players begin with it: one of a video at most.
    var isDefault = false
    /// The format of the file that it was read from; nil until its cues are here.
    var format: CaptionFormat?
    var cueCount = 0
    /// How many cues have trouble, as counted when it was saved.
    var problemCount = 0
    /// The number of the version that its cues are; nil until they are here.
    var savedVersion: Int?
    /// Counts every change, so that of two editors neither overwrites the other.
    var version = 1
    var createdAt = 0
    var updatedAt = 0

    static let columns: SQL = """
        id, asset_id, language, label, kind, origin, status, error, mux_track_id, file_key,
        is_shown, is_default, format, cue_count, problem_count, saved_version, version, created_at,
        updated_at
        """

    /// Its name for people: its label, or else its language.
    var name: String {
        label.isEmpty ? LanguageTag.shownName(of: language) : label
    }

    /// A name that says that only what is foreign in the film is in it. Players have no other word for that.
    static func forced(_ name: String) -> String {
        let isSaid = name.lowercased().contains(forcedWord)
        return isSaid ? name : "\(name.prefix(180)) (Forced)"
    }

    static let forcedWord = "forced"

    /// The name with what it is, in sentences: "German captions", "German chapters".
    var fullName: String { Self.fullName(name, kind) }

    static func fullName(_ name: String, _ kind: Kind) -> String {
        let noun =
            switch kind {
            case .subtitles, .captions: "captions"
            case .descriptions, .chapters: kind.rawValue
            }
        let ends = [noun, kind.rawValue].contains { name.lowercased().hasSuffix($0) }
        return ends ? name : "\(name) \(noun)"
    }

    /// The words by which cues of tracks like this are found.
    static func facets(_ language: String, _ kind: Kind) -> String {
        "\(facet(language: language)) \(facet(kind: kind))"
    }

    static func facet(language: String) -> String {
        "l" + language.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    static func facet(kind: Kind) -> String { "k" + kind.rawValue }
}

extension CaptionTrack {
    /// Reads the `columns`. The schema’s CHECKs allow no other values than those known here.
    init(_ row: Row) throws {
        self.init(
            id: ID(try row.int(0)),
            video: ID(try row.int(1)),
            language: try row.text(2),
            label: try row.text(3),
            kind: Kind(rawValue: try row.text(4)) ?? .subtitles,
            origin: Origin(rawValue: try row.text(5)) ?? .uploaded,
            status: Status(rawValue: try row.text(6)) ?? .preparing,
            error: try row.textOrNil(7),
            muxTrackID: try row.textOrNil(8),
            fileKey: try row.textOrNil(9),
            isShown: try row.bool(10),
            isDefault: try row.bool(11),
            format: try row.textOrNil(12).flatMap { CaptionFormat(rawValue: $0) },
            cueCount: try row.int(13),
            problemCount: try row.int(14),
            savedVersion: try row.intOrNil(15),
            version: try row.int(16),
            createdAt: try row.int(17),
            updatedAt: try row.int(18)
        )
    }
}

extension CaptionTrack.Kind {
    /// For people.
    var label: String {
        switch self {
        case .subtitles: "Subtitles"
        case .captions: "Captions"
        case .descriptions: "Descriptions"
        case .chapters: "Chapters"
        }
    }
}

extension CaptionTrack.Origin {
    /// For people.
    var label: String {
        switch self {
        case .uploaded: "Uploaded"
        case .embedded: "From the video"
        case .mux: "From Mux"
        case .generated: "Generated"
        case .edited: "Edited"
        }
    }
}

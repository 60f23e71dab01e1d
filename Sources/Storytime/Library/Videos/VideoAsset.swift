/// A video of a book: a file of ours, or one that Mux keeps.
struct VideoAsset: Sendable, Equatable {
    /// Who keeps it and plays it.
    enum Provider: String, Sendable, CaseIterable {
        case local, mux

        var label: String {
            switch self {
            case .local: "This server"
            case .mux: "Mux"
            }
        }
    }

    enum Status: String, Sendable, CaseIterable {
        /// There is no video yet: it is to be uploaded, or waits for its turn.
        case waiting
        case preparing, ready, errored

        var label: String {
            switch self {
            case .waiting: "Waiting"
            case .preparing: "Preparing"
            case .ready: "Ready"
            case .errored: "Failed"
            }
        }

        /// The kind of pill that stands for it: its colour and its mark.
        var kind: String {
            switch self {
            case .waiting: "quiet"
            case .preparing: "busy"
            case .ready: "good"
            case .errored: "bad"
            }
        }

        /// Whether nothing more is to come of it by itself.
        var isSettled: Bool { self == .ready || self == .errored }
    }

    let id: ID<VideoAsset>
    /// Nil: Mux has it and nobody said for which book.
    var bookID: ID<Book>?
    var provider: Provider
    /// Whether it is the one that its book plays; the others are the book's history.
    var isCurrent: Bool
    /// When it was chosen for its book: as it was made, or later by whoever went back to it.
    var chosenAt: Int
    var status: Status
    var progressPercent: Int?
    /// Rounded; nil until it is known.
    var durationSeconds: Int?
    var hasCaptions: Bool
    var picture = Picture()
    /// Why it failed; there is one exactly while it has.
    var trouble: Trouble?
    /// Where it came from: the name of a file, or an address.
    var source: String?
    var mux = MuxNames()
    var files = Files()
    /// When something was last heard of it.
    var newsAt: Int
    var deletedAt: Int?
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    /// How the picture is, as far as it is known.
    struct Picture: Sendable, Equatable {
        var width: Int?
        var height: Int?
        /// As Mux names it, like "1080p".
        var resolution: String?
        var aspectRatio: String?
        var codec: String?
        var sizeBytes: Int?
    }

    /// Why a video can't be had: a word for programs, and a sentence for people.
    struct Trouble: Sendable, Equatable {
        var code: String?
        var message: String
    }

    /// What Mux calls it.
    struct MuxNames: Sendable, Equatable {
        var assetID: String?
        var uploadID: String?
        /// What a signed token is made for.
        var signedPlaybackID: String?
        /// What anybody could play.
        var publicPlaybackID: String?
        /// The name of the MP4 rendition, once it is ready.
        var mp4Name: String?
        var passthrough: String?
    }

    /// Files of ours, by their names.
    struct Files: Sendable, Equatable {
        var video: String?
        var poster: String?
        var storyboard: String?
    }

    /// What is said of a video that is to be.
    struct Draft: Sendable, Equatable {
        var provider: Provider
        var bookID: ID<Book>?
        var source: String?
    }

    /// "Preparing" without news for so long is stuck: Mux tells of progress within minutes, and
    /// our own worker within seconds.
    static let stuckAfterSeconds = 15 * 60

    func isStuck(now: Int) -> Bool {
        status == .preparing && deletedAt == nil && now - newsAt >= Self.stuckAfterSeconds
    }

    var subject: Subject { Subject(.video, id.value, source ?? "video \(id)") }

    /// Which of a book's videos it plays.
    ///
    /// A video that is on its way replaces nothing: the one that is ready goes on until the new one
    /// is, too. When the one that plays is deleted, none takes its place by itself: whoever
    /// replaced a wrong one must not get it back for having deleted the right one.
    static func current(among assets: [VideoAsset]) -> VideoAsset? {
        let inOrder = assets.sorted { ($0.chosenAt, $0.id.value) > ($1.chosenAt, $1.id.value) }
        let playing = inOrder.first { $0.status == .ready }
        if let playing, playing.deletedAt == nil { return playing }
        return inOrder.prefix { $0.id != playing?.id }.first { $0.deletedAt == nil }
    }
}

/// A text that goes with a video, in one language.
struct CaptionTrack: Sendable, Equatable {
    /// As HTML tells them apart: captions tell of sounds, too.
    enum Kind: String, Sendable, CaseIterable { case captions, subtitles }
    enum Origin: String, Sendable { case embedded, uploaded, generated }
    enum Status: String, Sendable { case preparing, ready, errored }

    let id: ID<CaptionTrack>
    /// BCP 47; "und" where nobody said.
    var language: String
    var label: String
    var kind: Kind
    var origin: Origin
    var status: Status
    var error: String?
    var muxTrackID: String?
    var fileKey: String?
}

/// Something that happened to a video: a line of its timeline.
struct VideoEvent: Sendable, Equatable {
    let id: Int
    let at: Int
    /// A word that its icon is chosen by.
    let kind: String
    let text: String
    /// Who did it; nil is the program, or Mux.
    var actorName: String?
}

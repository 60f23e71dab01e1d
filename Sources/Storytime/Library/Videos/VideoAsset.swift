/// A video of a book: files on this server, or one that Mux keeps.
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

        /// The label inside a sentence.
        var place: String { self == .local ? "this server" : label }
    }

    enum Status: String, Sendable, CaseIterable {
        /// There is no video yet: it still has to be uploaded, or waits for its turn.
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

        /// The kind of pill for it: its color and its symbol.
        var kind: String {
            switch self {
            case .waiting: "quiet"
            case .preparing: "busy"
            case .ready: "good"
            case .errored: "bad"
            }
        }

        /// Whether its status won't change on its own.
        var isSettled: Bool { self == .ready || self == .errored }
    }

    let id: ID<VideoAsset>
    /// Nil if Mux has it and the book is unknown.
    var bookID: ID<Book>?
    var provider: Provider
    /// Whether it is the one that its book plays; the others are the book's history.
    var isCurrent: Bool
    /// When it was chosen for its book: when it was made, or later by someone who went back to it.
    var chosenAt: Int
    var status: Status
    var progressPercent: Int?
    /// Rounded; nil until it is known.
    var durationSeconds: Int?
    var hasCaptions: Bool
    var picture = Picture()
    /// Why it failed; exists exactly as long as it has.
    var trouble: Trouble?
    /// Where it came from: the name of a file, or an address.
    var source: String?
    var mux = MuxNames()
    var files = Files()
    /// The moment that its poster shows; nil if nobody chose one.
    var posterSeconds: Int?
    /// The time of its last update.
    var newsAt: Int
    var deletedAt: Int?
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    /// The properties of the picture, as far as they are known.
    struct Picture: Sendable, Equatable {
        var width: Int?
        var height: Int?
        /// As Mux names it, like "1080p".
        var resolution: String?
        var aspectRatio: String?
        var codec: String?
        var sizeBytes: Int?
    }

    /// Why a video isn't available: a word for programs, and a sentence for people.
    struct Trouble: Sendable, Equatable {
        var code: String?
        var message: String
    }

    /// Its names at Mux.
    struct MuxNames: Sendable, Equatable {
        var assetID: String?
        var uploadID: String?
        /// The playback id for signed tokens.
        var signedPlaybackID: String?
        /// The playback id that anybody can play.
        var publicPlaybackID: String?
        /// The name of the MP4 rendition, once it is ready.
        var mp4Name: String?
        var passthrough: String?
    }

    /// The names of its files on this server.
    struct Files: Sendable, Equatable {
        var video: String?
        /// The one that was made with it.
        var poster: String?
        var storyboard: String?
        /// The one that somebody chose.
        var chosenPoster: String?

        var shownPoster: String? { chosenPoster ?? poster }
    }

    /// The description of a new video.
    struct Draft: Sendable, Equatable {
        var provider: Provider
        var bookID: ID<Book>?
        var source: String?
    }

    /// "Preparing" without news for this long means stuck: Mux reports progress within minutes,
    /// and our own worker within seconds.
    static let stuckAfterSeconds = 15 * 60

    func isStuck(now: Int) -> Bool {
        status == .preparing && deletedAt == nil && now - newsAt >= Self.stuckAfterSeconds
    }

    var subject: Subject { Subject(.video, id.value, source ?? "video \(id)") }

    /// Which of a book's videos it plays.
    ///
    /// A video in progress replaces nothing: the ready one keeps playing until the new one is
    /// ready, too. If the one that plays is deleted, no other takes its place: somebody who
    /// replaced a wrong one must not get it back by deleting the right one.
    static func current(among assets: [VideoAsset]) -> VideoAsset? {
        let inOrder = assets.sorted { ($0.chosenAt, $0.id.value) > ($1.chosenAt, $1.id.value) }
        let playing = inOrder.first { $0.status == .ready }
        if let playing, playing.deletedAt == nil { return playing }
        return inOrder.prefix { $0.id != playing?.id }.first { $0.deletedAt == nil }
    }

    /// The last video that was added to replace the one that the book plays, as long as it doesn’t.
    /// What somebody canceled replaces nothing.
    static func replacement(among assets: [VideoAsset]) -> VideoAsset? {
        let inOrder = assets.filter { $0.deletedAt == nil }
            .sorted { ($0.chosenAt, $0.id.value) > ($1.chosenAt, $1.id.value) }
        guard let newest = inOrder.first, !newest.isCurrent,
            inOrder.contains(where: { $0.isCurrent && $0.status == .ready }),
            newest.trouble?.code != VideoFailure.cancelled(by: "").trouble.code
        else { return nil }
        return newest
    }
}

/// Something that happened to a video: a line of its timeline.
struct VideoEvent: Sendable, Equatable {
    let id: Int
    let at: Int
    /// A word that selects its icon.
    let kind: String
    let text: String
    /// Who did it; nil for the program or Mux.
    var actorName: String?
}

import HTTP

/// Why TMDB could not be asked, in words for the admin who wanted to.
struct TMDBError: Error, Sendable, Equatable, CustomStringConvertible {
    let description: String
    /// It may be otherwise in a moment.
    var isPassing = false

    init(_ description: String, isPassing: Bool = false) {
        self.description = description
        self.isPassing = isPassing
    }

    static let isOff = TMDBError(
        "Series aren’t looked up on this server, because STORYTIME_TMDB_TOKEN is empty."
    )

    static let unreadable = TMDBError(
        "TMDB answered something that can’t be read. Try again later."
    )

    static let tooSlow = TMDBError(
        "TMDB is answering too slowly. Storytime will try again.",
        isPassing: true
    )

    init(_ error: OutgoingError) {
        switch error.kind {
        case .unreachable:
            self.init(
                "TMDB could not be reached (\(error.description)). Check this server’s connection to "
                    + "the Internet, or try again later.",
                isPassing: true
            )
        case .interrupted:
            self.init("TMDB did not answer (\(error.description)). Try again.", isPassing: true)
        case .untrusted: self.init("The server that answered could not prove that it is TMDB.")
        case .tooLarge: self.init("TMDB answered with more than this server reads.")
        case .refused, .impossible:
            self.init("TMDB could not be asked: \(error.description).")
        }
    }

    /// Nil for an answer that can be read.
    init?(_ answer: OutgoingAnswer) {
        switch answer.status {
        case 200: return nil
        case 401, 403:
            self.init(
                "TMDB doesn’t accept the token (\(answer.status)). Check STORYTIME_TMDB_TOKEN."
            )
        case 404: self.init("TMDB has no series with this number.")
        case 429:
            self.init("TMDB received too many requests. Try again in a minute.", isPassing: true)
        case 500...:
            self.init(
                "TMDB is having problems (\(answer.status)). Try again later.",
                isPassing: true
            )
        default: self.init("TMDB rejected the request (\(answer.status)).")
        }
    }
}

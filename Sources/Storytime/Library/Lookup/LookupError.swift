import Glibc
import HTTP
import Received

/// Why a book could not be looked up, in words for the person who wanted it.
struct LookupError: Error, Sendable, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    static let isOff = LookupError(
        "Books aren’t looked up on this server, because STORYTIME_LOOKUP_URL is empty."
    )

    static let tooMany = LookupError("Too many books are being looked up. Try again in a minute.")

    static func unreadable(_ name: String) -> LookupError {
        LookupError("\(name) answered something that can’t be read. Try again later.")
    }

    init(_ error: OutgoingError, from name: String) {
        let words =
            switch error.kind {
            case .unreachable:
                "\(name) could not be reached (\(error.description)). Check this server’s connection "
                    + "to the Internet, or try again later."
            case .interrupted: "\(name) did not answer (\(error.description)). Try again."
            case .untrusted: "The server that answered could not prove that it is \(name)."
            case .tooLarge: "\(name) answered with more than this server reads."
            case .refused:
                "\(name) named an address that this server doesn’t fetch from: \(error.description)."
            case .impossible: "\(name) could not be asked: \(error.description)."
            }
        self.init(words)
    }

    /// Nil for an answer that is worth reading.
    init?(_ answer: OutgoingAnswer, from name: String) {
        switch answer.status {
        case 200: return nil
        case 404:
            self.init("\(name) has nothing at that address (404). Check STORYTIME_LOOKUP_URL.")
        case 429:
            self.init("\(name) received too many requests. Try again \(Self.wait(answer)).")
        case 500...:
            let wait = Self.wait(answer)
            self.init("\(name) is having problems (\(answer.status)). Try again \(wait).")
        default: self.init("\(name) rejected the request (\(answer.status)).")
        }
    }

    /// How long to wait, as far as the answer says: seconds, or a date (RFC 9110 §10.2.3).
    private static func wait(_ answer: OutgoingAnswer) -> String {
        let after = answer.headers["retry-after"] ?? ""
        let now = answer.headers["date"].flatMap { HTTPDate.parse($0) } ?? Int(time(nil))
        let until = HTTPDate.parse(after).map { $0 - now }
        guard let seconds = ReceivedNumber.integer(after) ?? until, (1...86_400).contains(seconds)
        else {
            return "later"
        }
        if seconds < 60 { return "in \(Counted.text(seconds, "second", "seconds"))" }
        let minutes = (seconds + 59) / 60
        if minutes < 60 { return "in \(Counted.text(minutes, "minute", "minutes"))" }
        return "in \(Counted.text((minutes + 59) / 60, "hour", "hours"))"
    }
}

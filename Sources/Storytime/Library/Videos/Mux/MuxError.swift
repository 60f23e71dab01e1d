/// Why a call to Mux failed, in words for the person who asked for it.
struct MuxError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Nil if there was no answer.
    let status: Int?
    let description: String
    /// Whether it may have succeeded all the same: the result is unknown.
    let mayBeDone: Bool

    init(status: Int?, _ description: String, mayBeDone: Bool = false) {
        self.status = status
        self.description = description
        self.mayBeDone = mayBeDone
    }

    /// Mux gives reasons as JSON, `{"error": {"type", "messages"}}`; a proxy in front of it may
    /// not.
    init(_ answer: OutgoingAnswer) {
        let error = try? ReceivedJSON.decode(Refusal.self, from: answer.body).error
        let reason = error?.text.map { ": \($0)" } ?? "."
        switch answer.status {
        case 401, 403:
            self.init(status: answer.status, "Mux did not accept the access token" + reason)
        case 429: self.init(status: 429, "Mux received too many requests" + reason)
        case 500...:
            self.init(status: answer.status, "Mux is having problems" + reason, mayBeDone: true)
        default:
            self.init(status: answer.status, "Mux rejected the request (\(answer.status))" + reason)
        }
    }

    init(_ error: OutgoingError) {
        let what =
            switch error.kind {
            case .unreachable: "Mux could not be reached"
            case .interrupted: "Mux did not answer"
            case .untrusted: "The server that answered could not prove that it is Mux"
            case .tooLarge, .refused, .impossible: "Mux could not be contacted"
            }
        self.init(
            status: nil,
            "\(what): \(error.description).",
            mayBeDone: error.kind == .interrupted
        )
    }

    static let notConfigured = MuxError(
        status: nil,
        "Mux is not set up: STORYTIME_MUX_TOKEN_ID and STORYTIME_MUX_TOKEN_SECRET are needed."
    )

    private struct Refusal: Decodable {
        let error: MuxTrouble
    }
}

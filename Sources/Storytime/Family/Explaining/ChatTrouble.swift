import Received

/// Why a model gave no answer, or not all of it.
enum ChatTrouble: Error, Sendable, Equatable {
    case isOff
    case unreachable(String)
    case keyRejected
    case unknownModel
    /// It takes no more questions just now.
    case rateLimited(seconds: Int?)
    case overloaded
    /// The question is not one that it takes, such as a text that is too long.
    case rejected(String)
    case failed(status: Int, String)
    /// Whatever is there, it doesn't speak the API.
    case notAModel
    /// It never began to answer.
    case silent
    /// It stopped, and the connection is still there.
    case stalled
    /// The connection ended in the middle.
    case broken
    case tookTooLong
    /// It won't talk about this.
    case refused
    case empty
    case canceled
    /// This program is stopping, or could not keep the answer.
    case interrupted
}

extension ChatTrouble: CustomStringConvertible {
    private static let tellOperator = "Please tell the person who runs this server."

    /// For parents: what happened, and what they can do.
    var description: String {
        switch self {
        case .isOff: "Explaining isn’t set up on this server."
        case .unreachable: "The model can’t be reached right now. Try again in a minute."
        case .keyRejected: "The model’s service doesn’t let this server in. \(Self.tellOperator)"
        case .unknownModel:
            "The model that this server asks for doesn’t exist. \(Self.tellOperator)"
        case .rateLimited(let seconds):
            "The model’s service asks for a pause. Try again "
                + (seconds.map { "in \(Counted.text($0, "second", "seconds"))." } ?? "later.")
        case .overloaded: "The model is busy or still starting. Try again in a minute."
        case .rejected: "The model couldn’t take this question. Try a shorter selection."
        case .failed: "Something went wrong at the model’s service. Try again in a minute."
        case .notAModel:
            "The answer didn’t come from a language model. \(Self.tellOperator)"
        case .silent: "The model didn’t begin to answer. Try again later."
        case .stalled: "The model stopped in the middle of its answer. Try again."
        case .broken: "The connection to the model broke off. Try again."
        case .tookTooLong: "The model took too long. Try a shorter selection."
        case .refused: "The model declined to answer this. Ask in other words."
        case .empty: "The model gave no answer. Try again, or ask in other words."
        case .canceled: "Canceled."
        case .interrupted: "This was interrupted. Try again."
        }
    }

    /// For the log: nothing of what was asked.
    var detail: String {
        switch self {
        case .unreachable(let reason): "unreachable: \(reason)"
        case .rejected(let reason): "rejected: \(reason.prefix(300))"
        case .failed(let status, let reason): "status \(status): \(reason.prefix(300))"
        case .rateLimited(let seconds):
            "status 429, again in " + (seconds.map { "\($0) s" } ?? "a time that it doesn’t say")
        case .isOff: "off"
        case .keyRejected: "the key was rejected"
        case .unknownModel: "unknown model"
        case .overloaded: "overloaded"
        case .notAModel: "the answer isn’t one of OpenAI’s chat API"
        case .silent: "no answer began"
        case .stalled: "the answer stopped half-way"
        case .broken: "the connection broke off"
        case .tookTooLong: "the answer took too long"
        case .refused: "the model declined"
        case .empty: "the answer was empty"
        case .canceled: "canceled"
        case .interrupted: "interrupted"
        }
    }

    /// Whether it says something about the service, and not about one question.
    var isOfService: Bool {
        switch self {
        case .unreachable, .keyRejected, .unknownModel, .rateLimited, .overloaded, .failed,
            .notAModel, .silent:
            true
        default: false
        }
    }

    /// What a status of the service means.
    init(_ answer: OutgoingAnswer) {
        let message =
            (try? JSONValue(answer: answer.body)).flatMap { ChatStream.message(of: $0) } ?? ""
        switch answer.status {
        case 401, 403: self = .keyRejected
        case 404: self = .unknownModel
        case 429:
            self = .rateLimited(
                seconds: answer.headers["retry-after"].flatMap { ReceivedNumber.integer($0) }
            )
        case 502, 503, 504, 529: self = .overloaded
        case 400, 413, 422: self = .rejected(message)
        case 300..<400: self = .notAModel
        default: self = .failed(status: answer.status, message)
        }
    }
}

import Received
import FoundationEssentials

/// A background job, as a row of the table of jobs.
struct Job: Sendable, Equatable {
    enum State: String, Sendable {
        case queued, running, done, failed
    }

    let id: ID<Job>
    /// The name of its `JobKind`.
    let kind: String
    /// What it is about, as JSON; `JobRun.payload` reads it.
    let payload: String
    /// What it is about, for people.
    let label: String
    let state: State
    /// It is no longer wanted. One that is running ends at its next heartbeat.
    let isCancelled: Bool
    /// How often it was begun.
    let attempts: Int
    /// How far any attempt got that was interrupted by the end of the program, in percent.
    let furthest: Int
    /// Attempts that were interrupted by the end of the program: they don't count towards
    /// failing.
    let forgiven: Int
    let runAfter: Int
    /// In percent.
    let progress: Int
    /// What went wrong the last time, in words for people.
    let error: String?
    let createdAt: Int
    let startedAt: Int?
    let finishedAt: Int?

    /// A payload for the table: the same value is always the same text.
    static func text(of payload: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return OwnText.decode(try encoder.encode(payload))
    }

    static func payload<Payload: Decodable>(_ type: Payload.Type, of text: String) throws -> Payload
    {
        try OwnJSON.decode(type, from: text.utf8)
    }
}

/// When a job of a kind last went wrong, and why.
struct JobSetback: Sendable, Equatable {
    let at: Int
    /// In words for people.
    let reason: String
}

/// Why a job could not be done, in words for people.
///
/// Anything else that a handler throws is our fault or the machine's, and is logged as well.
struct JobFailure: Error, Equatable, CustomStringConvertible {
    let description: String
    /// Whether another attempt would end the same way.
    let isFinal: Bool

    init(_ description: String, isFinal: Bool = false) {
        self.description = description
        self.isFinal = isFinal
    }
}

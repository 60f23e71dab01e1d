import FoundationEssentials

/// A piece of work for the background, as the table of jobs has it.
struct Job: Sendable, Equatable {
    enum State: String, Sendable {
        case queued, running, done, failed
    }

    let id: ID<Job>
    /// The name of its `JobKind`.
    let kind: String
    /// What it is to be done with, as JSON; `JobRun.payload` reads it.
    let payload: String
    /// The same for people.
    let label: String
    let state: State
    /// Whoever asked for it wants it no more. One that runs ends at its next heartbeat.
    let isCancelled: Bool
    /// How often it was begun.
    let attempts: Int
    /// The furthest that an attempt got that the program's end interrupted, in percent.
    let furthest: Int
    /// Attempts that were interrupted further on than all before: they don't count towards failing.
    let forgiven: Int
    let runAfter: Int
    /// In percent.
    let progress: Int
    /// What went wrong the last time, in words for people.
    let error: String?
    let createdAt: Int
    let startedAt: Int?
    let finishedAt: Int?

    /// A payload as the table keeps it: the same value is the same text.
    static func text(of payload: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(payload), as: UTF8.self)
    }

    static func payload<Payload: Decodable>(_ type: Payload.Type, of text: String) throws -> Payload
    {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}

/// Why a job could not be done, in words for people.
///
/// Anything else that a handler throws is our fault or the machine's: it is logged as well.
struct JobFailure: Error, Equatable, CustomStringConvertible {
    let description: String
    /// Another attempt would end the same way.
    let isFinal: Bool

    init(_ description: String, isFinal: Bool = false) {
        self.description = description
        self.isFinal = isFinal
    }
}

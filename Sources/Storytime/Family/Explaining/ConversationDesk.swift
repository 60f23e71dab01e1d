import SQLite
import Server
import Synchronization

/// Why a question isn't asked now.
struct ConversationRefusal: Error, Equatable {
    let message: String
    /// When to try again, in seconds.
    let retryAfter: Int
}

/// The conversations with the model that are under way: how many there may be, of whom, and the threads
/// that they have. One for the whole program.
///
/// A model may need minutes, or never answer. So each conversation has a thread of its own, of which
/// there are few, with its own connection to the database; no loop and no worker waits for any of it.
final class ConversationDesk: Sendable {
    /// A local model answers one or two at once; a few more wait for it there.
    static let mostAtOnce = 6
    static let mostOfFamily = 3
    /// Counted by those who begin one.
    static let hourly = HourlyLimit(name: "questions", most: 30, words: "asked 30 times")
    /// How soon another one may have ended.
    private static let soon = 10

    typealias Opener = @Sendable () throws -> Database
    typealias Work = @Sendable (Database, Conversation) -> Void

    private struct State {
        var open: Opener?
        var isStopping = false
        var running: [ID<Explanation>: Conversation] = [:]
        var threads: [ID<Explanation>: Thread] = [:]
        /// Threads that have nothing left to do.
        var ended: [Thread] = []
    }

    private let state = Mutex(State())

    /// Gives it the way to open a connection; without one nothing is asked.
    func begin(_ open: @escaping Opener) {
        state.withLock { $0.open = open }
    }

    /// Cancels everything and waits for it.
    func stop() {
        let threads = state.withLock { state in
            state.isStopping = true
            state.running.values.forEach { $0.cancel() }
            defer {
                state.threads = [:]
                state.ended = []
            }
            return Array(state.threads.values) + state.ended
        }
        threads.forEach { $0.join() }
    }

    // MARK: Asking

    /// Whether a family may ask now.
    func expectRoom(for family: ID<Family>) throws(ConversationRefusal) {
        let refusal = state.withLock { state in Self.refusal(of: family, state) }
        if let refusal { throw refusal }
    }

    private static func refusal(of family: ID<Family>, _ state: State) -> ConversationRefusal? {
        if state.running.values.count(where: { $0.family == family }) >= mostOfFamily {
            return ConversationRefusal(
                message:
                    "Your family is waiting for \(mostOfFamily) answers already. Try again when "
                    + "one of them has come.",
                retryAfter: soon
            )
        }
        guard state.running.count < mostAtOnce, state.open != nil, !state.isStopping else {
            return ConversationRefusal(
                message: "The model is busy with other questions. Try again in a moment.",
                retryAfter: soon
            )
        }
        return nil
    }

    /// Starts one on a thread of its own.
    func start(_ conversation: Conversation, _ work: @escaping Work) throws(ConversationRefusal) {
        let id = conversation.explanation
        // Those that have ended let go of their memory only when somebody asks how they ended.
        let ended = state.withLock { state in
            defer { state.ended = [] }
            return state.ended
        }
        ended.forEach { $0.join() }
        let refusal = state.withLock { state -> ConversationRefusal? in
            if let refusal = Self.refusal(of: conversation.family, state) { return refusal }
            guard let open = state.open,
                let thread = try? Thread(
                    "conversation",
                    { [self] in
                        run(conversation, open, work)
                    }
                )
            else {
                return ConversationRefusal(
                    message: "The server has no room for another question right now.",
                    retryAfter: Self.soon
                )
            }
            state.running[id] = conversation
            state.threads[id] = thread
            return nil
        }
        if let refusal { throw refusal }
    }

    private func run(_ conversation: Conversation, _ open: Opener, _ work: Work) {
        do {
            work(try open(), conversation)
        } catch {
            conversation.end(.trouble(.interrupted))
        }
        state.withLock { state in
            let id = conversation.explanation
            state.running[id] = nil
            if let thread = state.threads.removeValue(forKey: id) { state.ended.append(thread) }
        }
    }

    // MARK: Those under way

    func running(_ id: ID<Explanation>) -> Conversation? {
        state.withLock { $0.running[id] }
    }

    var count: Int { state.withLock { $0.running.count } }
}

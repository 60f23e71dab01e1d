import Server
import Synchronization

/// A question that a model is answering, and everybody who reads along.
///
/// The thread that asks the model calls `say` and `end`; whoever wants to read is added by a worker,
/// and gets what was said so far.
final class Conversation: Sendable {
    /// Reads along, in the form that its reader understands.
    struct Listener: Sendable {
        let pipe: Pipe
        let piece: @Sendable (String) -> [UInt8]
        let ending: @Sendable (Ending) -> [UInt8]
    }

    /// How it ended.
    enum Ending: Sendable {
        case done(isCut: Bool)
        case trouble(ChatTrouble)
    }

    let explanation: ID<Explanation>
    let family: ID<Family>
    private let state = Mutex(State())

    private struct State {
        var text = ""
        var listeners: [Listener] = []
        /// It is for this reader alone, and ends when they go.
        var owner: Pipe?
        var isCanceled = false
        var ending: Ending?
    }

    init(_ explanation: ID<Explanation>, of family: ID<Family>) {
        self.explanation = explanation
        self.family = family
    }

    /// Adds a reader; an owner is one without whom it isn't worth going on.
    func add(_ listener: Listener, isOwner: Bool = false) {
        state.withLock { state in
            if !state.text.isEmpty { listener.pipe.write(listener.piece(state.text)) }
            if let ending = state.ending {
                listener.pipe.write(listener.ending(ending))
                listener.pipe.finish()
                return
            }
            state.listeners.append(listener)
            if isOwner { state.owner = listener.pipe }
        }
    }

    /// False if it had ended before.
    @discardableResult
    func cancel() -> Bool {
        state.withLock { state in
            guard state.ending == nil else { return false }
            state.isCanceled = true
            return true
        }
    }

    var isWanted: Bool {
        state.withLock { !$0.isCanceled && $0.owner?.hasNoReader != true }
    }

    func say(_ text: String) {
        // An answer is shorter than what a pipe takes before its writer has to wait.
        state.withLock { state in
            state.text += text
            for listener in state.listeners { listener.pipe.write(listener.piece(text)) }
        }
    }

    func end(_ ending: Ending) {
        state.withLock { state in
            guard state.ending == nil else { return }
            state.ending = ending
            for listener in state.listeners {
                listener.pipe.write(listener.ending(ending))
                listener.pipe.finish()
            }
            state.listeners = []
        }
    }
}

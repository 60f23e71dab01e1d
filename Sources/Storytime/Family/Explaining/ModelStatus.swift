import Server
import Synchronization

/// What is known of the model's service: asked at most once a minute, on a thread of its own, and never
/// waited for.
final class ModelStatus: Sendable {
    private static let keptSeconds = 60

    enum Finding: Sendable, Equatable {
        /// It has the model that was set.
        case ready
        /// It answers, and doesn't name the model.
        case lacksModel
        /// It has no list of models. Questions may well be answered.
        case unlisted
        case trouble(ChatTrouble)
    }

    private struct State {
        var finding: Finding?
        var askedAt = 0
        /// When it may be asked again.
        var nextAt = 0
        var isAsking = false
        /// The thread of the last time.
        var thread: Thread?
    }

    private let state = Mutex(State())

    /// The last finding; nil if there is none yet. If it is old, the service is asked anew.
    func finding(of service: ChatService, at now: Int) -> Finding? {
        let ended = state.withLock { state -> Thread? in
            guard !state.isAsking, now < state.askedAt || now >= state.nextAt
            else { return nil }
            state.isAsking = true
            state.askedAt = now
            state.nextAt = now + Self.keptSeconds
            let ended = state.thread
            state.thread = try? Thread("model-status") { [self] in note(Self.ask(service)) }
            if state.thread == nil { state.isAsking = false }
            return ended
        }
        // It has been done for long.
        ended?.join()
        return state.withLock(\.finding)
    }

    /// What a question has shown meanwhile: that the model answers, or what is wrong with its service.
    func learn(_ trouble: ChatTrouble?, at now: Int) {
        guard trouble?.isOfService != false else { return }
        state.withLock { state in
            state.finding = trouble.map { .trouble($0) } ?? .ready
            state.nextAt = now + Self.keptSeconds
        }
    }

    private func note(_ finding: Finding) {
        state.withLock { state in
            state.finding = finding
            state.isAsking = false
        }
    }

    private static func ask(_ service: ChatService) -> Finding {
        do {
            let models = try service.models()
            // Some servers name a file, or nothing at all: they have one model and answer to any name.
            let isKnown =
                models.contains(service.model) || models.contains(service.model + ":latest")
            return isKnown ? .ready : .lacksModel
        } catch {
            switch error {
            case .unknownModel, .failed(status: 405, _), .failed(status: 501, _): return .unlisted
            default: return .trouble(error)
            }
        }
    }

    func stop() {
        let thread = state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
    }
}

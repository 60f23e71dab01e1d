/// Tells the thread that starts another when that one is ready.
final class StartSignal: Sendable {
    private let outcome = Channel<Result<Void, any Error>>(limit: 1)

    func signal(_ result: Result<Void, any Error>) {
        _ = outcome.push(result)
    }

    /// Waits for the signal and throws the error that it carries.
    func wait() throws {
        try outcome.pop()?.get()
    }
}

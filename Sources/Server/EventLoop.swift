import HTTP

/// Stub.
final class EventLoop {
    init(
        _ configuration: ServerConfiguration,
        _ service: Service,
        _ listener: Listener,
        _ workers: Workers,
        _ stopping: StopSignal,
        watchesSignals: Bool
    ) throws {}
    func run() {}
}

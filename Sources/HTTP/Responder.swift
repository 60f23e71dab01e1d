/// Answers requests, on one thread.
///
/// Each thread of a server has its own, made on that thread and never leaving it, so it may own what is
/// not `Sendable`: a database connection, buffers.
package protocol Responder: AnyObject {
    func respond(to request: Request) -> Response

    /// Asked before content is read that is too large for memory: the answer to a request that shall
    /// not be taken, nil for one that may come. The request has no content yet.
    ///
    /// It comes on a loop, with the loop's own responder, so it must be as quick as what is answered
    /// there. It is no promise: `respond` has to check again what may have changed meanwhile.
    func refusal(of request: Request) -> Response?

    /// Stops what the responder waits for inside of itself, a statement of a database for example, so that
    /// the call in progress fails soon. Any thread may call it; nil where there is no such thing.
    var interrupt: (@Sendable () -> Void)? { get }
}

extension Responder {
    /// The limits are all there is to check.
    package func refusal(of request: Request) -> Response? { nil }

    package var interrupt: (@Sendable () -> Void)? { nil }
}

/// Answers requests, on one thread.
///
/// Each thread of a server has its own, made on that thread and never leaving it, so it may own what is
/// not `Sendable`: a database connection, buffers.
package protocol Responder: AnyObject {
    func respond(to request: Request) -> Response

    /// Asked before content is read that is too large for memory: the answer to a request that is
    /// refused, nil for one that may come. The request has no content yet.
    ///
    /// It runs on a loop, with the loop's own responder, so it must be as quick as everything that
    /// is answered there. It is no promise: `respond` has to check again whatever may have changed
    /// meanwhile.
    func refusal(of request: Request) -> Response?

    /// The answer to a request whose content could not be kept while it came, as on a disk that fails; nil for
    /// the server's own words. It runs where `refusal` does, and the request has no content either.
    func answer(to request: Request, losingContent error: any Error) -> Response?

    /// Stops what the responder is waiting for, such as a statement of a database, so that the
    /// call in progress fails soon. Any thread may call it; nil if there is nothing to stop.
    var interrupt: (@Sendable () -> Void)? { get }
}

extension Responder {
    /// Without its own checks, a responder accepts everything within the limits.
    package func refusal(of request: Request) -> Response? { nil }

    package func answer(to request: Request, losingContent error: any Error) -> Response? { nil }

    package var interrupt: (@Sendable () -> Void)? { nil }
}

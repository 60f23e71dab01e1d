/// Answers requests, on one thread.
///
/// Each thread of a server has its own, made on that thread and never leaving it, so it may own what is
/// not `Sendable`: a database connection, buffers.
package protocol Responder: AnyObject {
    func respond(to request: Request) -> Response
}

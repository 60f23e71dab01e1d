/// Content that comes by itself while the client waits, such as the answer of a slow service: somebody
/// else makes it, on a thread of their own, and no loop and no worker waits for it.
///
/// The server takes what there is whenever it is woken, so a response costs its connection and the
/// bytes that the client hasn't taken yet.
package protocol StreamSource: AnyObject, Sendable {
    /// Keeps what wakes the server. Called once, before the first `take`. From then on `wake` is
    /// called, on any thread, when something is there after `take` had nothing more.
    func attach(_ wake: @escaping @Sendable () -> Void)

    /// What has come since the last call. It must not wait.
    func take() -> StreamStep

    /// Nobody will take any more: the client is gone, or the response is over.
    func abandon()

    /// What is sent when nothing has come for a while, so that a client that is gone is noticed and
    /// no proxy takes the silence for a failure: a comment, in the language of the content.
    var heartbeat: [UInt8] { get }
}

/// What a `StreamSource` has.
package enum StreamStep: Sendable, Equatable {
    case bytes([UInt8])
    /// Nothing yet; `wake` says when there is.
    case nothing
    /// That was all.
    case end
    /// It could not be made whole: the connection ends in the middle of the content.
    case failure(String)
}

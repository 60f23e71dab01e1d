import HTTP

/// What is known of a request that the server refuses by itself.
package struct RefusedRequest: Sendable {
    /// Nil where the head could not be read.
    package let head: RequestHead?
    /// The path that was asked for, or its beginning as it was sent where the head could not be read;
    /// nil where not even that is known.
    package let path: String?

    package init(_ head: RequestHead) {
        self.head = head
        path = head.path
    }

    package init(path: String?) {
        head = nil
        self.path = path
    }
}

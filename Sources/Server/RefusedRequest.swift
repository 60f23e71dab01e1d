import HTTP

/// What is known about a request that the server itself refuses.
package struct RefusedRequest: Sendable {
    /// Nil if the head could not be read.
    package let head: RequestHead?
    /// The requested path. If the head could not be read, its beginning as it was sent; nil if not
    /// even that is known.
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

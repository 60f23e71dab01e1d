/// A type whose values templates may read: it lists its fields, and nothing else of it is visible.
///
/// Declare `static let fields`, so that the list is made once.
@usableFromInline
package protocol Record: Sendable {
    static var fields: [Field<Self>] { get }
}

/// The record that a whole page is rendered from.
package protocol Page: Record {
    /// The name of the page's template, such as `categories/index.html`.
    static var template: String { get }
}

/// A record without fields, for pages that need no globals.
package struct NoGlobals: Record {
    package static let fields: [Field<NoGlobals>] = []
    @inlinable
    package init() {}
}

/// A field of any record, without its record's type: the compiler looks names up in these.
@usableFromInline
package struct AnyField: Sendable {
    @usableFromInline package let name: String
    @usableFromInline package let access: Access

    @inlinable
    package init(name: String, access: Access) {
        self.name = name
        self.access = access
    }
}

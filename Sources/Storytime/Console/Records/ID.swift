import Received

/// A part of a path that a handler receives as a value, like the 7 of `/admin/categories/7`.
protocol PathParameter: SendableMetatype {
    /// The value; nil if the text isn't one, so that the path doesn't exist.
    init?(pathSegment: Substring)
    /// What it means in the API's document; nil where its name says it.
    static var meaning: String? { get }
}

extension PathParameter {
    static var meaning: String? { nil }
}

/// The primary key of a record of one type, so that a book's is never mistaken for a category's.
struct ID<Record>: PathParameter, Hashable, Sendable, CustomStringConvertible {
    let value: Int

    init(_ value: Int) {
        self.value = value
    }

    /// Plain digits without a leading zero: each record has one address.
    init?(pathSegment: Substring) {
        let isPlain = pathSegment.utf8.allSatisfy { (48...57).contains($0) }
        guard isPlain, pathSegment.first != "0", let value = ReceivedNumber.integer(pathSegment)
        else { return nil }
        self.value = value
    }

    var description: String { String(value) }
}

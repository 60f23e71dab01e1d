/// Whom a request comes from, when turns are taken and memory is shared out: one visitor, and the
/// party that they belong to, such as a family. Whatever one party asks for, others get theirs.
///
/// Both are hashes, so a value is small and gives nothing away.
package struct Caller: Sendable, Hashable {
    package let party: Int
    package let visitor: Int

    package init(_ visitor: some Hashable, of party: some Hashable) {
        self.init(party: party.hashValue, visitor: visitor.hashValue)
    }

    /// Somebody of whom no more is known: a party of one.
    package init(_ visitor: some Hashable) {
        self.init(party: visitor.hashValue, visitor: visitor.hashValue)
    }

    private init(party: Int, visitor: Int) {
        self.party = party
        self.visitor = visitor
    }

    /// Everybody, where the application says of nobody who they are.
    static let anybody = Caller(party: 0, visitor: 0)
}

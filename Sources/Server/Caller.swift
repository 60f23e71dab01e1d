/// Whom a request comes from, when turns are taken and memory is shared out: one visitor, and the
/// party that they belong to, such as a family. Whatever one party asks for, others get theirs.
///
/// Both are hashes, so a value is small and gives nothing away.
package struct Caller: Sendable, Hashable {
    package let party: Int
    package let visitor: Int
    /// Whether nobody knows them: all strangers together get a part of what there is.
    package let isStranger: Bool

    package init(_ visitor: some Hashable, of party: some Hashable, isStranger: Bool = false) {
        self.init(party: party.hashValue, visitor: visitor.hashValue, isStranger: isStranger)
    }

    /// Somebody who is told apart from others of their party by what they ask for.
    package func asking(for name: String) -> Caller {
        Caller(party: party, visitor: name.hashValue, isStranger: isStranger)
    }

    /// Somebody of whom no more is known: a party of one.
    package init(_ visitor: some Hashable) {
        self.init(party: visitor.hashValue, visitor: visitor.hashValue)
    }

    private init(party: Int, visitor: Int, isStranger: Bool = false) {
        self.party = party
        self.visitor = visitor
        self.isStranger = isStranger
    }

    /// Everybody, where the application says of nobody who they are.
    static let anybody = Caller(party: 0, visitor: 0)
}

extension Attention {
    /// Parents who were let in, and find nothing because they are in no family.
    static func parents(_ members: FamilyMembers) throws -> [Attention] {
        let count = try members.countParentsWithoutFamily()
        guard count > 0 else { return [] }
        return [
            Attention(
                heading: Counted.text(count, "parent waits", "parents wait") + " for a family.",
                reason: "They can sign in, but see no children and no catalog.",
                href: FamilyPages.waitingHref
            )
        ]
    }
}

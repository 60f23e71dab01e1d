extension Attention {
    /// Parents who were let in, and find nothing because they are in no family.
    static func parents(_ members: FamilyMembers) throws -> [Attention] {
        let count = try members.countParentsWithoutFamily()
        guard count > 0 else { return [] }
        return [
            Attention(
                key: "parents.waiting",
                amount: count,
                heading: Counted.text(count, "parent has", "parents have") + " no family yet.",
                reason: "They can sign in, but don’t see any children or the catalog.",
                href: FamilyPages.waitingHref
            )
        ]
    }
}

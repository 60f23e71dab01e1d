extension SearchKind {
    private static let list: @Sendable (SearchWords) -> String? = { words in
        var address = PeopleAddress()
        address.words = words
        return address.href
    }

    static let people = named("People", .user, list: list) { visit, id in
        let user = try visit.users.find(ID(id))
        return SearchResult(
            title: user.name,
            detail: "\(user.email), \(user.role.label)",
            href: "/admin/users/\(user.id)",
            icon: "person"
        )
    }
}

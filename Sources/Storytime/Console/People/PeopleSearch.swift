extension SearchKind {
    static let people = named("People", .user) { visit, id in
        let user = try visit.users.find(ID(id))
        return SearchResult(
            title: user.name,
            detail: "\(user.email), \(user.role.label)",
            href: "/admin/users/\(user.id)",
            icon: "person"
        )
    }
}

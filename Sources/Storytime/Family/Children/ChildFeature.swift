import SQLite

extension Feature {
    /// The children of families.
    static let children = Feature(
        routes: ChildPages.routes + ChildBinPages.routes + ChildMovePages.routes + ChildAPI.routes,
        pages: [
            ChildIndexPage.self, NoFamilyPage.self, ChildNewPage.self, ChildEditPage.self,
            ChildRemovePage.self, ChildMovePage.self,
        ],
        navigation: [
            NavigationEntry(
                for: .parent,
                "Children",
                ChildPages.path,
                icon: "person.2",
                key: "h",
                others: [FamilySettingsPages.path]
            )
        ],
        search: [.children],
        archive: { subject, _ in [.children(subject)] },
        erase: { subject, database in
            let names = NameIndex(database: database)
            for id in try database.all(subject.children, { try $0.int(0) }) {
                try names.remove(.child, id)
            }
        },
        // Where they are, in the bin or not.
        auditLinks: [.child: { $0.family.map { Family.href($0) + "#children" } }]
    )
}

import SQLite
import Server

extension Allowance {
    static let parents = Allowance(
        title: "Parents",
        noun: "parents, including open invitations",
        limit: Family.maximumParents,
        tables: ["users", "one_time_links"],
        remedy: "Withdraw an invitation, or remove a parent first."
    ) { family in
        """
        SELECT (SELECT count(*) FROM users WHERE family_id = \(family.value))
            + (SELECT count(*) FROM one_time_links WHERE family_id = \(family.value))
        """
    }

    static let children = Allowance(
        title: "Children",
        noun: "children",
        limit: Family.maximumChildren,
        tables: ["children"],
        remedy: "Remove another child first."
    ) { "SELECT count(*) FROM present_children WHERE family_id = \($0.value)" }
}

extension Feature {
    /// Families and their parents.
    static let families = Feature(
        routes: FamilyPages.routes + FamilyParentPages.routes + FamilySettingsPages.routes
            + FamilyLogPages.routes + FamilyInvitationPages.routes + [
                get("/admin/families.csv", lane: .slow, scripts: .readLibrary) { visit in
                    let address = FamilyListAddress(try visit.query())
                    return try visit.csv(try NamedExport(address, Family.csv, visit.families))
                }
            ],
        pages: [
            FamilyIndexPage.self, NewPage<FamilyPages>.self, EditPage<FamilyPages>.self,
            FamilyShowPage.self,
            FamilyInvitePage.self, FamilySettingsPage.self, FamilyRetentionPage.self,
            FamilyLogPage.self,
        ],
        quickLinks: [
            QuickLink("Add family", "/admin/families/new")
        ],
        navigation: [
            NavigationEntry(
                for: .admin,
                "Families",
                FamilyListAddress.path,
                icon: "heart",
                key: "f"
            )
        ],
        lists: [FamilyListAddress.path: "Families"],
        search: [.families],
        attention: [{ try Attention.parents($0.familyMembers) }],
        archive: { subject, reader in
            guard case .family(let family) = subject else { return [] }
            return ArchiveTable.family(family, for: reader)
        },
        erase: { subject, database in
            guard case .family(let id) = subject else { return }
            try NameIndex(database: database).remove(.family, id.value)
        },
        auditLinks: [.family: { $0.recordID.map { "\(FamilyListAddress.path)/\($0)" } }],
        allowances: [.parents, .children],
        settings: Configuration.spaceSettings
    )
}

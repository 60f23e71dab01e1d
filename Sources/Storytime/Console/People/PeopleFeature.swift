import SQLite

extension Allowance {
    static let accessKeys = Allowance(
        title: "Access keys",
        noun: "access keys",
        limit: AccessKey.maximumPerUser,
        isOfParent: true,
        tables: ["access_keys"],
        remedy: "Revoke one first.",
        count: mostOfParent("access_keys")
    )
}

extension Feature {
    /// Who may sign in, and how they prove who they are.
    static let people = Feature(
        routes: SetupPages.routes + SessionPages.routes + SignInCodePages.routes
            + ConfirmationPages.routes + SecondFactorPages.routes + AccountPages.routes
            + UserPages.routes + OneTimePages.routes + AccessKeyPages.routes + AuthAPI.routes
            + MeAPI.routes,
        pages: [
            SetupPage.self, SignInPage.self, SignInCodePage.self, ConfirmationPage.self,
            SecondFactorPage.self, SecondFactorSetupPage.self, RecoveryCodesPage.self,
            AccountPage.self, UserIndexPage.self, InvitePage.self, UserShowPage.self,
            InvitationPage.self, ResetPage.self, AccessKeyIndexPage.self,
        ],
        quickLinks: [
            QuickLink("Invite someone", "/admin/users/invite"),
            QuickLink("Choose the columns of people", "/admin/users/columns"),
            QuickLink("Your account", "/account"),
            QuickLink("Access keys", "/account/keys"),
        ],
        navigation: [
            NavigationEntry(for: .admin, "People", "/admin/users", icon: "person.2", key: "u")
        ],
        lists: ["/admin/users": "People"],
        search: [.people],
        upkeep: [
            Upkeep(.eachRound) { site, database, now in
                let seen = site.activity.take()
                do {
                    try SessionStore(database).touch(seen.sessions)
                    try AccessKeyStore(database: database, now: now).touch(seen.keys)
                } catch {
                    site.activity.putBack(seen)
                    throw error
                }
            },
            Upkeep(.hourly) { _, database, now in
                try SessionStore(database).removeEnded(now: now)
                try SignInThrottle(database: database, now: now).removeForgotten()
                try OneTimeLinkStore(database: database, now: now).removeExpired()
                try PendingSignInStore(database: database, now: now).removeExpired()
                try SecondFactorStore(database: database, now: now).removeAbandoned()
            },
        ],
        erase: { subject, database in
            let names = NameIndex(database: database)
            for id in try database.all(subject.parents, { try $0.int(0) }) {
                try names.remove(.user, id)
            }
            try database.execute(
                "UPDATE pending_sign_ins SET kept_path = NULL, kept_body = NULL"
            )
        },
        auditLinks: [.user: { $0.recordID.map { "/admin/users/\($0)" } }],
        allowances: [.accessKeys]
    )
}

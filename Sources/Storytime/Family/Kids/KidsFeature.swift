import SQLite
import Server

extension Feature {
    /// Kids Mode: what a child sees, and how a parent hands a browser over.
    static let kids = Feature(
        routes: KidsShelfPages.routes + KidsFilmPages.routes + KidsLeavePages.routes
            + KidsAppPages.routes + KidsSettingsPages.routes,
        pages: [
            KidsShelfPage.self, KidsSeriesPage.self, KidsWatchPage.self, KidsWhoPage.self,
            KidsLeavePage.self, KidsMessagePage.self, KidsOfflinePage.self, KidsErrorPage.self,
            KidsHandoverPage.self, KidsSettingsPage.self, KidsPINPage.self,
        ],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try KidsPINDesk(database: database, now: now).removeForgotten()
            }
        ],
        allowances: [
            Allowance(
                title: "Devices in Kids Mode",
                noun: "devices in Kids Mode",
                limit: KidsDeviceStore.maximumPerFamily,
                tables: ["kids_devices"],
                remedy: "The oldest make room for new ones."
            ) { "SELECT count(*) FROM kids_devices WHERE family_id = \($0.value)" }
        ]
    )
}

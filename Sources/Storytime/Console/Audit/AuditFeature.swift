import Server

extension Feature {
    /// Who did what, and when.
    static let audit = Feature(
        routes: AuditPages.routes + [
            get("/admin/audit.csv", lane: .slow, scripts: .readAudit, AuditPages.export)
        ],
        pages: [AuditPage.self, PastVersionPage.self],
        navigation: [
            NavigationEntry(
                for: .admin,
                "Audit log",
                AuditPages.path,
                icon: "clock",
                key: "a",
                others: ["/admin/batches"]
            )
        ],
        lists: ["/admin/audit": "Audit log"],
        upkeep: [
            Upkeep(.eachRound) { site, database, now in
                try AuditLog(database, now).removeOld(days: site.configuration.auditDays)
            }
        ],
        archive: { subject, reader in [.history(subject, for: reader)] },
        erase: { subject, database in try AuditLog.anonymize(subject, in: database) },
        traces: AuditLog.traces
    )
}

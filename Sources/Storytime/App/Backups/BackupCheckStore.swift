import SQLite

/// The last check of each backup.
struct BackupCheckStore {
    /// When a backup was checked, and what was wrong with it; nil if nothing was.
    struct Check: Sendable {
        let at: Int
        let finding: String?
    }

    let database: Database
    let now: Int

    /// More would not help anybody to decide what to do with a damaged file.
    private static let maximumFindingLength = 1000

    /// By the names of the files; the program keeps a handful.
    func all() throws -> [String: Check] {
        let rows = try database.all("SELECT name, checked_at, finding FROM backup_checks") {
            (try $0.text(0), Check(at: try $0.int(1), finding: try $0.textOrNil(2)))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// The newest backup that was found to be damaged.
    func damaged() throws -> String? {
        try database.first(
            "SELECT name FROM backup_checks WHERE finding IS NOT NULL ORDER BY name DESC LIMIT 1"
        ) { try $0.text(0) }
    }

    /// Keeps the result of a check, and forgets those of files that are gone.
    func note(_ findings: [String], in name: String, existing: [String]) throws {
        let finding = String(findings.joined(separator: "; ").prefix(Self.maximumFindingLength))
        try database.write {
            try database.execute(
                """
                INSERT OR REPLACE INTO backup_checks (name, checked_at, finding)
                VALUES (\(name), \(now), \(finding.isEmpty ? nil : finding))
                """
            )
            try forgetAll(except: existing)
        }
    }

    /// Forgets the checks of files that are gone.
    private func forgetAll(except existing: [String]) throws {
        try database.execute("DELETE FROM backup_checks WHERE name NOT IN \(list: existing)")
    }
}

extension JobKind {
    /// Reads a backup through, and keeps what was found.
    static let checkBackup = JobKind(name: "check_backup", title: "Checking a backup") { run in
        let name = try run.payload(BackupPayload.self).name
        let backups = run.site.vitals.backups
        let existing = backups.files().map(\.name)
        // Newer ones have taken its place meanwhile.
        guard existing.contains(name) else { return }
        let findings = try BackupCheck.findings(in: backups.path(of: name)) { try run.beat() }
        try BackupCheckStore(database: run.database, now: run.now)
            .note(findings, in: name, existing: existing)
    }
}

/// What a check is about.
struct BackupPayload: Codable {
    let name: String
}

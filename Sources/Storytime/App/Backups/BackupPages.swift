import HTTP
import Quill
import SQLite
import Server

/// The pages of the console's own backups. A backup contains everything, so downloading one asks
/// for a recent proof of who is asking, as a parent's archive does.
enum BackupPages {
    static let path = "/admin/backups"
    private static let perPage = 25

    static let routes = [
        // Names and sizes come from a file system that may be slow or far away.
        get("/admin/backups", lane: .slow, index),
        post("/admin/backups", lane: .slow) { try make($0, back: path) },
        post("/admin/system/backups", lane: .slow) { try make($0, back: "/admin/system") },
        post("/admin/backups/proof", confirms: .recently, prove),
        get("/admin/backups/{name}", lane: .slow, download),
        post("/admin/backups/{name}/check", lane: .slow, check),
    ]

    static func index(_ visit: Visit) throws -> Response {
        let backups = visit.site.vitals.backups
        let files = backups.files()
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: files.count
        )
        let checks = try visit.backupChecks.all()
        let isProven = !isProofMissing(visit)
        let rows = try files.dropFirst(pagination.offset).prefix(perPage).map { file in
            BackupRow(
                file: file,
                pages: backups.pages(of: file.name),
                check: checks[file.name],
                isBeingChecked: try isBeingChecked(file.name, visit),
                isProven: isProven,
                now: visit.now,
                times: visit.times
            )
        }
        return try visit.page(
            BackupIndexPage(
                summary: BackupsView(backups, now: visit.now, visit.times),
                rows: rows,
                isProven: isProven,
                pagination: pagination.view(path: path)
            )
        )
    }

    /// Makes a backup now. It is in the audit log, because it contains everything.
    static func make(_ visit: Visit, back: String) throws -> Response {
        do {
            let file = try visit.site.vitals.backups.make(from: visit.database, now: visit.now)
            try AuditLog(visit.database, visit.now).write(
                visit.actor,
                "made",
                Subject(.backup, nil, file.name),
                [Change("size", nil, ByteCount.text(file.bytes))]
            )
            return try visit.redirect(
                to: back,
                notice: Flash(.good, "Backup \(file.name) made, \(ByteCount.text(file.bytes)).")
            )
        } catch is Backups.AlreadyRunning {
            return try visit.redirect(
                to: back,
                notice: Flash(.info, "A backup is already running. Check again in a minute.")
            )
        } catch  where visit.site.vitals.backups.failed?.at == visit.now {
            visit.site.log.error("backup", visit.requestID, error)
            return try visit.redirect(
                to: back,
                notice: Flash(.bad, "The backup failed; see the reason below.")
            )
        }
    }

    /// Whoever gets here has just confirmed who they are.
    static func prove(_ visit: Visit) throws -> Response {
        try visit.redirect(
            to: path,
            notice: Flash(
                .good,
                "Thank you. You can download backups here for \(ProofNeed.seconds / 60) minutes."
            )
        )
    }

    static func download(_ visit: Visit, _ name: BackupName) throws -> Response {
        guard !isProofMissing(visit) else {
            return try visit.redirect(
                to: path,
                notice: Flash(.info, "Confirm it’s you before you download a backup.")
            )
        }
        let path = visit.site.vitals.backups.path(of: name.description)
        guard let file = OpenFile(path: path) else { throw Failure.notFound }
        if visit.request.method == .get {
            try visit.database.write {
                try AuditLog(visit.database, visit.now).write(
                    visit.actor,
                    "downloaded",
                    Subject(.backup, nil, name.description),
                    [Change("size", nil, ByteCount.text(file.size))]
                )
            }
        }
        return Representation(
            file,
            contentType: "application/vnd.sqlite3",
            etag: EntityTag(opaque: name.description),
            headers: [
                "Cache-Control": "no-store",
                "Content-Disposition": "attachment; filename=\"\(name)\"",
            ]
        ).response(to: visit.request.head)
    }

    static func check(_ visit: Visit, _ name: BackupName) throws -> Response {
        let backups = visit.site.vitals.backups
        guard Folder.exists(backups.path(of: name.description)) else { throw Failure.notFound }
        try visit.jobs.add(
            .checkBackup,
            BackupPayload(name: name.description),
            label: name.description
        )
        visit.site.vitals.jobBell.ring()
        return try visit.redirect(
            to: path,
            notice: Flash(.info, "Checking \(name). The result will appear in the list.")
        )
    }

    private static func isBeingChecked(_ name: String, _ visit: Visit) throws -> Bool {
        try visit.jobs.unfinished(.checkBackup, BackupPayload(name: name)) != nil
    }

    private static func isProofMissing(_ visit: Visit) -> Bool {
        ProofNeed.recently.isMissing(visit.session, now: visit.now)
    }
}

extension Visit {
    var backupChecks: BackupCheckStore { BackupCheckStore(database: database, now: now) }
}

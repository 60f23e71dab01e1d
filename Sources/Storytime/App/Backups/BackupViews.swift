import Quill

/// The list of backups.
struct BackupIndexPage: Page {
    static let template = "app/backups/index.html"

    let summary: BackupsView
    let rows: [BackupRow]
    /// Whether the admin has confirmed who they are, and may download.
    let isProven: Bool
    let pagination: PaginationView

    private var isPending: Bool { rows.contains(where: \.isBeingChecked) }

    static let fields: [Field<BackupIndexPage>] = [
        .record("summary") { $0.summary },
        .list("rows") { $0.rows },
        .bool("is_proven") { $0.isProven },
        .bool("is_pending") { $0.isPending },
        .record("pagination") { $0.pagination },
    ]
}

/// A backup in the list.
struct BackupRow: Record {
    let file: Backups.File
    /// Nil if the file's beginning can't be read.
    let pages: Int?
    let check: BackupCheckStore.Check?
    let isBeingChecked: Bool
    let isProven: Bool
    let now: Int
    let times: TimeText

    private var href: String { "\(BackupPages.path)/\(file.name)" }

    private var kind: String {
        guard !isBeingChecked else { return "busy" }
        return check.map { $0.finding == nil ? "good" : "bad" } ?? "quiet"
    }

    private var label: String {
        guard !isBeingChecked else { return "Checking" }
        return check.map { $0.finding == nil ? "Intact" : "Damaged" } ?? "Not checked"
    }

    static let fields: [Field<BackupRow>] = [
        .text("name") { $0.file.name },
        .text("exact") { $0.times.exact($0.file.at) },
        .text("when") { $0.times.relative($0.file.at, now: $0.now) },
        .text("iso") { TimeText.iso($0.file.at) },
        .text("size") { ByteCount.text($0.file.bytes) },
        .text("pages") { row in row.pages.map(Counted.number) ?? "unknown" },
        .text("kind") { $0.kind },
        .text("label") { $0.label },
        .optionalText("finding") { $0.isBeingChecked ? nil : $0.check?.finding },
        .optionalText("checked") { row in
            row.isBeingChecked ? nil : row.check.map { row.times.relative($0.at, now: row.now) }
        },
        .text("checked_exact") { row in row.check.map { row.times.exact($0.at) } ?? "" },
        .bool("is_being_checked") { $0.isBeingChecked },
        .text("check_href") { $0.href + "/check" },
        .optionalText("download_href") { $0.isProven ? $0.href : nil },
    ]
}

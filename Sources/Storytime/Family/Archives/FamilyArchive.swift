import HTTP
import SQLite

/// Everything that is kept about a family, or one child, as one `.zip` or `.tar` that is made while
/// it is read.
///
/// Its content is `parts`: a feature that keeps something else about families adds a part, which
/// is then exported with the rest. It has the family's photos, one file after another, and no other
/// media: avatars are drawn by the program, and covers and videos belong to the catalog, whose rights
/// do not let a family take them along.
struct FamilyArchive: ChunkSource {
    private let folder: String
    private let now: Int
    private var writer: any ArchiveWriter
    private var parts: ArraySlice<any ArchivePart>
    private var isAtEnd = false

    /// A parent's archive has about the other parents only what they see of each other anyway, and
    /// of the history only what belongs to the family. Nil is for admins.
    init(
        _ subject: ArchiveSubject,
        as format: ArchiveFormat,
        for reader: ID<User>? = nil,
        _ site: Site,
        now: Int
    ) {
        folder = subject.fileName
        self.now = now
        writer = format.writer
        parts = Self.parts(subject, reader, site, now: now)[...]
    }

    private static func parts(
        _ subject: ArchiveSubject,
        _ reader: ID<User>?,
        _ site: Site,
        now: Int
    ) -> [any ArchivePart] {
        [ArchiveReadMe(subject, isForParent: reader != nil, now: now)]
            + site.features.archive(subject, for: reader).map { ArchiveTablePart($0) }
            + site.features.archiveFiles(subject, for: reader, site.configuration)
    }

    func next(_ responder: any Responder) throws -> (chunk: [UInt8], rest: any ChunkSource)? {
        guard let application = responder as? Application else { return nil }
        var rest = self
        return try rest.next(from: application.database).map { ($0, rest) }
    }

    /// The next piece; nil after the end.
    mutating func next(from database: Database) throws -> [UInt8]? {
        while var part = parts.popFirst() {
            let files = try part.next(from: database)
            guard !files.isEmpty else { continue }
            parts = [part] + parts
            return try files.flatMap { file in
                try writer.add("\(folder)/\(file.name)", file.bytes, modified: now)
            }
        }
        guard !isAtEnd else { return nil }
        isAtEnd = true
        return writer.end()
    }
}

/// A part of the program gave an archive's file an impossible name.
struct CannotBeArchived: Error {
    let name: String
}

/// The first file to read in an archive.
private struct ArchiveReadMe: ArchivePart {
    private var text: String?

    init(_ subject: ArchiveSubject, isForParent: Bool, now: Int) {
        let whom =
            switch subject {
            case .family(let id): "family \(id)"
            case .child(let id, _): "child \(id)"
            }
        text = """
            All data that Storytime has about \(whom), as of \(TimeText.iso(now)).

            Each list comes as CSV, for spreadsheets, and as JSON, for programs. A long list
            continues in numbered files. Times are in UTC, days are year-month-day.
            \(Self.removed(subject))
            Not included: passwords, access keys and second-factor secrets, which nobody can read
            back; failed sign-ins, kept for a day; unfinished forms, kept for at most an hour; what
            Undo would restore to a library, kept for a day; and which viewings were deleted, kept
            for a month so that devices don't bring them back. Avatars are drawn, and covers and
            videos belong to the catalog.
            \(Self.photos(subject, isForParent))
            \(isForParent ? Self.limits(subject) : "")
            """
    }

    /// What the archive of a family says about children in the bin.
    private static func removed(_ subject: ArchiveSubject) -> String {
        guard case .family = subject else { return "" }
        return """

            Removed children are included until they are erased, \(ChildStore.keptDays) days after removal;
            see removed_at. What they watched is in the lists of viewings and events, but not in
            daily_usage, because reports don't count it.

            """
    }

    /// What there is of photos, which are for parents alone.
    private static func photos(_ subject: ArchiveSubject, _ isForParent: Bool) -> String {
        guard case .family = subject else { return "" }
        guard isForParent else {
            return "Family photos are only in the archive that a parent saves."
        }
        return """
            Family photos are in the folder “photos”, at up to 2,560 pixels. The originals, if you
            kept them, are in “originals”. photos.csv says which is which.
            """
    }

    /// What the archive of a parent leaves out.
    private static func limits(_ subject: ArchiveSubject) -> String {
        switch subject {
        case .family:
            """

            For other parents, only names and e-mail addresses are included. Where they are signed
            in, their addresses and keys, and changes to their own accounts are theirs to save.
            The history covers this family and the account of the person
            who saved this.

            """
        case .child:
            """

            The history covers this family.

            """
        }
    }

    mutating func next(from database: Database) -> [ArchiveFile] {
        defer { text = nil }
        return text.map { [ArchiveFile(name: "README.txt", bytes: Array($0.utf8))] } ?? []
    }
}

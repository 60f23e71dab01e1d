import Quill
import SQLite

/// A family's share of the disk: what all of its files take together, and how much they may.
struct FamilySpace: Sendable {
    /// One more doesn't fit.
    struct Full: Error, Equatable {
        let limitBytes: Int

        var message: String {
            "Your family’s files would take more than the \(ByteCount.text(limitBytes)) it has. Delete "
                + "some photos for good, or ask an admin for more space."
        }
    }

    let limitBytes: Int
    let files: [FamilyFiles]

    init(_ site: Site) {
        self.init(site.configuration, site.features)
    }

    init(_ configuration: Configuration, _ features: Features) {
        limitBytes = configuration.space.limitMegabytes * 1_000_000
        files = features.files
    }

    func used(by family: ID<Family>, in database: Database) throws -> Int {
        try files.reduce(0) { sum, files in
            sum + (try database.first(files.bytes(family)) { try $0.int(0) } ?? 0)
        }
    }

    /// Throws `Full` if so many bytes more are too many.
    func expectRoom(for bytes: Int, of family: ID<Family>, in database: Database) throws {
        guard try used(by: family, in: database) + bytes <= limitBytes else {
            throw Full(limitBytes: limitBytes)
        }
    }
}

extension Visit {
    var familySpace: FamilySpace { FamilySpace(site) }
}

/// The setting of a family's share of the disk.
struct SpaceSettings: FeatureSettings {
    /// In megabytes.
    var limitMegabytes = 20_000
}

extension Configuration {
    var space: SpaceSettings {
        get { self[SpaceSettings.self] }
        set { self[SpaceSettings.self] = newValue }
    }

    static let spaceSettings: [Setting] = [
        Setting(
            "STORYTIME_FAMILY_LIMIT_MB",
            \.space.limitMegabytes,
            1...1_000_000_000,
            help:
                "Disk space that the photos, captions and other files of one family may take, in megabytes."
        )
    ]
}

/// How much a family has of what there is only so much of, for its page.
struct SpaceAndLimits: Record {
    private let space: Progress
    private let rows: [AllowanceRow]

    init(of family: ID<Family>, _ visit: Visit) throws {
        let share = visit.familySpace
        let used = try share.used(by: family, in: visit.database)
        space = Progress(
            label: "Disk space",
            value: min(used, share.limitBytes) / 1_000_000,
            maximum: max(share.limitBytes / 1_000_000, 1),
            text: "\(used == 0 ? "0" : ByteCount.text(used)) of \(ByteCount.text(share.limitBytes))"
        )
        rows = try visit.site.features.allowances.map { allowance in
            AllowanceRow(
                allowance: allowance,
                used: try allowance.used(by: family, in: visit.database)
            )
        }
    }

    static let fields: [Field<SpaceAndLimits>] = [
        .record("space") { $0.space },
        .list("rows") { $0.rows },
    ]
}

struct AllowanceRow: Record {
    let allowance: Allowance
    let used: Int

    static let fields: [Field<AllowanceRow>] = [
        .text("title") { $0.allowance.title },
        .bool("is_of_parent") { $0.allowance.isOfParent },
        .text("used") { Counted.number($0.used) },
        .text("limit") { Counted.number($0.allowance.limit) },
        .bool("is_full") { $0.used >= $0.allowance.limit },
    ]
}

import Quill

/// Something about the program itself that an admin should see to, before it hurts.
struct SystemWarning: Record, Equatable {
    let heading: String
    let message: String

    static let fields: [Field<SystemWarning>] = [
        .text("heading") { $0.heading },
        .text("message") { $0.message },
    ]

    /// What is wrong now: a few system calls, no statement.
    static func all(for visit: Visit) -> [SystemWarning] {
        [
            shortSpace(visit.site.configuration), failedBackup(visit),
            unnamedProxy(visit.site.vitals), longLog(visit.site.configuration),
            missingProgram(visit.site.vitals),
        ].compactMap(\.self)
    }

    private static func shortSpace(_ configuration: Configuration) -> SystemWarning? {
        guard let space = DiskSpace(of: configuration.data),
            space.isShort(
                warnBelowBytes: configuration.freeSpaceWarningMegabytes * 1_000_000,
                databaseBytes: DatabaseSize(path: configuration.databasePath).total
            )
        else { return nil }
        return SystemWarning(
            heading: "Only \(ByteCount.text(space.free)) are free on the disk.",
            message: "When it is full, nothing can be saved and no backup is made."
        )
    }

    private static func longLog(_ configuration: Configuration) -> SystemWarning? {
        let bytes = DatabaseSize(path: configuration.databasePath).log
        guard LogGrowth.isLong(bytes) else { return nil }
        return SystemWarning(
            heading: "The write-ahead log has grown to \(ByteCount.text(bytes)).",
            message: LogGrowth.cause.prefix(1).uppercased() + LogGrowth.cause.dropFirst() + "."
        )
    }

    private static func missingProgram(_ vitals: Vitals) -> SystemWarning? {
        let names = vitals.missingPrograms.names
        guard !names.isEmpty else { return nil }
        return SystemWarning(
            heading: "There is no program \(names.joined(separator: " and ")) on this server.",
            message: "Videos wait for it. As soon as it is installed they are prepared, without a "
                + "restart and without another try by hand."
        )
    }

    private static func unnamedProxy(_ vitals: Vitals) -> SystemWarning? {
        vitals.unnamedProxy.address.map { address in
            SystemWarning(
                heading: "Visitors come through a proxy that is not trusted, \(address).",
                message: "They all look like one: too many wrong passwords of one keep the others "
                    + "out. If the proxy is yours, name it in STORYTIME_TRUSTED_PROXY."
            )
        }
    }

    private static func failedBackup(_ visit: Visit) -> SystemWarning? {
        visit.site.vitals.backups.failed.map { failed in
            SystemWarning(
                heading: "The last backup failed.",
                message: "\(visit.times.exact(failed.at)): \(failed.message)."
            )
        }
    }
}

import Glibc
import SQLite

extension JobKind {
    /// Plans an import or carries it out, whichever comes next.
    static let importBooks = JobKind(
        name: "import",
        title: "Importing books",
        gaveUp: { job, jobs, reason in
            guard let payload = try? Job.payload(ImportPayload.self, of: job.payload) else {
                return
            }
            try ImportStore(database: jobs.database, now: jobs.now).fail(ID(payload.id), reason)
        }
    ) { run in
        let id = ID<Import>(try run.payload(ImportPayload.self).id)
        let store = ImportStore(database: run.database, now: run.now)
        let path = ImportFiles(run.site.configuration).path(of: id)
        let progress = run.site.shared[ImportProgress.self]
        defer { progress.set(nil, of: id) }
        do {
            let work = ImportWork(database: run.database, now: run.now, path: path) { percent in
                progress.set(percent, of: id)
                try run.beat(percent: percent)
            }
            try work.run(id)
            if try store.find(id).state == .done { unlink(path) }
        } catch Failure.notFound {
            // It was abandoned in the meantime.
            unlink(path)
        } catch let error where ImportFiles.explains(error) {
            try store.fail(id, "\(error)")
        }
    }
}

/// What a job is to be done with.
struct ImportPayload: Codable {
    let id: Int
}

/// The files of imports, from the upload until they are in the catalog or removed.
struct ImportFiles {
    private let folder: String

    init(_ configuration: Configuration) {
        folder = configuration.importFolder
    }

    func path(of id: ID<Import>) -> String { "\(folder)/\(id).csv" }

    /// Whether the error says what is wrong with the file, to whoever brought it.
    static func explains(_ error: any Error) -> Bool {
        error is CSVError || error is TooManyRows || error is FileChanged || error is FileError
    }

    /// Removes old imports, and files that belong to none.
    func removeOld(_ store: ImportStore) throws {
        for id in try store.old() { try store.delete(id) }
        for name in (try? Folder.names(in: folder)) ?? [] {
            guard let id = ID<Import>(pathSegment: name.prefix { $0 != "." }),
                path(of: id) == "\(folder)/\(name)"
            else { continue }
            do {
                _ = try store.find(id)
            } catch Failure.notFound {
                unlink(path(of: id))
            }
        }
    }
}

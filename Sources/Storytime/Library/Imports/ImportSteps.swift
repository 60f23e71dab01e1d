import Glibc
import SQLite

/// The steps of an import, whoever takes them: people on pages, programs through the API.
extension Visit {
    var importFiles: ImportFiles { ImportFiles(site.configuration) }

    /// Keeps a file that was sent, as an import of which nothing is done yet.
    func bring(_ file: CSVFile, _ upload: Upload, named name: String) throws -> Import {
        let subject = try imports.insert(file, name: name, bytes: upload.size, by: actor)
        do {
            try upload.write(to: importFiles.path(of: subject.id))
        } catch {
            try imports.delete(subject.id)
            throw error
        }
        return subject
    }

    /// Has the file looked through in the background, with these columns.
    func lookThrough(_ subject: Import, with mapping: ImportMapping) throws {
        try database.write {
            try imports.setMapping(of: subject.id, mapping)
            try imports.move(subject.id, from: [.mapping], to: .checking)
            try queue(subject)
        }
        site.vitals.jobBell.ring()
    }

    /// Has done in the background what was planned, and these names made that are wanted.
    func carryOut(_ subject: Import, with names: [ImportNames.New]) throws {
        try database.write {
            try imports.want(names, of: subject.id)
            try imports.move(subject.id, from: [.checked], to: .importing)
            try queue(subject)
        }
        site.vitals.jobBell.ring()
    }

    /// Forgets the file and its plan. What was imported stays.
    func forget(_ subject: Import) throws {
        try imports.delete(subject.id)
        unlink(importFiles.path(of: subject.id))
    }

    private func queue(_ subject: Import) throws {
        try JobStore(database: database, now: now).add(
            .importBooks,
            ImportPayload(id: subject.id.value),
            label: subject.fileName
        )
    }
}

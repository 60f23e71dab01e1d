import Glibc
import SQLite

/// The steps of an import, for people on pages and for programs through the API.
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

    /// Queues the plan of a file with these columns.
    func lookThrough(
        _ subject: Import,
        with mapping: ImportMapping,
        isRemembered: Bool = false,
        leavingEmpty: Bool = false
    ) throws {
        try database.write {
            if leavingEmpty {
                try ImportValueStore(database: database, subject: subject.id)
                    .leaveEmpty(mapping.columns.compactMap(\.self))
            }
            if isRemembered {
                try importMatches.remember(mapping, of: subject.headings, by: actor)
            }
            try imports.setMapping(of: subject.id, mapping)
            try imports.move(subject.id, from: [.mapping], to: .checking)
            try queue(subject)
        }
        site.vitals.jobBell.ring()
    }

    /// Notes what is done with values that the catalog doesn't know, for this file and those to come,
    /// and has the file looked through again. False if the import no longer waits for that.
    func match(
        _ chosen: [(value: ImportValueStore.Listed, choice: ImportChoice)],
        of subject: Import
    ) throws -> Bool {
        let isMoved = try database.write {
            guard try imports.move(subject.id, from: [.checked], to: .checking) else {
                return false
            }
            let values = ImportValueStore(database: database, subject: subject.id)
            for (value, choice) in chosen where value.choice != choice {
                try values.choose(choice, for: value.id)
                try importMatches.remember(choice, for: value.text, in: value.column, by: actor)
            }
            try queue(subject)
            return true
        }
        site.vitals.jobBell.ring()
        return isMoved
    }

    /// Leaves cells of a column that can’t be read empty, or rejects their rows again, and has the file looked
    /// through again. Nothing happens if the import no longer waits for that.
    func leaveEmpty(_ column: ImportColumn, _ isLeft: Bool, of subject: Import) throws {
        let isMoved = try database.write {
            guard try imports.move(subject.id, from: [.checked], to: .checking) else {
                return false
            }
            let values = ImportValueStore(database: database, subject: subject.id)
            if isLeft {
                try values.leaveEmpty([column])
            } else {
                try values.refuseUnreadable(column)
            }
            try queue(subject)
            return true
        }
        if isMoved { site.vitals.jobBell.ring() }
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

import SQLite

/// Gives books and series their covers.
struct CoverStore {
    let database: Database
    let now: Int
    let folder: CoverFolder

    /// What a valid form asks for, and the only thing that the store accepts.
    enum Draft: Sendable, Equatable {
        case picture(ImageFile)
        /// An address elsewhere, which the server never asks.
        case address(CoverAddress)
        case nothing
    }

    /// Saves a form that showed the given version of the book. One that changes nothing makes no new
    /// version. `changed` is part of the transaction.
    func update(
        _ id: ID<Book>,
        version: Int,
        _ draft: Draft,
        by actor: Actor,
        changed: (Book) throws -> Void = { _ in }
    ) throws -> Book {
        // Written before anybody waits for the turn to write.
        let name = try keep(draft)
        let books = BookStore(database: database, now: now)
        return try database.write {
            let before = try books.find(id)
            guard before.version == version, before.deletedAt == nil else {
                throw BookStore.Refusal.changedMeanwhile(before)
            }
            let cover = try cover(of: draft, name)
            guard cover != before.cover else { return before }
            // The caretaker may have thought just now that nobody needs the file.
            _ = try keep(draft)
            try write(cover, in: "books", id.value)
            try BookIndex(database: database).write(id)
            let after = try books.find(id)
            try AuditLog(database, now).write(
                actor,
                "changed",
                after.subject,
                [Change("cover", before.cover?.text, after.cover?.text)]
            )
            try changed(after)
            return after
        }
    }

    /// The same of a series.
    func update(
        series id: ID<Series>,
        version: Int,
        _ draft: Draft,
        by actor: Actor,
        changed: (Series) throws -> Void = { _ in }
    ) throws -> Series {
        let name = try keep(draft)
        let store = SeriesStore(database: database, now: now)
        return try database.write {
            let before = try store.find(id)
            guard before.version == version else {
                throw SeriesStore.Refusal.changedMeanwhile(before)
            }
            let cover = try cover(of: draft, name)
            guard cover != before.cover else { return before }
            _ = try keep(draft)
            try write(cover, in: "series", id.value)
            let after = try store.find(id)
            try store.log(
                actor,
                "changed",
                after,
                [Change("cover", before.cover?.text, after.cover?.text)]
            )
            try changed(after)
            return after
        }
    }

    /// Puts a picture where it can be referred to.
    private func keep(_ draft: Draft) throws -> CoverName? {
        guard case .picture(let image) = draft else { return nil }
        let name = try CoverName(image)
        try folder.keep(image, as: name)
        return name
    }

    private func cover(of draft: Draft, _ name: CoverName?) throws -> Book.Cover? {
        switch (draft, name) {
        case (.picture(let image), let name?):
            .file(
                key: name.description,
                width: image.displayed.width,
                height: image.displayed.height,
                isSized: try isSized(name)
            )
        case (.address(let address), _): .address(address.text)
        default: nil
        }
    }

    /// Writes a cover into a row of a table that has one.
    private func write(_ cover: Book.Cover?, in table: SQL, _ id: Int) throws {
        var (key, size, isSized, address) = (String?.none, PixelSize?.none, false, String?.none)
        switch cover {
        case .file(let name, let width, let height, let hasSizes):
            (key, size, isSized) = (name, PixelSize(width, height), hasSizes)
        case .address(let text): address = text
        case nil: break
        }
        try database.execute(
            """
            UPDATE \(sql: table) SET cover_key = \(key), cover_width = \(size?.width),
                cover_height = \(size?.height), cover_is_sized = \(isSized), cover_url = \(address),
                version = version + 1, updated_at = \(now)
            WHERE id = \(id)
            """
        )
    }

    /// Another one has the same picture, and its smaller ones are there.
    private func isSized(_ name: CoverName) throws -> Bool {
        let key = name.description
        return try database.first(
            """
            SELECT 1 FROM books WHERE cover_key = \(key) AND cover_is_sized = 1
            UNION ALL SELECT 1 FROM series WHERE cover_key = \(key) AND cover_is_sized = 1 LIMIT 1
            """
        ) { _ in true } ?? false
    }
}

extension Book.Cover {
    /// For the audit log and beside another version: "600 × 900 JPEG 3f2ac81b", or the address.
    var text: String {
        switch self {
        case .address(let text): return text
        case .file(let key, let width, let height, _):
            let format = CoverName(key: key)?.format.name ?? ""
            return "\(width) × \(height) \(format) \(key.prefix(8))"
        }
    }
}

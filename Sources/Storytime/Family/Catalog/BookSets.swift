import SQLite
import Synchronization

/// The sets of books that the catalog combines, cached in memory and shared by all threads: the matches
/// of a search expression, and the books with rights in a territory on a day.
///
/// They are parts of an index rather than results: a page intersects them. They are valid as long as the
/// database's `catalog_stamp`, which changes with the search index and with rights, whoever changed them.
final class BookSets: Sendable {
    /// Some 1,300 sets of 100,000 books. A full cache is emptied: nobody knows which words people look
    /// for next, and a set is read again in milliseconds.
    static let maximumBytes = 16 << 20

    /// The content of a set.
    fileprivate enum Content: Hashable {
        /// The matches of a search expression.
        case found(String)
        /// Active books that have rights.
        case open(Rights)
    }

    private struct Kept {
        var stamp = 0
        var sets: [Content: BookSet] = [:]
        var bytes = 0
    }

    private let kept = Mutex(Kept())

    /// The sets as they are in the database now.
    func reader(_ database: Database) throws -> BookSetReader {
        let stamp = try database.first("SELECT value FROM catalog_stamp") { try $0.int(0) }
        return BookSetReader(sets: self, database: database, stamp: stamp ?? 0)
    }

    /// The memory of the sets, in bytes.
    var bytes: Int { kept.withLock(\.bytes) }

    fileprivate func set(_ content: Content, _ stamp: Int) -> BookSet? {
        kept.withLock { $0.stamp == stamp ? $0.sets[content] : nil }
    }

    fileprivate func keep(_ set: BookSet, _ content: Content, _ stamp: Int) {
        kept.withLock { kept in
            if kept.stamp != stamp || kept.bytes + set.bytes > Self.maximumBytes {
                kept = Kept(stamp: stamp)
            }
            // Another thread may have made the same one meanwhile.
            if let same = kept.sets.updateValue(set, forKey: content) { kept.bytes -= same.bytes }
            kept.bytes += set.bytes
        }
    }
}

/// Sets of books for one visit: kept ones, or read from the database.
///
/// The stamp is read first. A set that is read later may be newer than its stamp; nobody finds it then,
/// because the stamp has changed.
struct BookSetReader {
    fileprivate let sets: BookSets
    fileprivate let database: Database
    fileprivate let stamp: Int

    /// The matches of a search expression.
    func found(_ expression: String) throws -> BookSet {
        try set(.found(expression)) {
            try read("SELECT rowid FROM books_search WHERE books_search MATCH \(expression)")
        }
    }

    /// The books with at least one of those facets (`books_facets`).
    func having(anyOf facets: [String]) throws -> BookSet {
        var result = BookSet()
        for facet in facets { result.formUnion(try found("facets : \"\(facet)\"")) }
        return result
    }

    /// The active books that have rights there on that day.
    func open(_ rights: Rights) throws -> BookSet {
        try set(.open(rights)) {
            var open = try having(anyOf: ["qqsactive"])
            open.subtract(try read(rights.missing([.active])))
            return open
        }
    }

    private func set(_ content: BookSets.Content, _ make: () throws -> BookSet) throws -> BookSet {
        if let kept = sets.set(content, stamp) { return kept }
        let made = try make()
        // Other threads must not see what isn't committed yet.
        if !database.isWriting { sets.keep(made, content, stamp) }
        return made
    }

    private func read(_ keys: SQL) throws -> BookSet {
        var set = BookSet()
        try database.each(keys) { set.insert(try $0.int(0)) }
        return set
    }
}

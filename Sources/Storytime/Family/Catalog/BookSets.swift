import SQLite
import Synchronization

/// Sets of books that the catalog is made of, kept in memory and shared by all threads: what the
/// search index has for an expression, and what is open in a territory on a day.
///
/// They are parts of an index in another form, and no results: a page intersects them. They hold as
/// long as the database's `catalog_stamp`, which is another one after each change of the search index
/// or of rights, whoever made it.
final class BookSets: Sendable {
    /// Some 1,300 sets of 100,000 books. When it is full it begins anew: which words people will look
    /// for next is not known, and all else is read again in milliseconds.
    static let maximumBytes = 16 << 20

    /// The content of a set.
    fileprivate enum Content: Hashable {
        /// What the search index finds by an expression.
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

    /// How much memory the sets take.
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
/// The stamp is read first. A set that is read later may be newer than it, and is then asked for by
/// nobody, because the stamp is another one by then.
struct BookSetReader {
    fileprivate let sets: BookSets
    fileprivate let database: Database
    fileprivate let stamp: Int

    /// What the search index finds by an expression.
    func found(_ expression: String) throws -> BookSet {
        try set(.found(expression)) {
            try read("SELECT rowid FROM books_search WHERE books_search MATCH \(expression)")
        }
    }

    /// What has one of those facets at least (`books_facets`).
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

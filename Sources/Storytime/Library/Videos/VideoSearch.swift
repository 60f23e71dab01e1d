import SQLite

/// Finds videos by words: those of the titles and authors of their books, those of the files or
/// addresses that they came from, and the beginnings of their ids at Mux.
///
/// Books keep their words in their own index, so nothing has to be written when a title changes.
struct VideoSearch {
    /// Up to so many matches are sorted; above, the list is walked in its order, as with books.
    static let fewMatches = BookList.fewMatches
    /// Ids at Mux are longer than this, and so is the part of one that somebody pastes.
    private static let shortestID = 8

    let database: Database

    /// The keys of all videos that match, also of deleted ones, as a query; nil without words.
    static func keys(_ filter: VideoFilter) -> SQL? {
        let words = SearchWords(filter.words)
        let spelled = filter.spellings
        guard let titles = words.expression(in: "title_key author_key", spelled: spelled),
            let sources = SearchWords(filter.words, joinsNumbers: false)
                .expression(in: "words", spelled: spelled)
        else { return nil }
        let kind = Subject.Kind.video.rawValue
        let found: SQL = """
            SELECT v.id FROM books_search AS s CROSS JOIN video_assets AS v ON v.book_id = s.rowid
            WHERE s.books_search MATCH \(titles)
            UNION SELECT record_id FROM names_search
            WHERE names_search MATCH \("\(sources) AND kind : \"\(kind)\"")
            """
        let id = filter.words.filter { !$0.isWhitespace }
        return id.utf8.count < shortestID ? found : found + ids(beginningWith: id)
    }

    /// As Mux writes them: capitals matter.
    private static func ids(beginningWith text: String) -> SQL {
        let columns: [SQL] = [
            "mux_asset_id", "mux_upload_id", "signed_playback_id", "public_playback_id",
        ]
        return columns.reduce("") { query, column in
            query
                + """
                     UNION SELECT id FROM video_assets WHERE \(sql: column) >= \(text)
                    AND \(sql: column) < \(text + "\u{10FFFF}")
                """
        }
    }

    /// What to look for in place of words that nothing has, if the filter finds nothing as it was
    /// typed.
    func spellings(for filter: VideoFilter) throws -> [String: [String]] {
        guard filter.hasWords, try !findsAnything(filter) else { return [:] }
        let words = SearchWords(filter.words)
        let isKnown = { (term: String) in
            var alone = VideoFilter()
            alone.words = term
            return try findsAnything(alone)
        }
        let isEnough = { (spellings: [String: [String]]) in
            var corrected = filter
            corrected.spellings = spellings
            return try findsAnything(corrected)
        }
        var spellings: [String: [String]] = [:]
        for vocabulary in [NearWords.Vocabulary.books, .names] {
            let near = NearWords(database: database, vocabulary: vocabulary)
            let more = try near.spellings(of: words, isKnown: isKnown, isEnough: isEnough)
            spellings.merge(more) { all, more in all + more.filter { !all.contains($0) } }
        }
        return spellings
    }

    private func findsAnything(_ filter: VideoFilter) throws -> Bool {
        guard let keys = Self.keys(filter) else { return false }
        return try database.first(
            """
            SELECT 1 FROM (\(sql: keys)) AS m CROSS JOIN video_assets AS v ON v.id = m.id
            WHERE v.deleted_at IS NULL LIMIT 1
            """
        ) { _ in true } ?? false
    }
}

extension SearchKind {
    static let videos = SearchKind { visit, words, memory in
        var filter = VideoFilter()
        filter.words = words.text
        if memory != nil {
            filter.spellings = try VideoSearch(database: visit.database).spellings(for: filter)
        }
        let slice = try visit.videoList.slice(
            VideoListRequest(filter: filter, perPage: maximumShown)
        )
        return SearchGroup(
            title: "Videos",
            total: slice.pagination.total,
            results: slice.rows.map { row in
                SearchResult(
                    title: row.name,
                    detail: row.asset.source ?? row.asset.provider.label,
                    href: row.asset.href,
                    icon: "film"
                )
            },
            allHref: VideoListAddress(filter).href,
            spellings: filter.spellings
        )
    }
}

extension Visit {
    /// A list of videos that knows how its words are spelled.
    func asked(_ address: VideoListAddress) throws -> VideoListAddress {
        var address = address
        address.filter.spellings = try VideoSearch(database: database)
            .spellings(for: address.filter)
        return address
    }
}

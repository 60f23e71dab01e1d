import SQLite

/// Asks the database about the seasons and episodes of series, and changes them: each change in a
/// transaction of its own, together with its entry in the history of the series.
struct EpisodeStore {
    /// Why the database refused an episode or a season.
    enum Refusal: Error, Equatable {
        /// Someone saved in between; that is how the episode is now.
        case changedMeanwhile(Episode)
        /// The same of a season.
        case seasonChangedMeanwhile(Season)
        /// Another episode has this place in the series.
        case taken(Episode)
        /// The series has this season already.
        case seasonTaken(Season)
        /// The book can't be this episode.
        case book(String)
        /// The book of this title is another episode.
        case bookIs(Episode, title: String)
        /// It is there because of its book.
        case isOfBook(Episode)
        case tooMany
    }

    /// What is done to a series, as its history has it before the word "series".
    static let added = "added an episode to"
    static let addedMany = "added episodes to"
    static let changed = "changed an episode of"
    static let changedMany = "changed episodes of"
    static let deleted = "deleted an episode of"
    static let deletedMany = "deleted episodes of"
    static let seasonAdded = "added a season to"
    static let seasonChanged = "changed a season of"
    static let seasonDeleted = "deleted a season of"

    /// More episodes of one series than thirty years of daily ones are a mistake.
    static let maximumEpisodes = 20_000
    /// How many are added at once, as a run.
    static let maximumRun = 500

    let database: Database
    let now: Int

    // MARK: Reading seasons

    /// All seasons of a series, the newest first and the specials last.
    func seasons(of series: ID<Series>) throws -> [Season] {
        try database.all(
            """
            SELECT \(sql: Season.columns) FROM seasons AS n WHERE n.series_id = \(series.value)
            ORDER BY n.season_number = 0, n.season_number DESC
            """,
            Season.init
        )
    }

    func find(_ id: ID<Season>) throws -> Season {
        let found = try database.first(
            "SELECT \(sql: Season.columns) FROM seasons AS n WHERE n.id = \(id.value)",
            Season.init
        )
        // What belongs to a series in the bin is not there.
        guard let found, try isThere(found.series) else { throw Failure.notFound }
        return found
    }

    func season(_ number: Int, of series: ID<Series>) throws -> Season? {
        try database.first(
            """
            SELECT \(sql: Season.columns) FROM seasons AS n
            WHERE n.series_id = \(series.value) AND n.season_number = \(number)
            """,
            Season.init
        )
    }

    // MARK: Reading episodes

    /// The episodes of a series, or of one of its seasons, in order.
    func episodes(
        of series: ID<Series>,
        season: Int? = nil,
        limit: Int,
        offset: Int = 0
    ) throws -> [Episode] {
        try database.all(
            """
            SELECT \(sql: Episode.columns) FROM \(sql: Episode.table)
            WHERE e.series_id = \(series.value) AND e.is_hidden = 0
                AND e.season_number >= \(season ?? EpisodePlace.seasons.lowerBound)
                AND e.season_number <= \(season ?? EpisodePlace.seasons.upperBound)
            ORDER BY e.season_number, e.episode_number LIMIT \(limit) OFFSET \(offset)
            """,
            Episode.init
        )
    }

    /// Those of a season with these keys, in order.
    func episodes(_ ids: [ID<Episode>], of season: Season) throws -> [Episode] {
        guard !ids.isEmpty else { return [] }
        return try database.all(
            """
            SELECT \(sql: Episode.columns) FROM \(sql: Episode.table)
            WHERE e.id IN \(list: ids.map(\.value)) AND e.is_hidden = 0
                AND e.series_id = \(season.series.value) AND e.season_number = \(season.number)
            ORDER BY e.episode_number
            """,
            Episode.init
        )
    }

    func find(_ id: ID<Episode>) throws -> Episode {
        let found = try database.first(
            """
            SELECT \(sql: Episode.columns) FROM \(sql: Episode.table)
            WHERE e.id = \(id.value) AND e.is_hidden = 0
            """,
            Episode.init
        )
        guard let found, try isThere(found.series) else { throw Failure.notFound }
        return found
    }

    func episode(at place: EpisodePlace, of series: ID<Series>) throws -> Episode? {
        try database.first(
            """
            SELECT \(sql: Episode.columns) FROM \(sql: Episode.table)
            WHERE e.series_id = \(series.value) AND e.season_number = \(place.season)
                AND e.episode_number = \(place.episode) AND e.is_hidden = 0
            """,
            Episode.init
        )
    }

    /// The number that follows the last one of a season.
    func nextNumber(in season: Int, of series: ID<Series>) throws -> Int {
        let last = try database.first(
            """
            SELECT max(episode_number) FROM episodes
            WHERE series_id = \(series.value) AND season_number = \(season) AND is_hidden = 0
            """
        ) { try $0.intOrNil(0) }
        return min((last.flatMap(\.self) ?? 0) + 1, EpisodePlace.numbers.upperBound)
    }

    /// The first books, by their titles, that are in no series: they can be linked, too.
    func booksWithoutSeries(limit: Int) throws -> [LinkableBook] {
        try database.all(
            """
            SELECT b.id, b.title FROM books AS b
            WHERE b.series_id IS NULL AND b.deleted_at IS NULL
            ORDER BY b.title_key, b.id LIMIT \(limit)
            """
        ) { row in
            LinkableBook(
                link: Episode.BookLink(id: ID(try row.int(0)), title: try row.text(1)),
                number: nil
            )
        }
    }

    /// The books of a series that are no episode yet, or only by their number: what can be linked.
    func linkableBooks(of series: ID<Series>, limit: Int) throws -> [LinkableBook] {
        try database.all(
            """
            SELECT b.id, b.title, b.series_number
            FROM books AS b LEFT JOIN episodes AS e ON e.book_id = b.id
            WHERE b.series_id = \(series.value) AND b.deleted_at IS NULL
                AND coalesce(e.is_of_book, 1) = 1
            ORDER BY b.series_number IS NULL, b.series_number, b.title_key, b.id LIMIT \(limit)
            """
        ) { row in
            LinkableBook(
                link: Episode.BookLink(id: ID(try row.int(0)), title: try row.text(1)),
                number: try row.intOrNil(2)
            )
        }
    }

    /// How many children have watched something of these.
    func watchers(of ids: [ID<Episode>]) throws -> Int {
        try database.first(
            """
            SELECT count(DISTINCT child_id) FROM episode_progress
            WHERE episode_id IN \(list: ids.map(\.value))
            """
        ) { try $0.int(0) } ?? 0
    }

    /// The same of a season.
    func watchers(of season: Season) throws -> Int {
        try database.first(
            """
            SELECT count(DISTINCT p.child_id)
            FROM episodes AS e JOIN episode_progress AS p ON p.episode_id = e.id
            WHERE e.series_id = \(season.series.value) AND e.season_number = \(season.number)
            """
        ) { try $0.int(0) } ?? 0
    }

    // MARK: Changing episodes

    func insert(_ draft: Episode.Draft, into series: ID<Series>, by actor: Actor) throws -> Episode
    {
        try database.write {
            let subject = try subject(series)
            let episode = try add(draft, to: series, by: actor)
            try log(actor, Self.added, subject, Episode.changes(from: nil, to: episode))
            try settle(series)
            return episode
        }
    }

    /// Adds several to one season, or none of them.
    func insert(_ drafts: [Episode.Draft], into series: ID<Series>, by actor: Actor) throws
        -> [Episode]
    {
        try database.write {
            let subject = try subject(series)
            let episodes = try drafts.map { try add($0, to: series, by: actor) }
            let action = episodes.count == 1 ? Self.added : Self.addedMany
            try log(actor, action, subject, Self.summary(of: episodes, wasThere: false))
            try settle(series)
            return episodes
        }
    }

    /// Saves a form that showed the given version. One that changes nothing makes no new version.
    func update(_ id: ID<Episode>, version: Int, _ draft: Episode.Draft, by actor: Actor) throws
        -> Episode
    {
        try database.write {
            let before = try find(id)
            guard before.version == version else { throw Refusal.changedMeanwhile(before) }
            let subject = try subject(before.series)
            guard try change(before, to: draft, by: actor) else { return before }
            try settle(before.series)
            let after = try find(id)
            try log(actor, Self.changed, subject, Episode.changes(from: before, to: after))
            return after
        }
    }

    /// Changes several in one step: what becomes of each is the caller's to say.
    func update(
        _ episodes: [Episode],
        of season: Season,
        by actor: Actor,
        _ draft: (Episode) -> Episode.Draft
    ) throws -> Int {
        try database.write {
            let subject = try subject(season.series)
            let current = try self.episodes(episodes.map(\.id), of: season)
            let wanted = current.map { ($0, draft($0)) }
            // What some of them hand on to others of them must be free in between.
            try unlink(
                wanted.filter { before, draft in
                    guard let link = before.book else { return false }
                    return try draft.book.map { try find($0, in: season.series).id } != link.id
                }.map(\.0.id)
            )
            var changed: [Episode] = []
            for (episode, draft) in wanted where try change(episode, to: draft, by: actor) {
                changed.append(try find(episode.id))
            }
            guard !changed.isEmpty else { return 0 }
            try settle(season.series)
            let action = changed.count == 1 ? Self.changed : Self.changedMany
            try log(actor, action, subject, Self.summary(of: changed, wasThere: nil))
            return changed.count
        }
    }

    /// Deletes an episode whose given version was shown. What it was is returned.
    func delete(_ id: ID<Episode>, version: Int?, by actor: Actor) throws -> Episode {
        try database.write {
            let episode = try find(id)
            guard version == nil || version == episode.version else {
                throw Refusal.changedMeanwhile(episode)
            }
            guard !episode.isOfBook else { throw Refusal.isOfBook(episode) }
            let subject = try subject(episode.series)
            try database.execute("DELETE FROM episodes WHERE id = \(id.value)")
            try log(actor, Self.deleted, subject, Episode.changes(from: episode, to: nil))
            try settle(episode.series)
            return episode
        }
    }

    /// Deletes those of them that nobody's number keeps. Returns how many.
    func delete(_ ids: [ID<Episode>], of season: Season, by actor: Actor) throws -> Int {
        try database.write {
            let subject = try subject(season.series)
            let episodes = try episodes(ids, of: season).filter { !$0.isOfBook }
            guard !episodes.isEmpty else { return 0 }
            try database.execute(
                "DELETE FROM episodes WHERE id IN \(list: episodes.map(\.id.value))"
            )
            let action = episodes.count == 1 ? Self.deleted : Self.deletedMany
            try log(actor, action, subject, Self.summary(of: episodes, wasThere: true))
            try settle(season.series)
            return episodes.count
        }
    }

    // MARK: Changing seasons

    func insert(_ draft: Season.Draft, into series: ID<Series>, by actor: Actor) throws -> Season {
        try database.write {
            let subject = try subject(series)
            if let season = try season(draft.number, of: series) {
                throw Refusal.seasonTaken(season)
            }
            try database.execute(
                """
                INSERT INTO seasons (series_id, season_number, name)
                VALUES (\(series.value), \(draft.number), \(draft.name))
                """
            )
            let season = try find(ID<Season>(Int(database.lastInsertedID)))
            try log(actor, Self.seasonAdded, subject, Season.changes(from: nil, to: season))
            return season
        }
    }

    /// Saves a form that showed the season like this: a season has no version.
    func update(_ id: ID<Season>, shown: Season.Draft, _ draft: Season.Draft, by actor: Actor)
        throws
        -> Season
    {
        try database.write {
            let before = try find(id)
            guard Season.Draft(number: before.number, name: before.name) == shown else {
                throw Refusal.seasonChangedMeanwhile(before)
            }
            let subject = try subject(before.series)
            if let other = try season(draft.number, of: before.series), other.id != id {
                throw Refusal.seasonTaken(other)
            }
            // Its episodes go along (ON UPDATE CASCADE); those that are only books are of the first
            // season, so they become entered ones.
            if draft.number != before.number {
                try database.execute(
                    """
                    UPDATE episodes SET is_of_book = 0, version = version + 1, updated_at = \(now)
                    WHERE series_id = \(before.series.value)
                        AND season_number = \(before.number) AND is_of_book = 1
                    """
                )
                try moveMarks(of: before, to: draft.number)
            }
            try database.execute(
                """
                UPDATE seasons SET season_number = \(draft.number), name = \(draft.name)
                WHERE id = \(id.value)
                """
            )
            // Its episodes have moved along one by one, as if from a season that is gone.
            try database.execute(
                """
                UPDATE seasons SET episode_count = (SELECT count(*) FROM episodes AS e
                    WHERE e.series_id = seasons.series_id
                        AND e.season_number = seasons.season_number AND e.is_hidden = 0)
                WHERE id = \(id.value)
                """
            )
            try settle(before.series)
            let after = try find(id)
            let changes = Season.changes(from: before, to: after)
            if !changes.isEmpty { try log(actor, Self.seasonChanged, subject, changes) }
            return after
        }
    }

    /// Deletes a season with its episodes. Those that are books of ours by their number come back, in
    /// a first season.
    func delete(_ id: ID<Season>, by actor: Actor) throws -> Season {
        try database.write {
            let season = try find(id)
            let subject = try subject(season.series)
            try database.execute(
                """
                DELETE FROM episodes WHERE series_id = \(season.series.value)
                    AND season_number = \(season.number)
                """
            )
            try database.execute("DELETE FROM seasons WHERE id = \(id.value)")
            try log(
                actor,
                Self.seasonDeleted,
                subject,
                Season.changes(from: season, to: nil)
                    + [Change("episodes", String(season.episodeCount), nil)]
            )
            try settle(season.series)
            return season
        }
    }

    // MARK: Parts

    private func isThere(_ series: ID<Series>) throws -> Bool {
        try database.first("SELECT 1 FROM series WHERE id = \(series.value)") { _ in true } ?? false
    }

    func subject(_ series: ID<Series>) throws -> Subject {
        try SeriesStore(database: database, now: now).find(series).subject
    }

    func log(_ actor: Actor, _ action: String, _ subject: Subject, _ changes: [Change]) throws {
        try AuditLog(database, now).write(actor, action, subject, changes)
    }

    /// Adds one, in the transaction of the caller, who settles the series afterwards.
    func add(_ draft: Episode.Draft, to series: ID<Series>, by actor: Actor) throws -> Episode {
        let count = try database.first(
            "SELECT episode_count FROM series WHERE id = \(series.value)"
        ) { try $0.int(0) }
        guard count ?? 0 < Self.maximumEpisodes else { throw Refusal.tooMany }
        let book = try draft.book.map { try self.book($0, for: series, by: actor) }
        let marks = try book.map { try free($0, taking: draft.taking, by: actor) } ?? []
        try makePlace(draft.place, of: series, for: nil)
        try database.execute(
            """
            INSERT INTO episodes (series_id, season_number, episode_number, title, description,
                air_date, runtime_minutes, book_id, created_at, updated_at)
            VALUES (\(series.value), \(draft.place.season), \(draft.place.episode), \(draft.title),
                \(draft.description), \(draft.airDate?.iso ?? ""), \(draft.runtimeMinutes),
                \(book?.value), \(now), \(now))
            """
        )
        let id = ID<Episode>(Int(database.lastInsertedID))
        try set(marks, of: id)
        return try find(id)
    }

    /// Changes one, in the transaction of the caller; false if nothing would be another.
    func change(_ before: Episode, to draft: Episode.Draft, by actor: Actor) throws -> Bool {
        let book = try draft.book.map { try self.book($0, for: before.series, by: actor) }
        let isSame =
            before.place == draft.place && before.ownTitle == draft.title
            && before.description == draft.description && before.airDate == draft.airDate
            && before.runtimeMinutes == draft.runtimeMinutes && before.book?.id == book
        guard !isSame else { return false }
        let marks =
            try book.map { book in
                try book == before.book?.id ? [] : free(book, taking: draft.taking, by: actor)
            } ?? []
        try makePlace(draft.place, of: before.series, for: before.id)
        try database.execute(
            """
            UPDATE episodes SET season_number = \(draft.place.season),
                episode_number = \(draft.place.episode), title = \(draft.title),
                description = \(draft.description), air_date = \(draft.airDate?.iso ?? ""),
                runtime_minutes = \(draft.runtimeMinutes), book_id = \(book?.value), is_of_book = 0,
                version = version + 1, updated_at = \(now)
            WHERE id = \(before.id.value)
            """
        )
        try set(marks, of: before.id)
        return true
    }

    /// Sees to it that a place of a series is free, and that its season is there.
    private func makePlace(
        _ place: EpisodePlace,
        of series: ID<Series>,
        for episode: ID<Episode>?
    ) throws {
        if let other = try self.episode(at: place, of: series), other.id != episode {
            throw Refusal.taken(other)
        }
        // What is only a book in the bin gives way.
        try database.execute(
            """
            DELETE FROM episodes WHERE series_id = \(series.value)
                AND season_number = \(place.season) AND episode_number = \(place.episode)
                AND is_hidden = 1 AND id IS NOT \(episode?.value)
            """
        )
        try database.execute(
            """
            INSERT INTO seasons (series_id, season_number)
            VALUES (\(series.value), \(place.season)) ON CONFLICT DO NOTHING
            """
        )
    }

    /// The book that an episode of a series may be: one of that series, or one without any, which then
    /// belongs to it.
    private func book(_ choice: EpisodeBook, for series: ID<Series>, by actor: Actor) throws
        -> ID<Book>
    {
        let found = try find(choice, in: series)
        switch found.series {
        case series: break
        case nil:
            let books = BookStore(database: database, now: now)
            let before = try books.find(found.id)
            try database.execute(
                """
                UPDATE books SET series_id = \(series.value), version = version + 1,
                    updated_at = \(now)
                WHERE id = \(found.id.value)
                """
            )
            try BookIndex(database: database).write(found.id)
            let name = try SeriesStore(database: database, now: now).find(series).name
            try AuditLog(database, now)
                .write(actor, "changed", before.subject, [Change("series", nil, name)])
        default:
            throw Refusal.book(
                "“\(found.title)” belongs to another series. Change that on the book’s page first."
            )
        }
        return found.id
    }

    private func find(_ choice: EpisodeBook, in series: ID<Series>) throws
        -> (id: ID<Book>, title: String, series: ID<Series>?)
    {
        let condition: SQL
        let name: String
        switch choice {
        case .id(let id): (condition, name) = ("b.id = \(id.value)", "number \(id)")
        case .title(let title):
            (condition, name) = ("b.title_key = \(Folding.fold(title))", "title “\(title)”")
        }
        let found = try database.all(
            """
            SELECT b.id, b.title, b.series_id FROM books AS b
            WHERE \(sql: condition) AND b.deleted_at IS NULL
            ORDER BY b.series_id IS NOT \(series.value), b.series_id IS NOT NULL, b.id LIMIT 3
            """
        ) { row in
            (
                id: ID<Book>(try row.int(0)), title: try row.text(1),
                series: try row.intOrNil(2).map { ID<Series>($0) }
            )
        }
        guard let first = found.first else {
            throw Refusal.book("No book has the \(name). Enter its number or its exact title.")
        }
        if found.count > 1, found[1].series == first.series {
            throw Refusal.book(
                "Several books have the \(name). Enter the number of the one you mean."
            )
        }
        return first
    }

    /// What a child watched of an episode.
    private struct Mark {
        let child: Int
        let status: String
        let at: Int
    }

    /// A book that becomes an entered episode is none by its number any more; what was watched of that
    /// goes along. Nor is it another entered one of the series, which has to be agreed to and is told in
    /// the history.
    private func free(_ book: ID<Book>, taking: Episode.BookTaking, by actor: Actor) throws
        -> [Mark]
    {
        let other = try database.first(
            """
            SELECT \(sql: Episode.columns) FROM \(sql: Episode.table)
            WHERE e.book_id = \(book.value) AND e.is_of_book = 0
            """,
            Episode.init
        )
        if let other, let title = other.book?.title, taking != .always, taking != .from(other.id) {
            throw Refusal.bookIs(other, title: title)
        }
        let marks = try database.all(
            """
            SELECT p.child_id, p.status, p.updated_at
            FROM episodes AS e JOIN episode_progress AS p ON p.episode_id = e.id
            WHERE e.book_id = \(book.value) AND e.is_of_book = 1
            """
        ) { Mark(child: try $0.int(0), status: try $0.text(1), at: try $0.int(2)) }
        try database.execute(
            "DELETE FROM episodes WHERE book_id = \(book.value) AND is_of_book = 1"
        )
        try database.execute(
            """
            UPDATE episodes SET book_id = NULL, version = version + 1, updated_at = \(now)
            WHERE book_id = \(book.value)
            """
        )
        if let other {
            let after = try find(other.id)
            try log(
                actor,
                Self.changed,
                try subject(other.series),
                Episode.changes(from: other, to: after)
            )
        }
        return marks
    }

    private func set(_ marks: [Mark], of episode: ID<Episode>) throws {
        for mark in marks {
            try database.execute(
                """
                INSERT INTO episode_progress (child_id, episode_id, status, updated_at)
                VALUES (\(mark.child), \(episode.value), \(mark.status), \(mark.at))
                ON CONFLICT DO NOTHING
                """
            )
        }
    }

    /// The other entered episode of a series that a book is so far.
    func episode(of book: EpisodeBook?, besides place: EpisodePlace, in series: ID<Series>) throws
        -> Episode?
    {
        guard let book else { return nil }
        let found = try find(book, in: series)
        return try database.first(
            """
            SELECT \(sql: Episode.columns) FROM \(sql: Episode.table)
            WHERE e.book_id = \(found.id.value) AND e.is_of_book = 0
                AND e.series_id = \(series.value)
                AND (e.season_number, e.episode_number) IS NOT (\(place.season), \(place.episode))
            """,
            Episode.init
        )
    }

    private func unlink(_ ids: [ID<Episode>]) throws {
        guard !ids.isEmpty else { return }
        try database.execute(
            "UPDATE episodes SET book_id = NULL, is_of_book = 0 WHERE id IN \(list: ids.map(\.value))"
        )
    }

    /// What children's pages remember of a season follows its number.
    private func moveMarks(of season: Season, to number: Int) throws {
        for column: SQL in ["season_number", "played_season"] {
            try database.execute(
                """
                UPDATE child_series SET \(sql: column) = \(number), version = version + 1,
                    updated_at = \(now)
                WHERE series_id = \(season.series.value) AND \(sql: column) = \(season.number)
                """
            )
        }
    }

    /// Books whose number is free again are episodes by it.
    func settle(_ series: ID<Series>) throws {
        try SeriesStore(database: database, now: now).claimBooks(of: series)
    }

    /// "S1 E1 to E8" for the history, if they are of one season.
    private static func summary(of episodes: [Episode], wasThere: Bool?) -> [Change] {
        guard episodes.count > 1 else {
            return episodes.first.map { episode in
                Episode.changes(
                    from: wasThere == true ? episode : nil,
                    to: wasThere == true ? nil : episode
                )
            } ?? []
        }
        let places = episodes.map(\.place).sorted()
        let text = "\(places[0]) to \(places[places.count - 1]) (\(places.count))"
        return [Change("episodes", wasThere == true ? text : nil, wasThere == true ? nil : text)]
    }
}

/// A book that can be an episode of its series.
struct LinkableBook: Sendable, Equatable {
    let link: Episode.BookLink
    /// Its number in the series.
    let number: Int?
}

extension Visit {
    var episodes: EpisodeStore { EpisodeStore(database: database, now: now) }
}

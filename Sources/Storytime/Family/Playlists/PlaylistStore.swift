import SQLite

/// Keeps the playlists that a parent sees: their own, and those that are shared with their family. All
/// others, and those that were removed, don't exist.
struct PlaylistStore {
    static let mostPlaylists = 100
    static let mostItems = 500
    /// For how long what was removed can come back.
    static let keptSeconds = 86_400

    /// Why a playlist isn't saved.
    enum Refusal: Error, Equatable {
        /// Whose it is has another one of this name.
        case nameIsTaken
        /// The parent has as many as there may be.
        case tooMany
        /// It has as many videos as it may have.
        case isFull
        case changedMeanwhile(Playlist)
        /// Only the parent whose it is can stop sharing it.
        case isSomebodyElses
    }

    let videos: WatchedVideos
    let now: Int

    var database: Database { videos.shelf.database }
    var user: ID<User> { videos.user }
    private var family: ID<Family> { videos.shelf.family }

    /// Whether a row `p` of `playlists` is there for the parent.
    private var isThere: SQL {
        """
        p.removed_at IS NULL AND (p.user_id = \(user.value) OR p.family_id = \(family.value))
        """
    }

    // MARK: Reading

    /// Those of a page by name, or all of them.
    func list(limit: Int = -1, offset: Int = 0) throws -> [Playlist] {
        try database.all(
            """
            SELECT \(sql: Playlist.columns) FROM (
                SELECT p.id FROM playlists AS p WHERE \(sql: isThere)
                ORDER BY p.name_key, p.id LIMIT \(limit) OFFSET \(offset)) AS m
            CROSS JOIN playlists AS p ON p.id = m.id LEFT JOIN users AS u ON u.id = p.user_id
            ORDER BY p.name_key, p.id
            """,
            Playlist.init
        )
    }

    func count() throws -> Int {
        try database.first("SELECT count(*) FROM playlists AS p WHERE \(sql: isThere)") {
            try $0.int(0)
        } ?? 0
    }

    func find(_ id: ID<Playlist>) throws -> Playlist {
        guard let found = try findIfAny(id) else { throw Failure.notFound }
        return found
    }

    func findIfAny(_ id: ID<Playlist>) throws -> Playlist? {
        try database.first(
            """
            SELECT \(sql: Playlist.columns)
            FROM playlists AS p LEFT JOIN users AS u ON u.id = p.user_id
            WHERE p.id = \(id.value) AND \(sql: isThere)
            """,
            Playlist.init
        )
    }

    /// Whether it was removed, and can come back still.
    func wasRemoved(_ id: ID<Playlist>) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM playlists
            WHERE id = \(id.value) AND removed_at IS NOT NULL
                AND (user_id = \(user.value) OR family_id = \(family.value))
            """
        ) { _ in true } ?? false
    }

    /// How many videos each of these has, of those that the family may see. `open` is what everybody may see
    /// who lives where it does; only what isn’t among that is asked for, each once.
    func counts(of playlists: [ID<Playlist>], open: BookSet) throws -> [ID<Playlist>: Int] {
        var counts: [ID<Playlist>: Int] = [:]
        var others: [WatchedVideo: [ID<Playlist>]] = [:]
        try database.each(
            """
            SELECT i.playlist_id, i.book_id, i.web_video_id FROM \(eachOf: playlists.map(\.value)) AS k
            CROSS JOIN playlist_items AS i INDEXED BY playlist_items_in_order
                ON i.playlist_id = k.value
            WHERE i.removed_at IS NULL
            """
        ) { row in
            let playlist = ID<Playlist>(try row.int(0))
            if let book = try row.intOrNil(1), open.contains(book) {
                counts[playlist, default: 0] += 1
            } else {
                others[try WatchedVideo(row, at: 1), default: []].append(playlist)
            }
        }
        for video in try videos.seen(among: Array(others.keys)) {
            for playlist in others[video] ?? [] { counts[playlist, default: 0] += 1 }
        }
        return counts
    }

    // MARK: Adding and changing

    func add(_ draft: Playlist.Draft, by actor: Actor) throws -> Playlist {
        try database.write {
            let count = try database.first(
                """
                SELECT count(*) FROM playlists
                WHERE user_id = \(user.value) AND removed_at IS NULL
                """
            ) { try $0.int(0) }
            guard (count ?? 0) < Self.mostPlaylists else { throw Refusal.tooMany }
            try refuseTaken(draft.name, of: user)
            try database.execute(
                """
                INSERT INTO playlists (user_id, family_id, name, name_key, created_at, updated_at)
                VALUES (\(user.value), \(draft.isShared ? family.value : nil), \(draft.name),
                    \(Folding.fold(draft.name)), \(now), \(now))
                """
            )
            let id = ID<Playlist>(Int(database.lastInsertedID))
            try give(id, to: draft.children)
            let added = try find(id)
            try audit("added a playlist to", nil, added, actor)
            return added
        }
    }

    func update(_ id: ID<Playlist>, version: Int, _ draft: Playlist.Draft, by actor: Actor) throws
        -> Playlist
    {
        try database.write {
            let before = try find(id)
            guard before.version == version else { throw Refusal.changedMeanwhile(before) }
            guard draft != before.draft else { return before }
            let stopsSharing = before.isShared && !draft.isShared
            guard !stopsSharing || before.owner == nil || before.owner == user else {
                throw Refusal.isSomebodyElses
            }
            // A list whose parent left becomes that of whoever keeps it to themselves.
            let owner = stopsSharing ? user : before.owner
            if let owner { try refuseTaken(draft.name, of: owner, besides: id) }
            try database.execute(
                """
                UPDATE playlists SET user_id = \(owner?.value),
                    family_id = \(draft.isShared ? family.value : nil), name = \(draft.name),
                    name_key = \(Folding.fold(draft.name)), version = version + 1,
                    updated_at = \(now)
                WHERE id = \(id.value)
                """
            )
            try give(id, to: draft.children)
            let after = try find(id)
            try audit("changed a playlist of", before, after, actor)
            return after
        }
    }

    /// Who has it as a shelf: children of the family, and no others.
    private func give(_ id: ID<Playlist>, to children: Set<ID<Child>>) throws {
        // Those in the bin keep theirs: nobody could see them in the form.
        try database.execute(
            """
            DELETE FROM playlist_children WHERE playlist_id = \(id.value)
                AND child_id IN (SELECT id FROM present_children WHERE family_id = \(family.value))
            """
        )
        guard !children.isEmpty else { return }
        try database.execute(
            """
            INSERT INTO playlist_children (playlist_id, child_id)
            SELECT \(id.value), id FROM present_children
            WHERE family_id = \(family.value) AND id IN \(list: children.map(\.value).sorted())
            """
        )
    }

    // MARK: Removing

    /// Removes a playlist; it can come back for a day. Returns what it was.
    func remove(_ id: ID<Playlist>, by actor: Actor) throws -> Playlist {
        try database.write {
            let removed = try find(id)
            try database.execute(
                "UPDATE playlists SET removed_at = \(now) WHERE id = \(id.value)"
            )
            try RemovedRows.trim(
                "playlists",
                where: "user_id IS \(removed.owner?.value)",
                in: database
            )
            try audit("removed a playlist from", removed, nil, actor)
            return removed
        }
    }

    /// Takes a removal back; nil if it is too late. If its name was taken meanwhile, it gets a number.
    func restore(_ id: ID<Playlist>, by actor: Actor) throws -> Playlist? {
        try database.write {
            let kept = try database.first(
                """
                SELECT name, user_id FROM playlists
                WHERE id = \(id.value) AND removed_at IS NOT NULL
                    AND (user_id = \(user.value) OR family_id = \(family.value))
                """
            ) { (name: try $0.text(0), owner: try $0.intOrNil(1)) }
            guard let kept else { return nil }
            let name = try freeName(like: kept.name, of: kept.owner.map { ID($0) })
            try database.execute(
                """
                UPDATE playlists SET removed_at = NULL, name = \(name),
                    name_key = \(Folding.fold(name)), version = version + 1
                WHERE id = \(id.value)
                """
            )
            let restored = try find(id)
            try audit("brought back a playlist of", nil, restored, actor)
            return restored
        }
    }

    private func freeName(like name: String, of owner: ID<User>?) throws -> String {
        guard let owner else { return name }
        for number in 1...(Self.mostPlaylists + 1) {
            let candidate = number == 1 ? name : "\(name.prefix(90)) (\(number))"
            if try !isTaken(candidate, of: owner, besides: nil) { return candidate }
        }
        return name
    }

    /// Deletes for good what was removed a day ago.
    static func removeOld(_ database: Database, now: Int) throws {
        let slices = RowSlices(database: database)
        for table in [ErasedTable.playlists(by: "id"), ErasedTable("playlist_items")] {
            try slices.remove(table, where: "removed_at < \(now - keptSeconds)")
        }
    }

    // MARK: Parts

    private func refuseTaken(_ name: String, of owner: ID<User>, besides id: ID<Playlist>? = nil)
        throws
    {
        if try isTaken(name, of: owner, besides: id) { throw Refusal.nameIsTaken }
    }

    private func isTaken(_ name: String, of owner: ID<User>, besides id: ID<Playlist>?) throws
        -> Bool
    {
        try database.first(
            """
            SELECT 1 FROM playlists
            WHERE user_id = \(owner.value) AND name_key = \(Folding.fold(name))
                AND removed_at IS NULL AND id IS NOT \(id?.value)
            """
        ) { _ in true } ?? false
    }

    /// Writes into the history of the family, which the other parents read, too: what only one of
    /// them has isn't in it. Of a child's shelf that child's own history tells.
    private func audit(_ act: String, _ before: Playlist?, _ after: Playlist?, _ actor: Actor)
        throws
    {
        let log = AuditLog(database, now)
        if [before, after].contains(where: { $0?.isShared == true }) {
            let subject = try FamilyStore(database: database, now: now).find(family).subject
            let sharing = { (playlist: Playlist?) in playlist.map { $0.isShared ? "yes" : "no" } }
            let changes = [
                // A name that stays says which list it was.
                Change("name", before?.name, after?.name),
                Change("shared", sharing(before), sharing(after)),
            ]
            try log.write(actor, act, subject, changes.filter { $0.field == "name" || $0.isReal })
        }
        let (had, has) = (Set(before?.children ?? []), Set(after?.children ?? []))
        let children = ChildStore(database: database, now: now)
        for id in has.symmetricDifference(had).sorted(by: { $0.value < $1.value }) {
            let isGiven = has.contains(id)
            try log.write(
                actor,
                isGiven ? "gave a playlist to" : "took a playlist from",
                try children.find(id, of: family).subject,
                [Change("name", isGiven ? nil : before?.name, isGiven ? after?.name : nil)]
            )
        }
    }
}

extension Visit {
    /// The playlists of the parent who is signed in, with their family.
    func playlists(of scope: FamilyScope) throws -> PlaylistStore {
        PlaylistStore(videos: try watchedVideos(of: scope), now: now)
    }
}

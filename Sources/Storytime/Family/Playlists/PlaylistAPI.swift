import HTTP
import Server

/// Playlists, for programs of parents.
enum PlaylistAPI {
    private static let operation = Operations(
        .reading,
        for: .parent,
        reads: .readLibrary,
        writes: .writeLibrary
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/playlists",
            "listPlaylists",
            "List playlists",
            "Returns the parent’s playlists and those that are shared with the family, by name.",
            // All playlists of a family are all that is in them, too.
            lane: .slow,
            index
        ),
        operation(
            .post,
            "/api/v1/playlists",
            "createPlaylist",
            "Add a playlist",
            "Adds an empty playlist. A parent can have at most "
                + "\(PlaylistStore.mostPlaylists); beyond that you get a 409.",
            refuses: [.conflict],
            create
        ),
        operation(
            .get,
            "/api/v1/playlists/{playlist_id}",
            "getPlaylist",
            "Get a playlist",
            "Returns a playlist without its entries.",
            show
        ),
        operation(
            .patch,
            "/api/v1/playlists/{playlist_id}",
            "updatePlaylist",
            "Change a playlist",
            "Changes only the members you send. Only the parent whose it is can stop sharing it.",
            update
        ),
        operation(
            .delete,
            "/api/v1/playlists/{playlist_id}",
            "deletePlaylist",
            "Delete a playlist",
            "Deletes a playlist and its entries. What is in it stays in the catalog.",
            refuses: [.changedMeanwhile],
            delete
        ),
        operation(
            .get,
            "/api/v1/playlists/{playlist_id}/items",
            "listPlaylistItems",
            "List what is in a playlist",
            "Returns the entries in their order. What the family may no longer see is left out.",
            items
        ),
        operation(
            .post,
            "/api/v1/playlists/{playlist_id}/items",
            "addPlaylistItem",
            "Add to a playlist",
            "Adds a book or a video at an address to the end. If it is in the playlist already, "
                + "nothing changes and the answer is 200 instead of 201. A playlist can have at "
                + "most \(PlaylistStore.mostItems) entries; beyond that you get a 409.",
            refuses: [.conflict],
            addItem
        ),
        operation(
            .delete,
            "/api/v1/playlists/{playlist_id}/items/{item_id}",
            "removePlaylistItem",
            "Remove from a playlist",
            "Removes an entry from a playlist.",
            removeItem
        ),
        operation(
            .put,
            "/api/v1/playlists/{playlist_id}/order",
            "orderPlaylist",
            "Order a playlist",
            "Puts these entries in this order, in the places that they have together. Other "
                + "entries stay where they are.",
            refuses: [.conflict],
            order
        ),
    ]

    // MARK: Playlists

    /// A parent without a family has none.
    static func index(_ visit: Visit) throws -> WholeList<PlaylistAnswer> {
        guard let scope = try visit.familyIfAny() else { return WholeList(records: []) }
        let store = try visit.playlists(of: scope)
        let playlists = try store.list()
        let counts = try visit.counts(of: playlists, in: store)
        return WholeList(
            records: playlists.map {
                PlaylistAnswer(playlist: $0, count: counts[$0.id] ?? 0)
            }
        )
    }

    static func create(_ visit: Visit, _ sent: Sent<NewRecord<PlaylistForm>>) throws
        -> Created<PlaylistAnswer>
    {
        let scope = try visit.family()
        let members = try sent.read().members
        let draft = try draft(members, over: nil, visit, scope)
        do {
            let added = try visit.playlists(of: scope).add(draft, by: scope.actor)
            return Created(
                record: PlaylistAnswer(playlist: added, count: 0),
                location: "/api/v1/playlists/\(added.id)"
            )
        } catch PlaylistStore.Refusal.tooMany {
            throw Failure.conflict(PlaylistPages.tooMany)
        } catch PlaylistStore.Refusal.nameIsTaken {
            throw nameIsTaken
        }
    }

    static func show(_ visit: Visit, _ id: ID<Playlist>) throws -> Details<PlaylistAnswer> {
        try answer(visit.playlists(of: visit.family()), id)
    }

    static func update(
        _ visit: Visit,
        _ sent: Sent<ChangedRecord<PlaylistForm>>,
        _ id: ID<Playlist>
    ) throws -> Details<PlaylistAnswer> {
        let scope = try visit.family()
        let store = try visit.playlists(of: scope)
        let playlist = try store.find(id)
        try visit.expectMatch(answer(store, id))
        let draft = try draft(sent.read().members, over: playlist, visit, scope)
        do {
            _ = try store.update(id, version: playlist.version, draft, by: scope.actor)
            return try answer(store, id)
        } catch PlaylistStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        } catch PlaylistStore.Refusal.nameIsTaken {
            throw nameIsTaken
        } catch PlaylistStore.Refusal.isSomebodyElses {
            throw APIFailure.invalid([
                ErrorDetail(
                    field: "is_shared",
                    code: "invalid",
                    message: "Only \(playlist.ownerName ?? "its owner") can stop sharing this."
                )
            ])
        }
    }

    static func delete(_ visit: Visit, _ id: ID<Playlist>) throws -> NoContent {
        let scope = try visit.family()
        let store = try visit.playlists(of: scope)
        try visit.expectMatch(answer(store, id))
        _ = try store.remove(id, by: scope.actor)
        return NoContent()
    }

    private static func answer(_ store: PlaylistStore, _ id: ID<Playlist>) throws
        -> Details<PlaylistAnswer>
    {
        Details(
            record: PlaylistAnswer(
                playlist: try store.find(id),
                count: try store.itemCount(of: id)
            )
        )
    }

    /// What was sent, over the playlist as it is, judged by the form.
    private static func draft(
        _ members: SentMembers,
        over playlist: Playlist?,
        _ visit: Visit,
        _ scope: FamilyScope
    ) throws -> Playlist.Draft {
        var form = PlaylistForm(try visit.children.list(of: scope.family.id))
        form.read(members.fields(over: playlist.map(PlaylistForm.pairs) ?? []))
        guard let draft = form.draft else { throw members.refusal(form.errors) }
        return draft
    }

    private static var nameIsTaken: APIFailure {
        .invalid([
            ErrorDetail(field: "name", code: "invalid", message: PlaylistForm.nameIsTaken)
        ])
    }

    // MARK: Items

    static func items(_ visit: Visit, _ sent: Sent<PageQuery>, _ id: ID<Playlist>) throws
        -> ListPage<PlaylistItemAnswer>
    {
        let store = try visit.playlists(of: visit.family())
        _ = try store.find(id)
        let query = try sent.read()
        return ListPage(
            records: try store.items(of: id, limit: query.perPage, offset: query.offset)
                .map(PlaylistItemAnswer.init),
            query: query,
            total: try store.itemCount(of: id)
        )
    }

    static func addItem(_ visit: Visit, _ sent: Sent<NewPlaylistItem>, _ id: ID<Playlist>) throws
        -> CreatedOnce<PlaylistItemAnswer>
    {
        let store = try visit.playlists(of: visit.family())
        _ = try store.find(id)
        let video = try sent.read().video
        do {
            let added = try store.add([video], to: id)
            guard let item = try store.item(with: video, of: id) else { throw notThere(video) }
            return CreatedOnce(
                record: PlaylistItemAnswer(item: item),
                location: "/api/v1/playlists/\(id)/items",
                wasThere: added.isEmpty
            )
        } catch PlaylistStore.Refusal.isFull {
            throw Failure.conflict(PlaylistAddPages.isFull)
        }
    }

    /// What the family may not see is told from what isn't there by nothing.
    private static func notThere(_ video: WatchedVideo) -> APIFailure {
        let (field, number) =
            switch video {
            case .book(let id): ("book_id", id.value)
            case .web(let id): ("web_video_id", id.value)
            }
        return .invalid([
            ErrorDetail(field: field, code: "not_found", message: "\(number) doesn’t exist.")
        ])
    }

    static func removeItem(_ visit: Visit, _ id: ID<Playlist>, _ item: ID<PlaylistItem>) throws
        -> NoContent
    {
        _ = try visit.playlists(of: visit.family()).remove(item, from: id)
        return NoContent()
    }

    static func order(_ visit: Visit, _ sent: Sent<PlaylistOrder>, _ id: ID<Playlist>) throws
        -> NoContent
    {
        let store = try visit.playlists(of: visit.family())
        _ = try store.find(id)
        guard try store.reorder(sent.read().items, in: id) else {
            throw Failure.conflict("One of these entries isn’t in the playlist any more.")
        }
        return NoContent()
    }
}

/// What a program adds to a playlist: one of the two.
struct NewPlaylistItem: JSONContent {
    let video: WatchedVideo

    init?(_ fields: inout JSONFields) {
        let book = fields.integer("book_id", 1...Int.max, .optional)
        let web = fields.integer("web_video_id", 1...Int.max, .optional)
        switch (book, web) {
        case (let book?, nil): video = .book(ID(book))
        case (nil, let web?): video = .web(ID(web))
        case (nil, nil):
            fields.reject("book_id", "required", "or `web_video_id` is required.")
            return nil
        case (.some, .some):
            fields.reject("web_video_id", "invalid", "can’t be sent together with `book_id`.")
            return nil
        }
    }

    static let meanings = [
        "book_id": "The id of a book the family can see.",
        "web_video_id": "Instead of a book: the id of a video at an address.",
    ]
    static let example = #"{"book_id": 1}"#
}

/// The entries of a playlist in a new order.
struct PlaylistOrder: JSONContent {
    let items: [ID<PlaylistItem>]

    init?(_ fields: inout JSONFields) {
        guard
            let items = fields.ids(
                "item_ids",
                of: PlaylistItem.self,
                upTo: PlaylistStore.mostItems
            )
        else { return nil }
        self.items = items
    }

    static let meanings = ["item_ids": "The ids of entries, in their new order."]
    static let example = #"{"item_ids": [1]}"#
}

/// A playlist as the API tells of it.
struct PlaylistAnswer: NamedRecord {
    let playlist: Playlist
    let count: Int

    static let schemaName = "Playlist"
    static let example = PlaylistAnswer(
        playlist: Playlist(
            id: ID(1),
            owner: ID(1),
            ownerName: "Astrid",
            isShared: true,
            name: "Bedtime",
            children: [ID(1)],
            version: 1,
            createdAt: 1_795_248_000,
            updatedAt: 1_795_248_000
        ),
        count: 1
    )

    static let json: [JSONField<PlaylistAnswer>] = [
        .integer("id", "The playlist’s id.") { $0.playlist.id.value },
        .text("name", "The name.") { $0.playlist.name },
        .bool("is_shared", "Whether the other parents of the family see and change it, too.") {
            $0.playlist.isShared
        },
        .optionalText("owner_name", "Whose it is; null if that parent left the family.") {
            $0.playlist.ownerName
        },
        .integers("child_ids", "The children who have it as a shelf in Kids Mode.") {
            $0.playlist.children.map(\.value)
        },
        .integer("item_count", "How many entries the family may see.") { $0.count },
        .time("created_at", "When it was added.") { $0.playlist.createdAt },
        .time("updated_at", "When it, or what is in it, was last changed.") {
            $0.playlist.updatedAt
        },
    ]
}

/// An entry of a playlist as the API tells of it.
struct PlaylistItemAnswer: NamedRecord {
    let item: PlaylistItem

    static let schemaName = "PlaylistItem"
    static let example = PlaylistItemAnswer(
        item: PlaylistItem(
            id: ID(1),
            video: .book(ID(1)),
            addedAt: 1_795_248_000,
            card: .example
        )
    )

    static let json: [JSONField<PlaylistItemAnswer>] =
        [.integer("id", "The entry’s id.") { $0.item.id.value }]
        + JSONField.members { $0.item.card } + [
            .time("added_at", "When it was added.") { $0.item.addedAt }
        ]
}

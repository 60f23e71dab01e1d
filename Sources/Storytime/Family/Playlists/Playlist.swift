import Received
import SQLite

/// A list of videos that a parent made: their own, or shared with the family.
struct Playlist: Sendable, Equatable {
    let id: ID<Playlist>
    /// Nil if the parent left: then it is the family's.
    let owner: ID<User>?
    let ownerName: String?
    let isShared: Bool
    let name: String
    /// Who has it as a shelf in Kids Mode, in the order of their keys.
    let children: [ID<Child>]
    let version: Int
    let createdAt: Int
    let updatedAt: Int

    /// What a parent decides about a playlist.
    struct Draft: Sendable, Equatable {
        var name: String
        var isShared = false
        var children: Set<ID<Child>> = []
    }

    var draft: Draft { Draft(name: name, isShared: isShared, children: Set(children)) }

    static let columns: SQL = """
        p.id, p.user_id, u.name, p.family_id IS NOT NULL, p.name, p.version, p.created_at, p.updated_at,
        (SELECT group_concat(g.child_id) FROM playlist_children AS g
            JOIN present_children AS k ON k.id = g.child_id WHERE g.playlist_id = p.id)
        """

    init(_ row: Row) throws {
        id = ID(try row.int(0))
        owner = try row.intOrNil(1).map { ID($0) }
        ownerName = try row.textOrNil(2)
        isShared = try row.bool(3)
        name = try row.text(4)
        version = try row.int(5)
        createdAt = try row.int(6)
        updatedAt = try row.int(7)
        children = (try row.textOrNil(8) ?? "").split(separator: ",")
            .compactMap { ReceivedNumber.integer($0) }.sorted().map { ID($0) }
    }

    init(
        id: ID<Playlist>,
        owner: ID<User>?,
        ownerName: String?,
        isShared: Bool,
        name: String,
        children: [ID<Child>],
        version: Int,
        createdAt: Int,
        updatedAt: Int
    ) {
        self.id = id
        self.owner = owner
        self.ownerName = ownerName
        self.isShared = isShared
        self.name = name
        self.children = children
        self.version = version
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A video in a playlist.
struct PlaylistItem: Sendable {
    let id: ID<PlaylistItem>
    let video: WatchedVideo
    let addedAt: Int
    let card: WatchedCard
}

import HTTP
import Quill
import Server

/// Where reading along begins for parents: what they opened lately, and the ways to something else.
enum WatchHomePages {
    static let path = ReadingPages.path

    static let routes = [
        // On a worker: documents are unpacked to find something to try.
        get("/watch", for: .parent, lane: .worker, show),
        post("/watch/history/clear", for: .parent, clear),
        post("/watch/history/restore", for: .parent, restore),
        post("/watch/history/{id}/remove", for: .parent, remove),
    ]

    static func show(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        let rows = try visit.historyRows(of: scope)
        return try visit.page(
            WatchHomePage(
                head: ReadingHead(path, visit, scope.family),
                rows: rows,
                demo: rows.isEmpty ? try DemoVideo(visit, scope).find() : nil,
                times: visit.times,
                now: visit.now,
                hasPlaylists: try visit.isOn(.playlists)
            )
        )
    }

    static func remove(_ visit: Visit, _ id: ID<HistoryEntry>) throws -> Response {
        let scope = try visit.family()
        let user = try visit.watchedVideos(of: scope).user
        let title = try visit.historyRows(of: scope).first { $0.entry.id == id }?.card.title
        // What is gone already is what was wanted.
        guard let title, let removal = try visit.watchHistory.remove(id, of: user) else {
            return try visit.redirect(
                to: path,
                notice: Flash(.info, "This entry was already removed.")
            )
        }
        return try visit.redirect(
            to: path + Flash.anchor,
            notice: Flash(
                .good,
                "“\(title)” removed from the history.",
                undo: undoHref(removal)
            )
        )
    }

    static func clear(_ visit: Visit) throws -> Response {
        let user = try visit.watchedVideos(of: visit.family()).user
        guard let removal = try visit.watchHistory.clear(of: user) else {
            return try visit.redirect(
                to: path,
                notice: Flash(.info, "The history is empty already.")
            )
        }
        return try visit.redirect(
            to: path + Flash.anchor,
            notice: Flash(.good, "History cleared.", undo: undoHref(removal))
        )
    }

    private static func undoHref(_ removal: Int) -> String {
        "\(path)/history/restore?removal=\(removal)"
    }

    static func restore(_ visit: Visit) throws -> Response {
        let user = try visit.watchedVideos(of: visit.family()).user
        guard let removal = try visit.query().number("removal") else {
            throw Failure.badRequest("The form doesn’t say what to bring back.")
        }
        let count = try visit.watchHistory.restore(removal, of: user)
        return try visit.redirect(
            to: path,
            notice: count > 0
                ? Flash(.good, count == 1 ? "Entry restored." : "History restored.")
                : Flash(.info, "It’s too late to bring this back.")
        )
    }
}

/// An entry of the history with what is shown of its video.
struct HistoryRow: Sendable {
    let entry: HistoryEntry
    let card: WatchedCard
}

extension Visit {
    /// The history of the parent who is signed in, as far as the family may see it today.
    func historyRows(of scope: FamilyScope) throws -> [HistoryRow] {
        let videos = try watchedVideos(of: scope)
        let entries = try watchHistory.list(of: videos.user)
        let cards = try videos.cards(of: entries.map(\.video))
        return entries.compactMap { entry in
            cards[entry.video].map { HistoryRow(entry: entry, card: $0) }
        }
    }
}

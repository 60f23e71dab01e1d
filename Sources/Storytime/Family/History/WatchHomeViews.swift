import Quill

/// Where reading along begins.
struct WatchHomePage: PageWithCovers {
    static let template = "family/history/home.html"

    let head: ReadingHead
    let rows: [HistoryRow]
    /// What can be tried, for whoever has opened nothing yet.
    let demo: ID<Book>?
    let times: TimeText
    let now: Int
    /// Whether the parent has playlists turned on.
    let hasPlaylists: Bool

    static let fields: [Field<WatchHomePage>] = [
        .record("head") { $0.head },
        .list("rows") { page in
            page.rows.map { row in
                HistoryRowView(
                    row: row,
                    times: page.times,
                    now: page.now,
                    hasPlaylists: page.hasPlaylists
                )
            }
        },
        .optionalText("demo_href") { $0.demo.map(ReadingPages.href) },
        .text("open_href") { _ in OpenPages.path },
        .text("catalog_href") { _ in CatalogAddress.path },
        .text("settings_href") { _ in WatchSettingsPages.path },
        .optionalText("limit") { page in
            page.rows.count < WatchHistory.mostEntries
                ? nil : "Your last \(WatchHistory.mostEntries) videos are kept here."
        },
        .text("clear_href") { _ in WatchHomePages.path + "/history/clear" },
    ]
}

/// A line of the history.
struct HistoryRowView: Record {
    let row: HistoryRow
    let times: TimeText
    let now: Int
    let hasPlaylists: Bool

    static let fields: [Field<HistoryRowView>] = [
        .text("id") { "\($0.row.entry.id)" },
        .record("card") { WatchedCardView(card: $0.row.card) },
        .text("when") { $0.times.relative($0.row.entry.openedAt, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.row.entry.openedAt) },
        .text("when_iso") { TimeText.iso($0.row.entry.openedAt) },
        .optionalText("add_href") { view in
            view.hasPlaylists ? PlaylistAddPages.href(view.row.card.video, from: .home) : nil
        },
        .text("remove_href") { "\(WatchHomePages.path)/history/\($0.row.entry.id)/remove" },
    ]
}

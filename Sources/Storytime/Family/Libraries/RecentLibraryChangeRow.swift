import Quill

/// A line of what was done to a library lately, with its Undo.
struct RecentLibraryChangeRow: Record {
    let recent: RecentLibraryChange
    let undoHref: String
    let now: Int
    let times: TimeText

    private var stories: String {
        let count = recent.change.count
        guard count == 1 else { return Counted.text(count, "story", "stories") }
        return recent.title.map { "“\($0)”" } ?? "a story that is no longer available"
    }

    /// What was done, so that it needs no other words to be understood.
    private var text: String {
        switch recent.change.kind {
        case .added: "Added \(stories)"
        case .removed: "Removed \(stories)"
        case .hidden: "Hid \(stories) from Continue Watching"
        case .forgotten: "Cleared the place in \(stories)"
        }
    }

    /// Why there is nothing to take back.
    private var note: String? {
        switch (recent.state, recent.change.kind) {
        case (.open, _): nil
        case (.undone, _): "Undone"
        case (.overtaken, .added): "No longer in the library"
        case (.overtaken, .removed): "In the library again"
        case (.overtaken, .hidden), (.overtaken, .forgotten): "Played since"
        }
    }

    static let fields: [Field<RecentLibraryChangeRow>] = [
        .text("text") { $0.text },
        .text("when_text") { $0.times.relative($0.recent.at, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.recent.at) },
        .text("when_iso") { TimeText.iso($0.recent.at) },
        .optionalText("note") { $0.note },
        .text("undo_href") { $0.undoHref },
    ]

    /// Those of a library whose page is shown.
    static func all(_ visit: Visit, _ shelf: FamilyShelf, _ id: ID<Child>, _ back: LibraryWayBack)
        throws -> [RecentLibraryChangeRow]
    {
        try visit.libraries.recentChanges(
            of: id,
            on: shelf,
            limit: RecentLibraryChange.mostShown
        ).map { recent in
            RecentLibraryChangeRow(
                recent: recent,
                undoHref: back.undoHref(recent.change, nil),
                now: visit.now,
                times: visit.times
            )
        }
    }
}

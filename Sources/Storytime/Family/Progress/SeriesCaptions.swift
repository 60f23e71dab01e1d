import SQLite

/// What was chosen last about the captions of a series.
enum CaptionChoice: Sendable, Equatable {
    case off
    case language(LanguageTag)

    private static let offText = "off"
    /// The longest text of one.
    static let maximumLength = LanguageTag.maximumLength

    init?(_ text: String) {
        if text == Self.offText {
            self = .off
        } else if let tag = LanguageTag(text) {
            self = .language(tag)
        } else {
            return nil
        }
    }

    /// As it is kept, and as programs read it.
    var text: String {
        switch self {
        case .off: Self.offText
        case .language(let tag): tag.text
        }
    }
}

/// Remembers for a child how they want the captions of a series: whoever turns them off in its first
/// story finds them off in the second one, on every device. It is no progress, so it raises no
/// version of the child's series: nobody's tap is overtaken by it.
struct SeriesCaptions {
    let database: Database
    let now: Int

    /// The series of a book, and what was chosen for it; nil if the book is in none.
    func memory(of child: ID<Child>, for book: ID<Book>) throws -> CaptionMemory? {
        try database.first(
            """
            SELECT b.series_id, c.captions FROM books AS b LEFT JOIN child_series AS c
                ON c.child_id = \(child.value) AND c.series_id = b.series_id
            WHERE b.id = \(book.value) AND b.series_id IS NOT NULL
            """
        ) { row in
            CaptionMemory(
                series: ID(try row.int(0)),
                choice: try row.textOrNil(1).flatMap(CaptionChoice.init)
            )
        }
    }

    /// Remembers a choice for the series of a book, nil for none; false if the book is in no series.
    func remember(_ choice: CaptionChoice?, of child: ID<Child>, for book: ID<Book>) throws
        -> Bool
    {
        try database.write {
            guard let memory = try memory(of: child, for: book) else { return false }
            guard memory.choice != choice else { return true }
            try database.execute(
                """
                INSERT INTO child_series (child_id, series_id, captions, version, updated_at)
                VALUES (\(child.value), \(memory.series.value), \(choice?.text), 0, \(now))
                ON CONFLICT DO UPDATE SET captions = excluded.captions
                """
            )
            return true
        }
    }
}

/// The series of a story, and how the child wants its captions.
struct CaptionMemory: Sendable, Equatable {
    let series: ID<Series>
    /// Nil if nothing was chosen yet.
    let choice: CaptionChoice?
}

extension Playback {
    /// With the track that a choice begins with: the one in its language, or in another form of it,
    /// like "en-GB" for "en". Captions that are off leave the tracks as they are.
    func beginning(with choice: CaptionChoice?) -> Playback {
        guard case .language(let wanted)? = choice else { return self }
        let tags = tracks.map { LanguageTag($0.language) }
        let chosen =
            tags.firstIndex { $0 == wanted }
            ?? tags.firstIndex { $0?.language == wanted.language }
        guard let chosen else { return self }
        var other = self
        for index in tracks.indices { other.tracks[index].isDefault = index == chosen }
        return other
    }

    /// Without a track to begin with.
    var withoutDefaultTrack: Playback {
        var other = self
        for index in tracks.indices { other.tracks[index].isDefault = false }
        return other
    }
}

extension Visit {
    var seriesCaptions: SeriesCaptions { SeriesCaptions(database: database, now: now) }
}

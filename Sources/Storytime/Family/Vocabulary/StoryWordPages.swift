import HTTP
import Quill
import SQLite
import Server

/// Saving many words of a story’s text at once.
enum StoryWordPages {
    private static let perPage = 200

    static let routes: [Route] = [
        // All lines of a film are read.
        get("/watch/vocabulary/from/{book}", for: .parent, lane: .slow, index),
        post("/watch/vocabulary/from/{book}", for: .parent, keep),
    ]

    static func href(_ way: ReadingWay) -> String {
        "/watch/vocabulary/from/\(way.book)" + way.query
    }

    /// A text of a story, and whose words are saved.
    private struct Source {
        let way: ReadingWay
        let family: Family
        let tracks: [ReadingTrack]
        let track: ReadingTrack
        let words: [StoryWords.Word]
    }

    /// Nil if the story has no text.
    private static func source(_ visit: Visit, _ book: ID<Book>, _ query: Fields) throws -> Source?
    {
        let family = try visit.family().family
        let texts = try visit.readingTracks(of: book)
        var way = ReadingWay(book, query)
        way.child = try way.child.map { try visit.children.find($0, of: family.id).id }
        let tracks = try texts.all()
        let spoken = try visit.shelf(of: family).findIfAny(book)?.language
        guard let track = ReadingTracks.first(of: tracks, named: way.track, language: spoken) else {
            return nil
        }
        way.track = track.name
        return Source(
            way: way,
            family: family,
            tracks: tracks,
            track: track,
            words: StoryWords(try texts.plainLines(of: track).lines).words
        )
    }

    static func index(_ visit: Visit, _ book: ID<Book>) throws -> Response {
        try page(visit, book, try visit.query())
    }

    private static func page(
        _ visit: Visit,
        _ book: ID<Book>,
        _ query: Fields,
        error: String? = nil
    ) throws -> Response {
        let title = try visit.shelf(of: visit.family().family).findIfAny(book)?.title ?? ""
        guard let source = try source(visit, book, query) else {
            return try visit.page(
                StoryWordsPage(way: ReadingWay(book, query), title: title),
                status: error == nil ? 200 : visit.formStatus
            )
        }
        let isRare = query.text("order") == "rare"
        var words = source.words
        // Those that are said least are the ones worth learning; of as many, the first said.
        if isRare {
            words = words.enumerated().sorted { ($0.1.count, $0.0) < ($1.1.count, $1.0) }.map(\.1)
        }
        let pagination = Pagination(
            page: max(query.number("page") ?? 1, 1),
            perPage: perPage,
            total: words.count
        )
        let shown = Array(words.dropFirst(pagination.offset).prefix(perPage))
        return try visit.page(
            StoryWordsPage(
                way: source.way,
                title: title,
                owners: try visit.wordOwners(of: source.family),
                tracks: source.tracks,
                words: shown,
                known: try visit.keptWords.known(
                    shown.map(\.key),
                    source.track.language,
                    of: source.way.child,
                    in: source.family.id
                ),
                language: source.track.language,
                isRare: isRare,
                pagination: pagination,
                error: error
            ),
            status: error == nil ? 200 : visit.formStatus
        )
    }

    /// The words are found in the text again: only what is in it is saved from it.
    static func keep(_ visit: Visit, _ book: ID<Book>) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        let chosen = Set(fields.all("words").prefix(perPage))
        guard let source = try source(visit, book, fields) else { throw Failure.notFound }
        let words = source.words.filter { chosen.contains($0.key) }
        guard !words.isEmpty else {
            return try page(visit, book, fields, error: "Select some words first.")
        }
        let kept = try visit.keptWords.keep(
            words.map { word in
                NewWord(
                    term: word.term,
                    meaning: "",
                    context: String(word.sentence.prefix(KeptWordForm.mostContextCharacters)),
                    language: source.track.language,
                    child: source.way.child,
                    book: book,
                    track: source.track.name,
                    seconds: word.seconds
                )
            },
            of: scope.family.id,
            by: scope.actor
        )
        guard let kept else {
            let refusal = try visit.keptWords.refusal(in: scope.family.id)
            return try page(visit, book, fields, error: refusal)
        }
        let notice =
            kept.added.map { range in
                Flash(
                    .good,
                    "\(KeptWordPages.words(kept.count)) saved.",
                    undo: WordUndo.adding(range).href()
                )
            } ?? Flash(.info, "You already have all of these words.")
        let order = fields.text("order") == "rare" ? [(name: "order", value: "rare")] : []
        let page = fields.number("page").flatMap { $0 > 1 ? $0 : nil }
        let pairs =
            source.way.pairs + order + (page.map { [(name: "page", value: "\($0)")] } ?? [])
        return try visit.redirect(
            to: "/watch/vocabulary/from/\(book)?" + PercentEncoding.encodeQuery(pairs)
                + Flash.anchor,
            notice: notice
        )
    }
}

extension KeptWordStore {
    /// Those of some keys that somebody has.
    func known(_ keys: [String], _ language: String, of child: ID<Child>?, in family: ID<Family>)
        throws -> Set<String>
    {
        Set(
            try database.all(
                """
                SELECT w.term_key FROM kept_words AS w INDEXED BY kept_words_by_term
                WHERE w.family_id = \(family.value) AND w.term_key IN \(list: keys)
                    AND w.child_id IS \(child?.value) AND w.language = \(language)
                    AND w.removed_at IS NULL
                """
            ) { try $0.text(0) }
        )
    }

    /// Saves several words, and leaves those as they are that somebody has. Nil if there is no room for
    /// all of them.
    func keep(_ words: [NewWord], of family: ID<Family>, by actor: Actor) throws -> (
        count: Int, added: ClosedRange<Int>?
    )? {
        try database.write {
            let fresh = try words.filter {
                try known($0.term, $0.language, of: $0.child, in: family) == nil
            }
            guard try fresh.count <= room(in: family) else { return nil }
            let ids = try fresh.map { try insert($0, into: family, by: actor).value }
            guard let first = ids.first, let last = ids.last else { return (0, nil) }
            return (ids.count, first...last)
        }
    }
}

/// The words of a story’s text, to choose from.
struct StoryWordsPage: Page {
    static let template = "family/vocabulary/from.html"

    let way: ReadingWay
    let title: String
    var owners: [WordOwnerName] = []
    var tracks: [ReadingTrack] = []
    var words: [StoryWords.Word] = []
    var known: Set<String> = []
    var language = WordEditForm.unknownLanguage
    var isRare = false
    var pagination = Pagination(page: 1, perPage: 1, total: 0)
    var error: String?

    private var order: [(name: String, value: String)] {
        isRare ? [(name: "order", value: "rare")] : []
    }

    private func href(_ change: (inout ReadingWay) -> Void, isRare: Bool? = nil) -> String {
        var way = way
        change(&way)
        let pairs =
            way.pairs + (isRare ?? self.isRare ? [(name: "order", value: "rare")] : [])
        return "/watch/vocabulary/from/\(way.book)"
            + (pairs.isEmpty ? "" : "?" + PercentEncoding.encodeQuery(pairs))
    }

    static let fields: [Field<StoryWordsPage>] = [
        .text("title") { $0.title },
        .text("back_href") { $0.way.href },
        .text("path") { "/watch/vocabulary/from/\($0.way.book)" },
        .list("hidden") { page in
            (page.way.pairs + page.order
                + (page.pagination.page > 1
                    ? [(name: "page", value: "\(page.pagination.page)")] : []))
                .map { HiddenField(name: $0.name, value: $0.value) }
        },
        .text("lede") { page in
            page.pagination.total == 0
                ? "No words."
                : Counted.text(page.pagination.total, "different word", "different words") + "."
        },
        .text("tag") { $0.language },
        .list("errors") { page in
            page.error.map { [FormError(href: "#words", message: $0)] } ?? []
        },
        .optionalText("error") { $0.error },
        .list("owners") { page in
            page.owners.map { each in
                ChipLink(
                    label: each.name,
                    href: page.href { $0.child = each.owner.child },
                    isCurrent: each.owner.child == page.way.child
                )
            }
        },
        .list("tracks") { page in
            page.tracks.map { track in
                ChipLink(
                    label: track.title,
                    href: page.href { $0.track = track.name },
                    isCurrent: track.name == page.way.track
                )
            }
        },
        .list("orders") { page in
            [
                ChipLink(
                    label: "As they are said",
                    href: page.href({ _ in }, isRare: false),
                    isCurrent: !page.isRare
                ),
                ChipLink(
                    label: "Rarest first",
                    href: page.href({ _ in }, isRare: true),
                    isCurrent: page.isRare
                ),
            ]
        },
        .list("words") { page in
            page.words.map { StoryWordRow(word: $0, isKnown: page.known.contains($0.key)) }
        },
        .record("pagination") { page in
            page.pagination.view(
                path: "/watch/vocabulary/from/\(page.way.book)",
                query: page.way.pairs + page.order
            )
        },
    ]
}

struct StoryWordRow: Record {
    let word: StoryWords.Word
    let isKnown: Bool

    static let fields: [Field<StoryWordRow>] = [
        .text("key") { $0.word.key },
        .text("term") { $0.word.term },
        .text("sentence") { $0.word.sentence },
        .int("count") { $0.word.count },
        .bool("is_known") { $0.isKnown },
    ]
}

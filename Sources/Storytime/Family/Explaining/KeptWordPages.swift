import HTTP
import Quill

/// The words that a family keeps: kept from the player, listed, and removed.
enum KeptWordPages {
    static let path = "/watch/words"
    private static let perPage = 100

    static let routes: [Route] = [
        get("/watch/words", for: .parent, index),
        post("/watch/words", for: .parent, create),
        post("/watch/words/{id}/remove", for: .parent, remove),
        post("/watch/words/{id}/restore", for: .parent, restore),
    ]

    static func index(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        let family = scope.family.id
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.keptWords.count(of: family)
        )
        let words = try visit.keptWords.list(of: family, limit: perPage, offset: pagination.offset)
        let books = Set(words.compactMap(\.book))
        return try visit.page(
            KeptWordsPage(
                head: ReadingHead(path, visit, scope.family),
                words: words,
                watchable: try visit.shelf(of: scope.family).watchable(among: Array(books)),
                pagination: pagination,
                times: visit.times
            )
        )
    }

    static func create(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let form = KeptWordForm(try visit.fields())
        guard let word = try form.word(visit, scope) else {
            return try refuse(visit, form.complaint, status: 422)
        }
        guard let kept = try visit.keptWords.keep(word, of: scope.family.id, by: scope.actor) else {
            let most = Counted.number(KeptWordStore.mostOfFamily)
            return try refuse(
                visit,
                "Your family keeps \(most) words. Remove some first.",
                status: 409
            )
        }
        guard !visit.wantsJSON else {
            var json = JSONWriter()
            json.object { json in
                json.name("id")
                json.integer(kept.id.value)
                json.name("is_new")
                json.bool(kept.isNew)
            }
            return Response(status: kept.isNew ? 201 : 200, json: json.bytes)
        }
        let notice = kept.isNew ? "“\(word.term)” kept." : "“\(word.term)” was kept already."
        return try visit.redirect(to: path, notice: Flash(.good, notice))
    }

    private static func refuse(_ visit: Visit, _ message: String, status: Status) throws -> Response
    {
        guard !visit.wantsJSON else {
            var json = JSONWriter()
            json.object { $0.member("message", message) }
            return Response(status: status, json: json.bytes)
        }
        return try visit.redirect(to: path, notice: Flash(.bad, message))
    }

    static func remove(_ visit: Visit, _ id: ID<KeptWord>) throws -> Response {
        let term = try visit.keptWords.remove(id, of: visit.family().family.id)
        return try visit.redirect(
            to: path,
            notice: Flash(.good, "“\(term)” removed.", undo: "\(path)/\(id)/restore")
        )
    }

    static func restore(_ visit: Visit, _ id: ID<KeptWord>) throws -> Response {
        let isBack = try visit.keptWords.restore(id, of: visit.family().family.id)
        return try visit.redirect(
            to: path,
            notice: isBack
                ? Flash(.good, "The word is back.")
                : Flash(.info, "It’s too late to bring this word back.")
        )
    }
}

extension Visit {
    /// Whether a script asks.
    var wantsJSON: Bool { request.headers["accept"]?.hasPrefix("application/json") == true }
}

/// A word as the player sends it.
struct KeptWordForm {
    private static let mostTermCharacters = 200
    private static let mostMeaningCharacters = 4000
    private static let mostContextCharacters = 2000

    private let fields: Fields
    private let term: String

    init(_ fields: Fields) {
        self.fields = fields
        term = ReadableText.of(fields.text("term"))
    }

    /// What is wrong if it isn't a word.
    var complaint: String {
        term.isEmpty
            ? "Choose a word to keep."
            : "A word to keep has at most \(Self.mostTermCharacters) characters."
    }

    /// Nil if there is no word, or a text that isn't one. What isn't there any more, or never was, is
    /// left out: the word counts.
    func word(_ visit: Visit, _ scope: FamilyScope) throws -> NewWord? {
        guard !term.isEmpty, term.unicodeScalars.count <= Self.mostTermCharacters else {
            return nil
        }
        let book = try fields.text("book").flatMap { ID<Book>(pathSegment: $0[...]) }
            .flatMap { try visit.shelf(of: scope.family).maySee($0) ? $0 : nil }
        let child = try fields.text("child").flatMap { ID<Child>(pathSegment: $0[...]) }
            .map { try visit.children.find($0, of: scope.family.id).id }
        let track = fields.text("track").flatMap { TrackName(pathSegment: $0[...]) }
        let known = book.flatMap { book in
            track.flatMap { try? visit.readingTracks(of: book).find($0) }
        }
        return NewWord(
            term: term,
            meaning: text("meaning", Self.mostMeaningCharacters),
            context: text("context", Self.mostContextCharacters),
            language: known?.language ?? "und",
            child: child,
            book: book,
            track: known?.name,
            seconds: fields.text("seconds").flatMap { Double($0) }
                .flatMap { (0..<1_000_000).contains($0) ? $0 : nil }
        )
    }

    private func text(_ name: String, _ most: Int) -> String {
        ReadableText.of(fields.text(name), most: most)
    }
}

/// The words that a family keeps, the latest first.
struct KeptWordsPage: Page {
    static let template = "family/explaining/words.html"

    let head: ReadingHead
    let words: [KeptWord]
    let watchable: Set<ID<Book>>
    let pagination: Pagination
    let times: TimeText

    static let fields: [Field<KeptWordsPage>] = [
        .record("head") { $0.head },
        .list("words") { page in
            page.words.map { word in
                KeptWordRow(
                    word: word,
                    isWatchable: word.book.map { page.watchable.contains($0) } ?? false,
                    times: page.times
                )
            }
        },
        .text("lede") { page in
            Counted.text(page.pagination.total, "word", "words") + ", newest at the top."
        },
        .record("pagination") { page in
            page.pagination.view(path: KeptWordPages.path, query: page.head.query)
        },
    ]
}

struct KeptWordRow: Record {
    let word: KeptWord
    let isWatchable: Bool
    let times: TimeText

    /// The moment at which it was met.
    private var href: String? {
        guard let book = word.book, isWatchable else { return nil }
        var pairs: [(name: String, value: String)] = []
        if let track = word.track { pairs.append((name: "track", value: "\(track)")) }
        if let seconds = word.seconds { pairs.append((name: "t", value: "\(Int(seconds))")) }
        return "/watch/\(book)" + (pairs.isEmpty ? "" : "?" + PercentEncoding.encodeQuery(pairs))
    }

    static let fields: [Field<KeptWordRow>] = [
        .text("term") { $0.word.term },
        .text("meaning") { $0.word.meaning },
        .text("context") { $0.word.context },
        .optionalText("language") {
            $0.word.language == "und" ? nil : LanguageTag.name(of: $0.word.language)
        },
        .optionalText("child") { $0.word.childName },
        .optionalText("book") { $0.word.bookTitle },
        .optionalText("href") { $0.href },
        .text("when") { $0.times.day($0.word.createdAt) },
        .text("remove_href") { "\(KeptWordPages.path)/\($0.word.id)/remove" },
    ]
}

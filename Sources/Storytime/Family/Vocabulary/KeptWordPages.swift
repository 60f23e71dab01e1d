import HTTP
import Quill
import Server

/// A family’s vocabulary: saved from the player or by hand, listed, changed, and removed.
enum KeptWordPages {
    static let path = "/watch/words"
    static let newPath = path + "/new"
    /// In the address of a word’s page: it leads back to the review.
    static let fromReview = "from=review"

    /// The words of a story, with the way back to it.
    static func href(of way: ReadingWay) -> String {
        path + "?"
            + PercentEncoding.encodeQuery(way.named + [(name: "book", value: "\(way.book)")])
    }

    static let routes: [Route] = [
        // On a worker: the numbers beside the filters are those of all words of the family.
        get("/watch/words", for: .parent, lane: .worker, index),
        // From the player.
        post("/watch/words", for: .parent, keep),
        // On a worker: captions may have to be looked for.
        get("/watch/words/saved", for: .parent, lane: .worker, saved),
        get("/watch/words/new", for: .parent, new),
        post("/watch/words/new", for: .parent, keepsText: true, create),
        get("/watch/words/{id}", for: .parent, show),
        post("/watch/words/{id}", for: .parent, keepsText: true, update),
        post("/watch/words/{id}/state", for: .parent, setState),
        post("/watch/words/{id}/remove", for: .parent, remove),
        post("/watch/words/{id}/restore", for: .parent, restore),
        post("/watch/words/changes", for: .parent, change),
        post("/watch/words/undo", for: .parent, undo),
        post("/watch/words/settings", for: .parent, saveSettings),
    ]

    // MARK: The list

    static func index(_ visit: Visit) throws -> Response {
        guard try visit.familyIfAny() != nil else { return try visit.page(NoFamilyPage()) }
        return try visit.page(try page(visit, KeptWordAddress(try visit.query())))
    }

    /// The list, with what was wrong with a form on it.
    private static func page(
        _ visit: Visit,
        _ address: KeptWordAddress,
        changeError: String? = nil,
        settings: FormField? = nil,
        selected: Set<ID<KeptWord>> = []
    ) throws -> KeptWordsPage {
        let family = try visit.family().family
        let store = visit.keptWords
        let filter = address.filter
        var counts = try store.counts(filter, of: family)
        let pagination = Pagination(
            page: address.request.page,
            perPage: address.request.perPage,
            total: counts.total
        )
        let words = try store.list(
            filter,
            address.request.sort,
            of: family,
            limit: pagination.perPage,
            offset: pagination.offset
        )
        let books = Set(words.compactMap(\.book))
        let shelf = visit.shelf(of: family)
        // The story that is chosen has a chip, however few words it has: there it can be taken away.
        if let book = filter.book, !counts.books.contains(where: { $0.id == book }),
            let title = try shelf.findIfAny(book)?.title
        {
            counts.books.append((id: book, title: title, count: pagination.total))
        }
        let owners = try visit.wordOwners(of: family)
        let limit = try store.newPerDay(of: family.id)
        return KeptWordsPage(
            head: try ReadingHead(path, visit, family),
            address: address,
            counts: counts,
            owners: owners,
            words: words,
            watchable: try shelf.watchable(among: Array(books)),
            pagination: pagination,
            times: visit.times,
            day: FamilyDay(family, visit.now),
            settings: settings ?? FormField(WordSettings.spec, initially: "\(limit)"),
            changeError: changeError,
            selected: selected
        )
    }

    // MARK: From the player

    static func keep(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let form = KeptWordForm(try visit.fields())
        guard let word = try form.word(visit, scope) else {
            return try refuse(visit, form.complaint, status: 422)
        }
        guard let kept = try visit.keptWords.keep(word, of: scope.family.id, by: scope.actor) else {
            return try refuse(
                visit,
                visit.keptWords.refusal(in: scope.family.id),
                status: 409
            )
        }
        let whose = try form.child(visit, scope).map { Possessive.text($0.name) } ?? "your"
        let notice =
            kept.isNew
            ? "Saved to \(whose) words." : "“\(word.term)” was already in \(whose) words."
        guard !visit.wantsJSON else {
            var json = JSONWriter()
            json.object { json in
                json.name("id")
                json.integer(kept.id.value)
                json.name("is_new")
                json.bool(kept.isNew)
                json.member("message", notice)
            }
            return Response(status: kept.isNew ? 201 : 200, json: json.bytes)
        }
        return try visit.redirect(to: path, notice: Flash(.good, notice))
    }

    private static let mostAsked = 100

    /// Which of some words are saved already, for the sheet of a line.
    static func saved(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let query = try visit.query()
        let form = KeptWordForm(query)
        let terms = query.all("term").prefix(mostAsked).map { (term: $0, key: Folding.fold($0)) }
        let known = try visit.keptWords.known(
            terms.map(\.key),
            try form.place(visit, scope).language,
            of: try form.child(visit, scope)?.id,
            in: scope.family.id
        )
        var json = JSONWriter()
        json.object { json in
            json.name("terms")
            json.list { json in
                for each in terms where known.contains(each.key) { json.text(each.term) }
            }
        }
        return Response(json: json.bytes)
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

    // MARK: By hand

    static func new(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        let address = KeptWordAddress(of: try visit.query())
        var form = WordEditForm(try visit.wordOwners(of: scope.family))
        form.owner.show(address.filter.owner?.text ?? WordOwner.parents.text)
        return try visit.page(KeptWordNewPage(address: address, form: form, token: FormToken()))
    }

    static func create(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        let address = KeptWordAddress(of: fields)
        var form = WordEditForm(try visit.wordOwners(of: scope.family)).reading(fields)
        guard let draft = form.draft, !visit.isResumed else {
            return try newPage(visit, address, form, fields)
        }
        do {
            return try visit.once(fields) {
                let store = visit.keptWords
                let known = try store.known(
                    draft.term,
                    draft.language,
                    of: draft.child,
                    in: scope.family.id
                )
                if let known { throw KeptWordStore.Refusal.isKnown(known) }
                let alike = try store.alike(
                    draft.term,
                    draft.language,
                    of: draft.child,
                    in: scope.family.id
                )
                if let alike { throw IsAlike(language: alike.language) }
                guard try store.room(in: scope.family.id) > 0 else {
                    throw Failure.conflict(try store.refusal(in: scope.family.id))
                }
                _ = try store.insert(NewWord(draft), into: scope.family.id, by: scope.actor)
                return SentForm.Outcome(
                    location: address.href,
                    message: "“\(draft.term)” added." + form.trimmingNote
                )
            }
        } catch KeptWordStore.Refusal.isKnown {
            form.term.reject(WordEditForm.isKnown)
            return try newPage(visit, address, form, fields)
        } catch let alike as IsAlike {
            form.term.reject(alike.complaint)
            return try newPage(visit, address, form, fields)
        }
    }

    /// The same word is there, and one of the two has no language.
    private struct IsAlike: Error {
        let language: String

        var complaint: String {
            language == WordEditForm.unknownLanguage
                ? "This word already exists without a language. Edit that one."
                : "This word already exists in \(LanguageTag.name(of: language) ?? language). "
                    + "Edit that one, or choose the language of this one."
        }
    }

    private static func newPage(
        _ visit: Visit,
        _ address: KeptWordAddress,
        _ form: WordEditForm,
        _ fields: Fields
    ) throws -> Response {
        let token = try FormToken(fields) ?? FormToken()
        return try visit.page(
            KeptWordNewPage(address: address, form: form, token: token),
            status: visit.formStatus
        )
    }

    static func show(_ visit: Visit, _ id: ID<KeptWord>) throws -> Response {
        let family = try visit.family().family
        guard let word = try visit.keptWords.findIfAny(id, of: family.id) else {
            return try redirectFromRemoved(visit, id, try visit.query())
        }
        return try visit.page(
            try page(
                visit,
                word,
                WordEditForm(try visit.wordOwners(of: family)).showing(word),
                VersionField(word.version),
                Fields(WordEditForm.pairs(word))
            )
        )
    }

    private static func page(
        _ visit: Visit,
        _ word: KeptWord,
        _ form: WordEditForm,
        _ version: VersionField,
        _ base: Fields
    ) throws -> KeptWordShowPage {
        let fields = visit.request.method == .post ? try visit.fields() : try visit.query()
        let family = try visit.family().family
        return KeptWordShowPage(
            address: KeptWordAddress(of: fields),
            row: KeptWordRow(
                word: word,
                isWatchable: try visit.mayWatch(word, family),
                times: visit.times,
                day: FamilyDay(family, visit.now)
            ),
            isFromReview: fields.text("from") == "review",
            form: form,
            version: version,
            base: base
        )
    }

    static func update(_ visit: Visit, _ id: ID<KeptWord>) throws -> Response {
        let scope = try visit.family()
        let store = visit.keptWords
        let sent = try visit.fields()
        let gone = try store.findRemoved(id, of: scope.family.id)
        // What was typed for a word that was removed meanwhile isn’t lost: it can come back with it.
        if gone != nil, sent.text("restore") == "1" {
            _ = try store.restore([id], of: scope.family.id)
        }
        guard let word = try store.findIfAny(id, of: scope.family.id) else {
            guard let gone else { throw Failure.notFound }
            var form = WordEditForm(try visit.wordOwners(of: scope.family)).reading(sent)
            if sent.text("restore") == "1" { form.term.reject(WordEditForm.isKnown) }
            let base = FormMerge.base(of: sent)
            var page = try page(visit, gone, form, VersionField(gone.version), base)
            page.isRemoved = true
            return try visit.page(page, status: 409)
        }
        let (fields, undecided) = FormMerge.choosing(sent)
        var page = try page(
            visit,
            word,
            WordEditForm(try visit.wordOwners(of: scope.family)).showing(word).reading(fields),
            VersionField(fields, current: word.version),
            FormMerge.base(of: sent)
        )
        // Without a version it becomes a form of the current one.
        if page.version.value == nil { page.base = Fields(WordEditForm.pairs(word)) }
        guard undecided.isEmpty else {
            page.ask(
                about: undecided,
                try store.lastEditor(of: word, for: scope.actor, visit.times),
                merged: []
            )
            return try visit.page(page, status: visit.formStatus)
        }
        return try save(visit, id, page, fields)
    }

    /// Saves a form whose choices are made. If somebody else has saved meanwhile, it becomes a form of
    /// their version, with everything in it that only one of the two changed.
    private static func save(
        _ visit: Visit,
        _ id: ID<KeptWord>,
        _ shownPage: KeptWordShowPage,
        _ fields: Fields
    ) throws -> Response {
        var shownPage = shownPage
        guard let draft = shownPage.form.draft, let shown = shownPage.version.value,
            !visit.isResumed
        else { return try visit.page(shownPage, status: visit.formStatus) }
        let scope = try visit.family()
        let store = visit.keptWords
        let address = shownPage.address
        let before = try ids(visit, address, scope.family)
        do {
            _ = try store.update(
                id,
                of: scope.family.id,
                version: shown,
                draft,
                by: scope.actor
            )
            let message =
                "Changes to “\(draft.term)” saved." + shownPage.form.trimmingNote
                + shownPage.mergeNote
            return try visit.redirect(
                to: shownPage.isFromReview
                    ? WordReviewPages.href(WordOwner(draft.child))
                    : href(visit, address, at: [id], before: before, scope.family),
                notice: Flash(.good, message)
            )
        } catch KeptWordStore.Refusal.isKnown {
            shownPage.form.term.reject(WordEditForm.isKnown)
            return try visit.page(shownPage, status: visit.formStatus)
        } catch KeptWordStore.Refusal.changedMeanwhile(let current) {
            let other = try store.lastEditor(of: current, for: scope.actor, visit.times)
            let theirs = Fields(WordEditForm.pairs(current))
            var page = try page(
                visit,
                current,
                shownPage.form,
                VersionField(current.version),
                theirs
            )
            let merge = FormMerge(
                base: shownPage.base,
                mine: fields,
                theirs: theirs,
                of: WordEditForm.entries.map(\.name)
            )
            guard let merge else {
                page.conflict = Conflict(
                    other: other,
                    changes: page.form.differences(from: current)
                )
                return try visit.page(page, status: 409)
            }
            page.form = WordEditForm(try visit.wordOwners(of: scope.family)).showing(current)
                .reading(merge.fields)
            page.mergeNote = other.note(keeping: page.form.labels(of: merge.taken))
            // Each time around, somebody else has saved in between.
            if merge.collisions.isEmpty { return try save(visit, id, page, merge.fields) }
            page.ask(about: merge.collisions, other, merged: page.form.labels(of: merge.taken))
            page.undecided = []
            page.base = FormMerge.asking(
                about: merge.collisions,
                of: theirs,
                mine: merge.fields
            )
            return try visit.page(page, status: 409)
        }
    }

    // MARK: Where a list goes on

    /// The words on a page of the list.
    private static func ids(_ visit: Visit, _ address: KeptWordAddress, _ family: Family) throws
        -> [ID<KeptWord>]
    {
        let pagination = Pagination(
            page: address.request.page,
            perPage: address.request.perPage,
            total: try visit.keptWords.count(address.filter, of: family)
        )
        return try visit.keptWords.ids(
            address.filter,
            address.request.sort,
            of: family,
            limit: pagination.perPage,
            offset: pagination.offset
        )
    }

    /// The list’s address at the first of some words; if none is on the page any more, at the word that
    /// was next to them. The browser puts the focus there.
    private static func href(
        _ visit: Visit,
        _ address: KeptWordAddress,
        at acted: [ID<KeptWord>],
        before: [ID<KeptWord>],
        _ family: Family
    ) throws -> String {
        let now = Set(try ids(visit, address, family))
        let all = Set(acted)
        let there = before.first { all.contains($0) && now.contains($0) }
        let last = before.lastIndex { all.contains($0) }
        let neighbor = last.flatMap { last in
            before[last...].first(where: now.contains)
                ?? before[..<last].last(where: now.contains)
        }
        let place = there ?? neighbor ?? acted.first { now.contains($0) }
        return address.href + "#" + (place.map(KeptWordRow.anchor) ?? "words")
    }

    // MARK: Badges and removing

    static func setState(_ visit: Visit, _ id: ID<KeptWord>) throws -> Response {
        let fields = try visit.fields()
        guard let state = fields.text("state").flatMap({ KeptWord.State(rawValue: $0) }) else {
            throw Failure.badRequest("“state” must be new, learning, reviewing or mastered.")
        }
        let scope = try visit.family()
        guard let word = try visit.keptWords.findIfAny(id, of: scope.family.id) else {
            return try redirectFromRemoved(visit, id, fields)
        }
        let address = KeptWordAddress(of: fields)
        let before = try ids(visit, address, scope.family)
        let changed = try visit.keptWords.set(state, [id], of: scope.family, by: scope.actor)
        return try visit.redirect(
            to: href(visit, address, at: [id], before: before, scope.family),
            notice: changed.isEmpty
                ? Flash(.info, "“\(word.term)” is “\(state.label)” already.")
                : Flash(
                    .good,
                    "“\(word.term)” is now “\(state.label)”.",
                    undo: WordUndo.badges([id]).href(address)
                )
        )
    }

    static func remove(_ visit: Visit, _ id: ID<KeptWord>) throws -> Response {
        let family = try visit.family().family
        let fields = try visit.fields()
        let address = KeptWordAddress(of: fields)
        let before = try ids(visit, address, family)
        let removed = try visit.keptWords.remove([id], of: family.id)
        guard let word = removed.first else { return try redirectFromRemoved(visit, id, fields) }
        return try visit.redirect(
            to: href(visit, address, at: [id], before: before, family),
            notice: Flash(
                .good,
                "“\(word.term)” removed.",
                undo: address.carry(along: "\(path)/\(id)/restore")
            )
        )
    }

    /// A word that was removed in another window: the list says so, and offers Undo while it can.
    private static func redirectFromRemoved(_ visit: Visit, _ id: ID<KeptWord>, _ fields: Fields)
        throws -> Response
    {
        let family = try visit.family().family
        guard let word = try visit.keptWords.findRemoved(id, of: family.id) else {
            throw Failure.notFound
        }
        let address = KeptWordAddress(of: fields)
        return try visit.redirect(
            to: address.href + Flash.anchor,
            notice: Flash(
                .info,
                "“\(word.term)” was already removed.",
                undo: address.carry(along: "\(path)/\(id)/restore")
            )
        )
    }

    static func restore(_ visit: Visit, _ id: ID<KeptWord>) throws -> Response {
        let family = try visit.family().family
        let count = try visit.keptWords.restore([id], of: family.id)
        return try visit.redirect(
            to: href(visit, KeptWordAddress(of: try visit.query()), at: [id], before: [], family),
            notice: WordUndo.restored(count, of: 1)
        )
    }

    // MARK: Many

    static func change(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        let address = KeptWordAddress(of: fields)
        let ids = fields.all("ids").compactMap { ID<KeptWord>(pathSegment: $0[...]) }
        let act = fields.text("act") == "remove" ? "remove" : fields.text("what") ?? ""
        guard !ids.isEmpty else {
            return try refuse(visit, address, "Select some words first.")
        }
        let before = try self.ids(visit, address, scope.family)
        if act == "remove" {
            let removed = try visit.keptWords.remove(ids, of: scope.family.id).map(\.id)
            return try visit.redirect(
                to: href(visit, address, at: ids, before: before, scope.family),
                notice: removed.isEmpty
                    ? Flash(.info, "These words were already removed.")
                    : Flash(
                        .good,
                        "\(words(removed.count)) removed.",
                        undo: WordUndo.removal(removed).href(address)
                    )
            )
        }
        guard let state = KeptWord.State(rawValue: act) else {
            return try refuse(
                visit,
                address,
                "Choose what to do with the selected words.",
                Set(ids)
            )
        }
        let changed = try visit.keptWords.set(state, ids, of: scope.family, by: scope.actor)
            .map(\.id)
        return try visit.redirect(
            to: href(visit, address, at: ids, before: before, scope.family),
            notice: changed.isEmpty
                ? Flash(.info, "All of these words are “\(state.label)” already.")
                : Flash(
                    .good,
                    "\(words(changed.count)) marked as “\(state.label)”.",
                    undo: WordUndo.badges(changed).href(address)
                )
        )
    }

    /// What was selected stays so.
    private static func refuse(
        _ visit: Visit,
        _ address: KeptWordAddress,
        _ error: String,
        _ selected: Set<ID<KeptWord>> = []
    ) throws -> Response {
        try visit.page(
            try page(visit, address, changeError: error, selected: selected),
            status: visit.formStatus
        )
    }

    static func undo(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let query = try visit.query()
        guard let undo = WordUndo(query) else {
            throw Failure.badRequest(
                "“undo” must be removal, badges, adding or import, with its words."
            )
        }
        let notice = try undo.carryOut(visit.keptWords, scope)
        let address = KeptWordAddress(of: query)
        return try visit.redirect(
            to: href(visit, address, at: undo.acted, before: [], scope.family),
            notice: notice
        )
    }

    static func words(_ count: Int) -> String { Counted.text(count, "word", "words") }

    // MARK: Settings

    static func saveSettings(_ visit: Visit) throws -> Response {
        let family = try visit.family().family
        let fields = try visit.fields()
        let field = FormField(WordSettings.spec, fields)
        let address = KeptWordAddress(of: fields)
        guard let number = field.number, !visit.isResumed else {
            return try visit.page(
                try page(visit, address, settings: field),
                status: visit.formStatus
            )
        }
        try visit.keptWords.setNewPerDay(number, of: family.id)
        return try visit.redirect(
            to: address.href,
            notice: Flash(.good, "New words a day: \(number).")
        )
    }
}

/// What a family can choose about learning.
enum WordSettings {
    static let spec = FieldSpec(
        name: "new_per_day",
        label: "New words a day",
        kind: .number,
        hint: "For each child, and for the parents. 0 means no new words.",
        range: 0...KeptWordStore.mostNewPerDay,
        autocomplete: "off"
    )
}

/// What takes a change of many words back, as the address of a form has it.
enum WordUndo: Equatable {
    case removal([ID<KeptWord>])
    case badges([ID<KeptWord>])
    /// Of words that were added together.
    case adding(ClosedRange<Int>)
    case importing(ID<WordImport>)

    init?(_ query: Fields) {
        let parts = (query.text("words") ?? "").split(separator: "-")
        let ids = parts.compactMap { ID<KeptWord>(pathSegment: $0) }
        guard !ids.isEmpty, ids.count == parts.count else { return nil }
        switch query.text("undo") {
        case "removal": self = .removal(ids)
        case "badges": self = .badges(ids)
        case "adding" where ids.count == 2 && ids[0].value <= ids[1].value:
            self = .adding(ids[0].value...ids[1].value)
        case "import" where ids.count == 1: self = .importing(ID(ids[0].value))
        default: return nil
        }
    }

    /// The words that it is about, as far as it says them.
    var acted: [ID<KeptWord>] {
        switch self {
        case .removal(let ids), .badges(let ids): ids
        case .adding, .importing: []
        }
    }

    private var name: String {
        switch self {
        case .removal: "removal"
        case .badges: "badges"
        case .adding: "adding"
        case .importing: "import"
        }
    }

    private var words: [Int] {
        switch self {
        case .removal(let ids), .badges(let ids): ids.map(\.value)
        case .adding(let range): [range.lowerBound, range.upperBound]
        case .importing(let id): [id.value]
        }
    }

    func href(_ address: KeptWordAddress? = nil) -> String {
        let pairs = [
            (name: "undo", value: name),
            (name: "words", value: words.map(String.init).joined(separator: "-")),
        ]
        let path = KeptWordPages.path + "/undo"
        return address?.carry(along: path, pairs)
            ?? path + "?" + PercentEncoding.encodeQuery(pairs)
    }

    func carryOut(_ store: KeptWordStore, _ scope: FamilyScope) throws -> Flash {
        let family = scope.family.id
        switch self {
        case .removal(let ids):
            return Self.restored(try store.restore(ids, of: family), of: ids.count)
        case .badges(let ids):
            let count = try store.undoBadges(ids, in: family)
            return count == 0
                ? Flash(.info, "These words have changed since, so their badges weren’t restored.")
                : Flash(.good, "Badges restored for \(KeptWordPages.words(count)).")
        case .adding(let range):
            let count = try store.takeBack(range, of: family)
            return count == 0
                ? Flash(.info, "These words were already removed.")
                : Flash(.good, "\(KeptWordPages.words(count)) removed.")
        case .importing(let id):
            guard let stayed = try store.undo(id, of: family, by: scope.actor) else {
                return Flash(.info, "This import was already undone, or is too old to undo.")
            }
            guard stayed > 0 else { return Flash(.good, "Import undone.") }
            return Flash(
                .good,
                "Import undone, except for \(KeptWordPages.words(stayed)) changed since then."
            )
        }
    }

    static func restored(_ count: Int, of all: Int) -> Flash {
        guard count > 0 else {
            return Flash(.info, "It’s too late to bring this back, or it is back already.")
        }
        return Flash(
            .good,
            all == 1 ? "The word is back." : "\(KeptWordPages.words(count)) restored."
        )
    }
}

/// Somebody whose words there may be.
struct WordOwnerName: Sendable {
    let owner: WordOwner
    let name: String
}

extension Visit {
    /// Whether the moment at which a word was met can be seen.
    func mayWatch(_ word: KeptWord, _ family: Family) throws -> Bool {
        try word.book.map { try shelf(of: family).mayWatch($0) } ?? (word.web != nil)
    }

    /// Whether a script asks.
    var wantsJSON: Bool { request.headers["accept"]?.hasPrefix("application/json") == true }

    /// The parents and each child of a family.
    func wordOwners(of family: Family) throws -> [WordOwnerName] {
        [WordOwnerName(owner: .parents, name: "Parents")]
            + (try children.list(of: family.id)).map {
                WordOwnerName(owner: .child($0.id), name: $0.name)
            }
    }
}

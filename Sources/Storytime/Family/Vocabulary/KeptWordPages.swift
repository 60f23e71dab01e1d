import HTTP
import Quill

/// A family’s vocabulary: kept from the player or by hand, listed, changed, and removed.
enum KeptWordPages {
    static let path = "/watch/words"
    static let newPath = path + "/new"

    static let routes: [Route] = [
        get("/watch/words", for: .parent, index),
        // From the player.
        post("/watch/words", for: .parent, keep),
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
        let pagination = Pagination(
            page: address.request.page,
            perPage: address.request.perPage,
            total: try store.count(filter, of: family)
        )
        let words = try store.list(
            filter,
            address.request.sort,
            of: family,
            limit: pagination.perPage,
            offset: pagination.offset
        )
        let books = Set(words.compactMap(\.book))
        let owners = try visit.wordOwners(of: family)
        let limit = try store.newPerDay(of: family.id)
        return KeptWordsPage(
            head: try ReadingHead(path, visit, family),
            address: address,
            counts: try store.counts(filter, of: family),
            owners: owners,
            words: words,
            watchable: try visit.shelf(of: family).watchable(among: Array(books)),
            pagination: pagination,
            times: visit.times,
            day: FamilyDay(family, visit.now),
            left: try store.left(in: family, owners.map(\.owner)).values.reduce(0, +),
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
            return try refuse(visit, tooMany, status: 409)
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

    static var tooMany: String {
        "Your family keeps \(Counted.number(KeptWordStore.mostOfFamily)) words. Remove some first."
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
                guard try store.count(of: scope.family.id) < KeptWordStore.mostOfFamily else {
                    throw Failure.conflict(tooMany)
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
        let word = try visit.keptWords.find(id, of: family.id)
        let form = WordEditForm(try visit.wordOwners(of: family)).showing(word)
        return try visit.page(try page(visit, word, form, VersionField(word.version)))
    }

    private static func page(
        _ visit: Visit,
        _ word: KeptWord,
        _ form: WordEditForm,
        _ version: VersionField,
        _ conflict: Conflict? = nil
    ) throws -> KeptWordShowPage {
        let fields = visit.request.method == .post ? try visit.fields() : try visit.query()
        let family = try visit.family().family
        return KeptWordShowPage(
            address: KeptWordAddress(of: fields),
            row: KeptWordRow(
                word: word,
                isWatchable: try word.book.map { try visit.shelf(of: family).mayWatch($0) }
                    ?? false,
                times: visit.times,
                day: FamilyDay(family, visit.now)
            ),
            form: form,
            version: version,
            conflict: conflict
        )
    }

    static func update(_ visit: Visit, _ id: ID<KeptWord>) throws -> Response {
        let family = try visit.family().family
        let word = try visit.keptWords.find(id, of: family.id)
        let fields = try visit.fields()
        var form = WordEditForm(try visit.wordOwners(of: family)).showing(word).reading(fields)
        let version = VersionField(fields, current: word.version)
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try visit.page(
                try page(visit, word, form, version),
                status: visit.formStatus
            )
        }
        do {
            _ = try visit.keptWords.update(id, of: family.id, version: shown, draft)
            return try visit.redirect(
                to: KeptWordAddress(of: fields).href,
                notice: Flash(.good, "Changes to “\(draft.term)” saved." + form.trimmingNote)
            )
        } catch KeptWordStore.Refusal.isKnown {
            form.term.reject(WordEditForm.isKnown)
            return try visit.page(
                try page(visit, word, form, version),
                status: visit.formStatus
            )
        } catch KeptWordStore.Refusal.changedMeanwhile(let current) {
            let conflict = Conflict(
                other: Conflict.Other(name: "Someone", whenText: "meanwhile", isSelf: false),
                changes: form.differences(from: current)
            )
            return try visit.page(
                try page(visit, current, form, VersionField(current.version), conflict),
                status: 409
            )
        }
    }

    // MARK: Badges and removing

    static func setState(_ visit: Visit, _ id: ID<KeptWord>) throws -> Response {
        let fields = try visit.fields()
        guard let state = fields.text("state").flatMap({ KeptWord.State(rawValue: $0) }) else {
            throw Failure.badRequest("“state” must be new, learning, reviewing or mastered.")
        }
        let scope = try visit.family()
        let word = try visit.keptWords.find(id, of: scope.family.id)
        let changed = try visit.keptWords.set(state, [id], of: scope.family, by: scope.actor)
        let address = KeptWordAddress(of: fields)
        return try visit.redirect(
            to: address.href + Flash.anchor,
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
        let removed = try visit.keptWords.remove([id], of: visit.family().family.id)
        guard let word = removed.first else { throw Failure.notFound }
        let address = KeptWordAddress(of: try visit.fields())
        return try visit.redirect(
            to: address.href + Flash.anchor,
            notice: Flash(
                .good,
                "“\(word.term)” removed.",
                undo: address.carry(along: "\(path)/\(id)/restore")
            )
        )
    }

    static func restore(_ visit: Visit, _ id: ID<KeptWord>) throws -> Response {
        let count = try visit.keptWords.restore([id], of: visit.family().family.id)
        return try visit.redirect(
            to: KeptWordAddress(of: try visit.query()).href,
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
        if act == "remove" {
            let removed = try visit.keptWords.remove(ids, of: scope.family.id).map(\.id)
            return try visit.redirect(
                to: address.href + Flash.anchor,
                notice: removed.isEmpty
                    ? Flash(.info, "These words are gone already.")
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
            to: address.href + Flash.anchor,
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
        let family = try visit.family().family.id
        let query = try visit.query()
        guard let undo = WordUndo(query) else {
            throw Failure.badRequest("“undo” must be removal, badges or adding, with its words.")
        }
        return try visit.redirect(
            to: KeptWordAddress(of: query).href,
            notice: try undo.carryOut(visit.keptWords, family)
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
        hint: "For each child, and for the parents. 0 asks for no new words.",
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

    init?(_ query: Fields) {
        let parts = (query.text("words") ?? "").split(separator: "-")
        let ids = parts.compactMap { ID<KeptWord>(pathSegment: $0) }
        guard !ids.isEmpty, ids.count == parts.count else { return nil }
        switch query.text("undo") {
        case "removal": self = .removal(ids)
        case "badges": self = .badges(ids)
        case "adding" where ids.count == 2 && ids[0].value <= ids[1].value:
            self = .adding(ids[0].value...ids[1].value)
        default: return nil
        }
    }

    private var name: String {
        switch self {
        case .removal: "removal"
        case .badges: "badges"
        case .adding: "adding"
        }
    }

    private var words: [Int] {
        switch self {
        case .removal(let ids), .badges(let ids): ids.map(\.value)
        case .adding(let range): [range.lowerBound, range.upperBound]
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

    func carryOut(_ store: KeptWordStore, _ family: ID<Family>) throws -> Flash {
        switch self {
        case .removal(let ids):
            return Self.restored(try store.restore(ids, of: family), of: ids.count)
        case .badges(let ids):
            let count = try store.undoBadges(ids, in: family)
            return count == 0
                ? Flash(.info, "These words have changed since.")
                : Flash(.good, "\(KeptWordPages.words(count)) as before.")
        case .adding(let range):
            let count = try store.takeBack(range, of: family)
            return count == 0
                ? Flash(.info, "These words are gone already.")
                : Flash(.good, "\(KeptWordPages.words(count)) removed again.")
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

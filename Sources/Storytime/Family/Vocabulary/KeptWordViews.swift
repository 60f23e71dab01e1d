import HTTP
import Quill

/// The words of a family, with what narrows them.
struct KeptWordsPage: Page {
    static let template = "family/vocabulary/index.html"

    let head: ReadingHead
    let address: KeptWordAddress
    let counts: KeptWordStore.Counts
    let owners: [WordOwnerName]
    let words: [KeptWord]
    let watchable: Set<ID<Book>>
    let pagination: Pagination
    let times: TimeText
    let day: FamilyDay
    let settings: FormField
    let changeError: String?
    let selected: Set<ID<KeptWord>>

    private var filter: KeptWordFilter { address.filter }

    static let fields: [Field<KeptWordsPage>] = [
        .record("head") { $0.head },
        .text("lede") { page in
            let total = page.pagination.total
            guard total > 0 else { return "No words." }
            let words = KeptWordPages.words(total)
            if page.filter.isDue { return words + " to review today." }
            // Among words with one badge, it is another number than beside “To review today”.
            return page.filter.state != nil || page.counts.due == 0
                ? words + "."
                : words + ", \(Counted.number(page.counts.due)) to review today."
        },
        .bool("has_any") { !$0.words.isEmpty || !$0.filter.own.isEmpty },
        .bool("is_filtered") { !$0.filter.own.isEmpty },
        .text("nothing_found") { page in
            page.filter.own.map(\.name) == ["book"]
                ? "No words from this story yet" : "No words match"
        },
        .text("words_typed") { $0.filter.words },
        .text("all_href") { $0.address.href { $0 = $0.cleared } },
        .list("hidden") { page in
            page.address.query.filter { $0.name != "q" }
                .map { HiddenField(name: $0.name, value: $0.value) }
        },
        .list("states") { $0.states },
        .list("whose") { $0.whose },
        .list("languages") { $0.languages },
        .list("books") { $0.books },
        .list("orders") { $0.orders },
        .text("list") { $0.address.carried },
        .list("errors") { page in
            (page.changeError.map { [FormError(href: "#what", message: $0)] } ?? [])
                + [page.settings].errors
        },
        .optionalText("change_error") { $0.changeError },
        .list("rows") { page in
            page.words.map { word in
                KeptWordRow(
                    word: word,
                    isWatchable: word.book.map { page.watchable.contains($0) }
                        ?? (word.web != nil),
                    times: page.times,
                    day: page.day,
                    isSelected: page.selected.contains(word.id),
                    address: page.address
                )
            }
        },
        .list("marks") { _ in
            KeptWord.State.allCases.map {
                Choice(value: $0.rawValue, label: "Mark as \($0.label)", isChosen: false)
            }
        },
        .record("settings") { $0.settings },
        .bool("settings_open") { $0.settings.error != nil },
        .text("new_href") { $0.address.carry(along: KeptWordPages.newPath) },
        .text("review_href") { page in
            WordReviewPages.href(page.filter.owner)
        },
        .text("files_href") { page in
            WordFilePages.path
                + (page.filter.own.isEmpty
                    ? "" : "?" + PercentEncoding.encodeQuery(page.filter.own))
        },
        .optionalText("large_href") { page in
            page.filter.owner.map { LargeWordPages.href($0) }
        },
        .record("pagination") { page in
            page.pagination.view(path: KeptWordPages.path, query: page.address.query)
        },
    ]

    private var states: [ScopeLink] {
        let all = ScopeLink(
            label: "All",
            href: address.href {
                $0.state = nil
                $0.isDue = false
            },
            count: counts.all,
            isCurrent: filter.state == nil && !filter.isDue
        )
        let due = ScopeLink(
            label: "To review today",
            href: address.href {
                $0.state = nil
                $0.isDue = true
            },
            count: counts.due,
            isCurrent: filter.isDue
        )
        return [all, due]
            + KeptWord.State.allCases.map { state in
                ScopeLink(
                    label: state.label,
                    href: address.href {
                        $0.state = state
                        $0.isDue = false
                    },
                    count: counts.states[state] ?? 0,
                    isCurrent: filter.state == state
                )
            }
    }

    /// One of its own for everybody who has words; choosing it again takes it away.
    private var whose: [ScopeLink] {
        let shown = owners.filter { counts.owners[$0.owner] ?? 0 > 0 || $0.owner == filter.owner }
        guard shown.count > 1 || filter.owner != nil else { return [] }
        return shown.map { each in
            let isCurrent = each.owner == filter.owner
            return ScopeLink(
                label: each.name,
                href: address.href { $0.owner = isCurrent ? nil : each.owner },
                count: counts.owners[each.owner] ?? 0,
                isCurrent: isCurrent
            )
        }
    }

    private var languages: [ScopeLink] {
        guard counts.languages.count > 1 || filter.language != nil else { return [] }
        return counts.languages.map { tag, count in
            let isCurrent = tag == filter.language
            return ScopeLink(
                label: LanguageTag.shownName(of: tag),
                href: address.href { $0.language = isCurrent ? nil : tag },
                count: count,
                isCurrent: isCurrent
            )
        }
    }

    private var books: [ScopeLink] {
        counts.books.map { id, title, count in
            let isCurrent = id == filter.book
            return ScopeLink(
                label: title,
                href: address.href { $0.book = isCurrent ? nil : id },
                count: count,
                isCurrent: isCurrent
            )
        }
    }

    private var orders: [ChipLink] {
        [("Newest", KeptWordFilter.Sort.added), ("A to Z", .term), ("Next review", .due)].map {
            label,
            sort in
            ChipLink(
                label: label,
                href: address.heading(label, sort).sortHref(
                    isCurrent: address.request.sort.by == sort,
                    here: address.href
                ),
                isCurrent: address.request.sort.by == sort
            )
        }
    }
}

extension ColumnHeading {
    /// Where a chip of this order leads: one that is chosen stays as it is.
    fileprivate func sortHref(isCurrent: Bool, here: String) -> String { isCurrent ? here : href }
}

extension KeptWordFilter {
    /// Without any filter, but with the way back.
    fileprivate var cleared: KeptWordFilter {
        var cleared = KeptWordFilter()
        cleared.way = way
        return cleared
    }
}

/// One word of a list.
struct KeptWordRow: Record {
    let word: KeptWord
    let isWatchable: Bool
    let times: TimeText
    let day: FamilyDay
    var isSelected = false
    var address: KeptWordAddress?

    /// Where its row is on the page.
    static func anchor(_ id: ID<KeptWord>) -> String { "word-\(id)" }

    /// When it is asked next, in words; nil if it isn't.
    var dueText: String? {
        guard let dueAt = word.dueAt else {
            return word.state == .mastered ? "No more reviews" : nil
        }
        return "Next: " + Self.when(day.days(until: dueAt))
    }

    static func when(_ days: Int) -> String {
        switch days {
        case 0: "today"
        case 1: "tomorrow"
        default: "in \(Counted.number(days)) days"
        }
    }

    static let fields: [Field<KeptWordRow>] = [
        .int("id") { $0.word.id.value },
        .text("term") { $0.word.term },
        .text("meaning") { $0.word.meaning },
        .text("context") { $0.word.context },
        .text("notes") { $0.word.notes },
        .optionalText("tag") { row in
            row.word.language == WordEditForm.unknownLanguage ? nil : row.word.language
        },
        .optionalText("language") { row in
            row.word.language == WordEditForm.unknownLanguage
                ? nil : LanguageTag.name(of: row.word.language)
        },
        .optionalText("child") { $0.word.childName },
        .optionalText("book") { $0.word.bookTitle },
        .optionalText("moment_href") { $0.isWatchable ? $0.word.momentHref : nil },
        .text("when") { $0.times.day($0.word.createdAt) },
        .text("state") { $0.word.state.rawValue },
        .text("state_label") { $0.word.state.label },
        .text("anchor") { anchor($0.word.id) },
        .list("states") { row in
            KeptWord.State.allCases.map {
                Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == row.word.state)
            }
        },
        .optionalText("due") { $0.dueText },
        .text("path") { $0.word.href },
        .text("href") { row in row.address?.carry(along: row.word.href) ?? row.word.href },
        .bool("is_selected") { $0.isSelected },
    ]
}

/// The form of a new word.
struct KeptWordNewPage: Page {
    static let template = "family/vocabulary/new.html"

    let address: KeptWordAddress
    let form: WordEditForm
    let token: FormToken

    static let fields: [Field<KeptWordNewPage>] = [
        .text("back_href") { $0.address.href },
        .text("path") { _ in KeptWordPages.newPath },
        .text("list") { $0.address.carried },
        .text("form_token") { $0.token.text },
        .list("errors") { $0.form.errors },
        .record("form") { $0.form },
    ]
}

/// One word, to be changed.
struct KeptWordShowPage: Page {
    static let template = "family/vocabulary/show.html"

    let address: KeptWordAddress
    let row: KeptWordRow
    /// Whether it leads back to the review, not to the list.
    let isFromReview: Bool
    var form: WordEditForm
    let version: VersionField
    /// What the form was made of.
    var base: Fields
    var conflict: Conflict?
    /// The fields that two people changed, and about which nothing was chosen.
    var undecided: [ConflictRow] = []
    /// A sentence for the notice, if somebody else’s changes were kept.
    var mergeNote = ""
    /// Whether it was removed while somebody edited it.
    var isRemoved = false

    /// Asks which version of these fields to keep.
    mutating func ask(about names: [String], _ other: Conflict.Other, merged: [String]) {
        undecided = form.questions(about: names, theirs: base)
        conflict = Conflict(other: other, changes: undecided, merged: merged)
    }

    static let fields: [Field<KeptWordShowPage>] = [
        .text("back_href") { page in
            page.isFromReview
                ? WordReviewPages.href(WordOwner(page.row.word.child)) : page.address.href
        },
        .text("back_label") { $0.isFromReview ? "Review" : "Vocabulary" },
        .bool("is_from_review") { $0.isFromReview },
        .bool("is_removed") { $0.isRemoved },
        .list("base") { FormMerge.hidden($0.base) },
        .bool("saves_anyway") { $0.conflict.map { $0.merged == nil } ?? false },
        .text("list") { $0.address.carried },
        .record("row") { $0.row },
        .text("version") { $0.version.shown },
        .list("errors") { $0.version.errors + $0.undecided.map(\.error) + $0.form.errors },
        .optionalRecord("conflict") { $0.conflict },
        .record("form") { $0.form },
    ]
}

import SQLite

/// What can be done to many books at once, with what it needs to be done.
enum BulkAct: Sendable, Equatable {
    case put(CategoryLink)
    case take(CategoryLink)
    case status(Book.Status)
    case publisher(PublisherLink?)
    case language(String?)
    case rights(RightsGift)
    case bin

    /// Notes what this makes of those books.
    func plan(_ plan: BatchPlan, for keys: SQL) throws {
        switch self {
        case .put(let category): try plan.link(category.id, isThere: true, of: keys)
        case .take(let category): try plan.link(category.id, isThere: false, of: keys)
        case .status(let status): try plan.set(.status, to: status.rawValue, of: keys)
        case .publisher(let publisher):
            try plan.set(.publisher, to: publisher?.id.value, of: keys)
        case .language(let language): try plan.set(.language, to: language, of: keys)
        case .rights(let gift): try plan.give(gift, to: keys)
        case .bin: try plan.bin(keys)
        }
    }

    /// Whether it changes anything about a row `b` of `books`.
    var isChange: SQL {
        switch self {
        case .put(let category): BatchPlan.isLinked(to: category.id, false)
        case .take(let category): BatchPlan.isLinked(to: category.id, true)
        case .status(let status): BatchPlan.isOther(.status, than: status.rawValue)
        case .publisher(let publisher):
            BatchPlan.isOther(.publisher, than: publisher?.id.value)
        case .language(let language): BatchPlan.isOther(.language, than: language)
        case .rights(let gift): gift.isGiven
        case .bin: "b.deleted_at IS NULL"
        }
    }

    // MARK: In words

    /// "Add 37 books to Bedtime Stories"
    func question(_ count: Int) -> String {
        let books = Counted.text(count, "book", "books")
        switch self {
        case .put(let category): return "Add \(books) to \(category.name)"
        case .take(let category): return "Remove \(books) from \(category.name)"
        case .status(let status):
            switch status {
            case .active: return "Activate \(books)"
            case .draft: return "Move \(books) to drafts"
            case .archived: return "Archive \(books)"
            }
        case .publisher(let publisher?): return "Set the publisher of \(books) to \(publisher.name)"
        case .publisher(nil): return "Remove the publisher from \(books)"
        case .language(let tag?): return "Set the language of \(books) to \(Self.name(of: tag))"
        case .language(nil): return "Remove the language from \(books)"
        case .rights: return "Add a rights window to \(books)"
        case .bin: return "Move \(books) to the bin"
        }
    }

    /// "37 books added to Bedtime Stories"
    func summary(_ count: Int) -> String {
        let books = Counted.text(count, "book", "books")
        switch self {
        case .put(let category): return "\(books) added to \(category.name)"
        case .take(let category): return "\(books) removed from \(category.name)"
        case .status(let status):
            switch status {
            case .active: return "\(books) activated"
            case .draft: return "\(books) moved to drafts"
            case .archived: return "\(books) archived"
            }
        case .publisher(let publisher?): return "Publisher of \(books) set to \(publisher.name)"
        case .publisher(nil): return "\(books) left without a publisher"
        case .language(let tag?): return "\(books) set to the language \(Self.name(of: tag))"
        case .language(nil): return "\(books) left without a language"
        case .rights(let gift): return "Rights window (\(gift.terms.text)) added to \(books)"
        case .bin: return "\(books) moved to the bin"
        }
    }

    private static func name(of tag: String) -> String { LanguageTag.name(of: tag) ?? tag }
}

/// Which act was chosen, as a form says it: "put-7", "status-active", "language-none", "bin"; one
/// whose value is still to be chosen is "publisher" or "language". A window of rights has fields of
/// its own, those of `RightsForm`.
struct BulkChoice: Sendable, Equatable {
    enum Kind: String, Sendable {
        case put, take, status, publisher, language, rights, bin
    }

    /// Why what was chosen can't be done.
    enum Refusal: Error, Equatable {
        /// A category or a publisher that was offered is gone.
        case isGone(Kind)
    }

    private static let noneText = "none"

    let kind: Kind
    /// Nil when it is still to be chosen.
    let value: String?
    /// The window to be given, when it is said whole.
    let gift: RightsGift?

    /// Reads the fields `act` and `value`; nil when nothing was chosen.
    init?(_ fields: Fields) {
        let parts = (fields.text("act") ?? "").split(separator: "-", maxSplits: 1)
        guard let name = parts.first, let kind = Kind(rawValue: String(name)) else { return nil }
        self.kind = kind
        let value = parts.count > 1 ? String(parts[1]) : fields.text("value") ?? ""
        self.value = value.isEmpty ? nil : value
        gift = kind == .rights ? RightsForm().reading(fields).gift : nil
    }

    /// What a form carries of it.
    var text: String { value.map { "\(kind.rawValue)-\($0)" } ?? kind.rawValue }

    /// What a form carries besides.
    var fields: [(name: String, value: String)] { gift?.fields ?? [] }

    /// The act; nil when a part of it is still to be chosen, or is no value of its kind.
    func act(in database: Database) throws -> BulkAct? {
        switch (kind, value) {
        case (.bin, _): return .bin
        case (.rights, _): return gift.map { .rights($0) }
        case (_, nil): return nil
        case (.put, let text?): return try category(text, database).map { .put($0) }
        case (.take, let text?): return try category(text, database).map { .take($0) }
        case (.status, let text?): return Book.Status(rawValue: text).map { .status($0) }
        case (.publisher, Self.noneText?): return .publisher(nil)
        case (.publisher, let text?):
            return try publisher(text, database).map { .publisher($0) }
        case (.language, Self.noneText?): return .language(nil)
        case (.language, let text?): return LanguageTag(text).map { .language($0.text) }
        }
    }

    private func category(_ text: String, _ database: Database) throws -> CategoryLink? {
        guard let id = ID<Category>(pathSegment: text[...]) else { return nil }
        let category = try found { try CategoryStore(database: database, now: 0).find(id) }
        return CategoryLink(
            id: id,
            name: category.name,
            slug: category.slug,
            iconName: category.iconName
        )
    }

    private func publisher(_ text: String, _ database: Database) throws -> PublisherLink? {
        guard let id = ID<Publisher>(pathSegment: text[...]) else { return nil }
        let publisher = try found { try PublisherStore(database: database, now: 0).find(id) }
        return PublisherLink(id: id, name: publisher.name)
    }

    private func found<Record>(_ find: () throws -> Record) throws -> Record {
        do {
            return try find()
        } catch Failure.notFound {
            throw Refusal.isGone(kind)
        }
    }
}

import SQLite

/// An action on many books at once, with the values that it needs.
enum BulkAct: Sendable, Equatable {
    case put(CategoryLink)
    case take(CategoryLink)
    case status(Book.Status)
    case publisher(PublisherLink?)
    case language(String?)
    case series(SeriesLink?)
    case tag(String)
    case untag(String)
    /// The author, or a detail that is a text or a number; nil removes it.
    case field(BulkField, String?)
    case ages(AgeRange)
    case rights(RightsGift)
    case bin

    /// Records what the action did to those books.
    func plan(_ plan: BatchPlan, for keys: SQL) throws {
        switch self {
        case .put(let category): try plan.link(category.id, isThere: true, of: keys)
        case .take(let category): try plan.link(category.id, isThere: false, of: keys)
        case .status(let status): try plan.set(.status, to: status.rawValue, of: keys)
        case .publisher(let publisher):
            try plan.set(.publisher, to: publisher?.id.value, of: keys)
        case .language(let language): try plan.set(.language, to: language, of: keys)
        case .series(let series): try plan.set(.series, to: series?.id.value, of: keys)
        case .tag(let name): try plan.tag(name, isThere: true, of: keys)
        case .untag(let name): try plan.tag(name, isThere: false, of: keys)
        case .field(let field, let text): try field.plan(plan, text, keys)
        case .ages(let ages): try plan.set(.ages, to: BatchField.text(ages), of: keys)
        case .rights(let gift): try plan.give(gift, to: keys)
        case .bin: try plan.bin(keys)
        }
    }

    /// The condition for a row `b` of `books` that the action would change.
    var isChange: SQL {
        switch self {
        case .put(let category): BatchPlan.isLinked(to: category.id, false)
        case .take(let category): BatchPlan.isLinked(to: category.id, true)
        case .status(let status): BatchPlan.isOther(.status, than: status.rawValue)
        case .publisher(let publisher):
            BatchPlan.isOther(.publisher, than: publisher?.id.value)
        case .language(let language): BatchPlan.isOther(.language, than: language)
        case .series(let series): BatchPlan.isOther(.series, than: series?.id.value)
        case .tag(let name): BatchPlan.isTagged(name, false)
        case .untag(let name): BatchPlan.isTagged(name, true)
        case .field(let field, let text): field.isOther(text)
        case .ages(let ages): BatchPlan.isOther(.ages, than: BatchField.text(ages))
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
        case .series(let series?): return "Set the series of \(books) to \(series.name)"
        case .series(nil): return "Remove the series from \(books)"
        case .tag(let name): return "Add the tag “\(name)” to \(books)"
        case .untag(let name): return "Remove the tag “\(name)” from \(books)"
        case .field(let field, let text?): return "Set the \(field.noun) of \(books) to \(text)"
        case .field(let field, nil): return "Remove the \(field.noun) from \(books)"
        case .ages(let ages):
            return ages.years.map { "Set the ages of \(books) to \($0)" }
                ?? "Remove the ages from \(books)"
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
        case .series(let series?): return "Series of \(books) set to \(series.name)"
        case .series(nil): return "\(books) left without a series"
        case .tag(let name): return "Tag “\(name)” added to \(books)"
        case .untag(let name): return "Tag “\(name)” removed from \(books)"
        case .field(let field, let text?): return "\(field.label) of \(books) set to \(text)"
        case .field(let field, nil): return "\(field.label) removed from \(books)"
        case .ages(let ages):
            return ages.years.map { "Ages of \(books) set to \($0)" }
                ?? "Ages removed from \(books)"
        case .rights(let gift): return "Rights window (\(gift.terms.text)) added to \(books)"
        case .bin: return "\(books) moved to the bin"
        }
    }

    private static func name(of tag: String) -> String { LanguageTag.name(of: tag) ?? tag }
}

/// The action chosen in a form: "put-7", "status-active", "language-none", "bin"; one
/// that still needs a value is "publisher", "language" or "illustrator". A rights window has its
/// own fields, those of `RightsForm`.
struct BulkChoice: Sendable, Equatable {
    enum Kind: String, Sendable {
        case put, take, status, publisher, language, series, tag, untag, author, illustrator
        case translator, narrator, year, ages, rights, bin

        /// A field whose value is typed.
        var field: BulkField? { BulkField(rawValue: rawValue) }
    }

    /// Why the chosen action can't be taken.
    enum Refusal: Error, Equatable {
        /// The category or publisher no longer exists.
        case isGone(Kind)
    }

    private static let noneText = "none"

    let kind: Kind
    /// Nil until it is chosen.
    let value: String?
    /// The rights window to add, once it is complete.
    let gift: RightsGift?

    /// Reads the fields `act` and `value`; nil if nothing was chosen.
    init?(_ fields: Fields) {
        let parts = (fields.text("act") ?? "").split(separator: "-", maxSplits: 1)
        guard let name = parts.first, let kind = Kind(rawValue: String(name)) else { return nil }
        self.kind = kind
        let value = parts.count > 1 ? String(parts[1]) : fields.text("value") ?? ""
        self.value = value.isEmpty ? nil : value
        gift = kind == .rights ? RightsForm().reading(fields).gift : nil
    }

    /// The value of the field `act`.
    var text: String { value.map { "\(kind.rawValue)-\($0)" } ?? kind.rawValue }

    /// The form's other fields.
    var fields: [(name: String, value: String)] { gift?.fields ?? [] }

    /// The action; nil if a part of it is still to be chosen or isn't valid.
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
        case (.series, Self.noneText?): return .series(nil)
        case (.series, let text?): return try series(text, database).map { .series($0) }
        case (.tag, let text?): return Self.tag(text).map { .tag($0) }
        case (.untag, let text?): return Self.tag(text).map { .untag($0) }
        case (.ages, let text?): return BulkField.ages(text).map { .ages($0) }
        case (.author, let text?), (.illustrator, let text?), (.translator, let text?),
            (.narrator, let text?), (.year, let text?):
            guard let field = kind.field, let typed = field.read(text) else { return nil }
            return .field(field, typed == BulkField.nothing ? nil : typed)
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

    private func series(_ text: String, _ database: Database) throws -> SeriesLink? {
        guard let id = ID<Series>(pathSegment: text[...]) else { return nil }
        let series = try found { try SeriesStore(database: database, now: 0).find(id) }
        return SeriesLink(id: id, name: series.name)
    }

    /// One tag, read like the field for tags.
    private static func tag(_ text: String) -> String? {
        let field = FormField(BulkField.tagSpec, typed: text)
        return field.value.flatMap { $0.isEmpty ? nil : $0 }
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

/// What Open Library says of a book in its three records: a summary, the edition and the work.
///
/// Every member may be missing, and several are a text in one record and an object in another
/// (https://openlibrary.org/dev/docs/api/books).
struct OpenLibraryRecord {
    /// What a search asks for. Not the numbers of all editions: a classic has thousands.
    static let searchFields =
        "key,title,author_name,first_publish_year,language,edition_count,cover_edition_key,"
        + "editions,editions.key,editions.title,editions.language"

    let data: JSONValue
    var edition: JSONValue = .null
    var work: JSONValue = .null
    var note: String?

    init(data: JSONValue) {
        self.data = data
    }

    /// The path of a record, “/books/OL1M”, if it is one: it becomes part of an address.
    static func path(_ key: JSONValue?, _ kind: String) -> String? {
        guard let path = key?.string, path.hasPrefix("/\(kind)/"),
            isName(path.dropFirst(kind.count + 2), endings: "MW")
        else { return nil }
        return path
    }

    /// Whether it is what records are called, “OL1M”: the letter says of which kind they are.
    private static func isName(_ text: Substring, endings: String) -> Bool {
        let number = text.dropFirst(2).dropLast()
        return text.hasPrefix("OL") && endings.contains { $0 == text.last } && !number.isEmpty
            && number.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
    }

    /// The work to ask for, if the edition doesn't say what the book is about.
    var neededWork: String? {
        guard edition["description"]?.words == nil else { return nil }
        return Self.path(edition["works"]?.items.first?["key"], "works")
    }

    func book(at base: Origin) -> FoundBook {
        var book = FoundBook()
        let title = data["title"]?.string
        let subtitle = data["subtitle"]?.string.map { ": \($0)" } ?? ""
        book.set(BookFields.title, title.map { $0 + subtitle })
        book.set(BookFields.author, names("authors").joined(separator: ", "))
        book.set(BookFields.description, description)
        book.set(BookFields.language, language)
        book.set(publisher: names("publishers").first)
        book.set(.originalTitle, edition["translation_of"]?.string)
        book.set(.illustrator, person("illustrator", LibraryText.illustrator))
        book.set(.translator, person("translator", LibraryText.translator))
        book.set(.narrator, person("narrator") { _ in nil })
        if let series = edition["series"]?.items.first?.string.map(LibraryText.series) {
            book.set(.series, series.name)
            if book[.series] != nil { book.set(.seriesNumber, series.number) }
        }
        book.set(.isbn, isbn?.digits)
        book.set(.year, data["publish_date"]?.string.flatMap(LibraryText.year).map { "\($0)" })
        book.set(.pageCount, pages.map { "\($0)" })
        book.tags = LibraryText.tags(names("subjects"))
        book.set(.tags, book.tags.joined(separator: ", "))
        book.cover = data["cover"]?["large"]?.string.flatMap(FetchAddress.init)?.description
        book.page = Self.path(data["key"], "books").map { "\(base)\($0)" }
        book.note = note
        return book
    }

    // MARK: Parts

    private func names(_ member: String) -> [String] {
        data[member]?.items.compactMap { $0["name"]?.string } ?? []
    }

    private var description: String? {
        (edition["description"]?.words ?? work["description"]?.words).map(Self.withoutSources)
    }

    /// Texts that people write there end in links to where they found them: below a rule, or after “([source]”.
    private static func withoutSources(_ text: String) -> String {
        var kept: [Substring] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            guard kept.isEmpty || !line.drop(while: \.isWhitespace).hasPrefix("----") else { break }
            let source = line.indices.first {
                line[$0] == "[" && line[$0...].prefix(sourceMark.count).lowercased() == sourceMark
            }
            guard let source else {
                kept.append(line)
                continue
            }
            let head = line[..<source]
            kept.append(head.last == "(" ? head.dropLast() : head)
            break
        }
        return PlainText.trimmed(kept.joined(separator: "\n"))
    }

    private static let sourceMark = "[source]"

    private var language: String? {
        let codes = edition["languages"]?.items.compactMap { $0["key"]?.string } ?? []
        let tags = codes.compactMap { $0.split(separator: "/").last }
            .compactMap { LibraryLanguages.tag(of: String($0)) }
        return tags.count > 1 ? "mul" : tags.first
    }

    private var isbn: ISBN? {
        ["isbn_13", "isbn_10"].flatMap { data["identifiers"]?[$0]?.items ?? [] }.lazy
            .compactMap { $0.string.flatMap { try? ISBN($0) } }.first
    }

    private var pages: Int? {
        data["number_of_pages"]?.integer
            ?? data["pagination"]?.string.flatMap(LibraryText.pages)
    }

    /// A person with this role: in the list of contributors, in the older one of texts like
    /// “B. Beispiel (Illustrator)”, or in the statement on the title page.
    private func person(_ role: String, _ stated: (String) -> String?) -> String? {
        let contributor = edition["contributors"]?.items.first { contributor in
            contributor["role"]?.string?.lowercased().contains(role) == true
        }
        if let name = contributor?["name"]?.string { return LibraryText.name(name) }
        let contributions = edition["contributions"]?.items.compactMap(\.string) ?? []
        let contribution = contributions.first { $0.lowercased().contains("(\(role)") }
        if let name = contribution?.prefix(while: { $0 != "(" }) {
            return LibraryText.name(PlainText.trimmed(String(name)))
        }
        return (edition["by_statement"] ?? data["by_statement"])?.string.flatMap(stated)
    }

    // MARK: Searches

    /// A work that a search found; nil for one without an edition to look at.
    static func title(_ work: JSONValue) -> FoundTitle? {
        let best = work["editions"]?["docs"]?.items.first
        guard let title = (best?["title"] ?? work["title"])?.string, let key = key(work, best)
        else { return nil }
        let languages = best?["language"]?.items ?? work["language"]?.items ?? []
        return FoundTitle(
            key: key,
            title: title,
            authors: Counted.list(work["author_name"]?.items.compactMap(\.string) ?? []),
            year: work["first_publish_year"]?.integer,
            languages: languages.compactMap { $0.string.flatMap(LibraryLanguages.tag) }
                .compactMap(LanguageNames.language),
            editions: work["edition_count"]?.integer
        )
    }

    /// The edition that fits the words best, or else the one whose cover is shown.
    private static func key(_ work: JSONValue, _ best: JSONValue?) -> String? {
        let name =
            path(best?["key"], "books").map { String($0.dropFirst("/books/".count)) }
            ?? work["cover_edition_key"]?.string
        guard let name, isName(name[...], endings: "M") else { return nil }
        return "OLID:\(name)"
    }
}

extension JSONValue {
    /// A member; nil if there is none, or this isn't an object.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The text; nil if this isn’t one.
    var string: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The members of a list; none if this isn't one.
    var items: [JSONValue] {
        guard case .list(let items) = self else { return [] }
        return items
    }

    /// A text that is sometimes written as an object with its type.
    fileprivate var words: String? { string ?? self["value"]?.string }
}

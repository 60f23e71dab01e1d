import Glibc
import HTTP

/// Asks Open Library, or a mirror of it (https://openlibrary.org/developers/api), one request after
/// another on its caller's thread.
struct OpenLibrary {
    /// How many books a search shows.
    static let maximumTitles = 20
    /// A cover is a small picture here; its sender may think otherwise.
    private static let timeoutMilliseconds = 15_000

    private let base: Origin
    private let name: String
    private let desk: LookupDesk
    private let fetch: GuardedFetch
    private let pause: (_ milliseconds: Int) -> Void

    init(
        _ base: Origin,
        _ settings: LookupSettings,
        _ desk: LookupDesk,
        timeoutMilliseconds: Int = timeoutMilliseconds,
        pause: @escaping (_ milliseconds: Int) -> Void = { usleep(UInt32($0) * 1000) }
    ) {
        self.base = base
        self.desk = desk
        self.pause = pause
        name = settings.name
        fetch = GuardedFetch(
            home: base,
            timeoutMilliseconds: timeoutMilliseconds,
            contact: settings.contact.isEmpty ? nil : settings.contact
        )
    }

    // MARK: Books

    /// The edition with this number; nil if there is none. An internal error there looks the same.
    func book(_ isbn: ISBN) throws(LookupError) -> FoundBook? {
        guard var book = try book(key: "ISBN:\(isbn)") else { return nil }
        // The record may name another number of the same edition first.
        book.set(.isbn, isbn.digits)
        return book
    }

    /// The edition with the key of a search; nil if there is none.
    func book(key: String) throws(LookupError) -> FoundBook? {
        let query = PercentEncoding.encodeQuery([
            (name: "bibkeys", value: key), (name: "jscmd", value: "data"),
            (name: "format", value: "json"),
        ])
        let answer = try json("/api/books?\(query)")
        guard case .object = answer else { throw .unreadable(name) }
        guard let data = answer[key], case .object = data else { return nil }
        var record = OpenLibraryRecord(data: data)
        do {
            // Who drew the pictures, the language and the series are only in the record of the edition;
            // what it is about, often only in that of the work.
            if let path = OpenLibraryRecord.path(data["key"], "books") {
                record.edition = try json("\(path).json")
            }
            if let path = record.neededWork { record.work = try json("\(path).json") }
        } catch {
            record.note =
                "Some of the details could not be looked up. \(error.description)"
        }
        return record.book(at: base)
    }

    /// The books that match the words of a title, and of an author if there is one.
    func titles(_ title: String, by author: String) throws(LookupError) -> FoundTitles {
        var query = [(name: "title", value: title)]
        if !author.isEmpty { query.append((name: "author", value: author)) }
        query += [
            (name: "fields", value: OpenLibraryRecord.searchFields),
            (name: "limit", value: String(Self.maximumTitles)),
        ]
        let answer = try json("/search.json?" + PercentEncoding.encodeQuery(query))
        guard case .list(let works)? = answer["docs"] else { throw .unreadable(name) }
        let titles = works.prefix(Self.maximumTitles).compactMap(OpenLibraryRecord.title)
        let total = (answer["numFound"] ?? answer["num_found"])?.integer ?? works.count
        return FoundTitles(titles: titles, total: max(total, titles.count))
    }

    // MARK: Covers

    /// The picture at an address that the catalog named. Without “default=false” a missing one would
    /// be a blank picture.
    func cover(_ address: String) throws(LookupError) -> ImageFile {
        var fetch = fetch
        fetch.responseLimitBytes = CoverForm.maximumBytes
        let answer: OutgoingAnswer
        do {
            let question = address.contains("?") ? "" : "?default=false"
            let types = ImageFile.Format.allCases.map(\.mediaType).joined(separator: ", ")
            answer = try fetch.get(address + question, accepting: types)
        } catch {
            throw LookupError(error, from: name)
        }
        guard answer.status != 404 else { throw LookupError("\(name) has no picture of it.") }
        if let error = LookupError(answer, from: name) { throw error }
        do {
            return try ImageFile(answer.body)
        } catch {
            throw LookupError("\(name) sent a cover that can’t be used. \(error.description)")
        }
    }

    // MARK: One request

    private func json(_ path: String) throws(LookupError) -> JSONValue {
        let answer = try self.answer(base.description + path)
        if let error = LookupError(answer, from: name) { throw error }
        do {
            return try JSONValue(answer: answer.body)
        } catch {
            throw .unreadable(name)
        }
    }

    private func answer(_ url: String) throws(LookupError) -> OutgoingAnswer {
        if let answer = desk.answer(to: url, at: fetch.clock()) { return answer }
        guard let wait = desk.wait(at: fetch.clock()) else { throw .tooMany }
        if wait > 0 { pause(wait) }
        do {
            let answer = try fetch.get(url, accepting: "application/json")
            desk.keep(answer, to: url, at: fetch.clock())
            return answer
        } catch {
            throw LookupError(error, from: name)
        }
    }
}

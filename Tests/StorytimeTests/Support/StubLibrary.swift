@testable import Storytime

/// What Open Library answers about one book, in the shapes that its API has.
enum StubLibrary {
    static let isbn = "9780399257759"
    static let bookLine = "GET /api/books?bibkeys=ISBN%3A\(isbn)&jscmd=data&format=json"
    static let keyLine = "GET /api/books?bibkeys=OLID%3AOL1M&jscmd=data&format=json"
    static let editionLine = "GET /books/OL1M.json"
    static let workLine = "GET /works/OL1W.json"
    static let coverLine = "GET /b/id/7-L.jpg?default=false"

    static func searchLine(_ title: String, by author: String? = nil) -> String {
        "GET /search.json?title=\(title)" + (author.map { "&author=\($0)" } ?? "")
            + "&fields=key%2Ctitle%2Cauthor_name%2Cfirst_publish_year%2Clanguage%2C"
            + "edition_count%2Ccover_edition_key%2Ceditions%2Ceditions.key%2Ceditions.title%2C"
            + "editions.language&limit=20"
    }

    /// The summary, whose cover is at an address of the test's choice.
    static func data(_ key: String, cover: String?) -> String {
        let picture = cover.map {
            #","cover":{"small":"\#($0)","medium":"\#($0)","large":"\#($0)"}"#
        }
        return """
            {"\(key)":{"url":"https://openlibrary.org/books/OL1M/x","key":"/books/OL1M",
            "title":"Drei  Füchse","subtitle":"ein Bilderbuch",
            "authors":[{"url":"https://openlibrary.org/authors/OL1A/x","name":"A. Muster"},{"name":"C. Drei"}],
            "pagination":"[32] p.","by_statement":"A. Muster ; ill. B. Beispiel",
            "publishers":[{"name":"Eulen Verlag"}],"publish_date":"March 6, 2013",
            "identifiers":{"isbn_10":["0399257756"],"openlibrary":["OL1M"]},
            "classifications":{"dewey_decimal_class":["[E]"]},
            "subjects":[{"name":"Foxes","url":"x"},{"name":"Juvenile fiction","url":"x"},
            {"name":"Night, fiction"}],
            "excerpts":[{"text":"Es war einmal","comment":"","first_sentence":true}]\(picture ?? "")}}
            """
    }

    static let edition = """
        {"key":"/books/OL1M","title":"Drei Füchse","works":[{"key":"/works/OL1W"}],
        "authors":[{"key":"/authors/OL1A"}],"languages":[{"key":"/languages/ger"}],
        "contributors":[{"role":"Illustrator","name":"Beispiel, Berta"}],
        "contributions":["Dora Vier (Translator)"],"series":["Eulen und Füchse ; 2"],
        "translation_of":"Three Foxes","covers":[7,-1,null],"physical_format":"Board book"}
        """

    static let work = """
        {"key":"/works/OL1W","description":{"type":"/type/text",
        "value":"Three foxes look for the moon.\\r\\n\\r\\n----------\\r\\nAlso contained in: x"}}
        """

    static let search = """
        {"numFound":57,"start":0,"numFoundExact":true,"num_found":57,"q":"","offset":null,"docs":[
        {"key":"/works/OL1W","title":"Three Foxes","author_name":["A. Muster","C. Drei"],
        "first_publish_year":2012,"language":["eng","ger"],"edition_count":4,
        "editions":{"numFound":1,"start":0,"docs":[
        {"key":"/books/OL1M","title":"Drei Füchse","language":["ger"]}]}},
        {"key":"/works/OL2W","title":"Foxes","cover_edition_key":"../OL2M"},
        {"key":"/works/OL3W","title":"Without an edition"},
        {"key":"/works/OL4W","title":"Four","cover_edition_key":"OL4M"}]}
        """

    /// Has a stub answer all of it, with a picture of the cover.
    static func fill(_ stub: StubServer, key: String = "ISBN:\(isbn)", hasCover: Bool = true) {
        let line = key.hasPrefix("ISBN") ? bookLine : keyLine
        stub.answer(line, 200, data(key, cover: hasCover ? "\(stub.origin)/b/id/7-L.jpg" : nil))
        stub.answer(editionLine, 200, edition)
        stub.answer(workLine, 200, work)
        stub.answer(coverLine, file: Pictures.first(.jpeg), "image/jpeg")
    }
}

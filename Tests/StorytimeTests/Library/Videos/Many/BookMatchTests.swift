import Testing

@testable import Storytime

@Suite("Which book the name of a file suggests")
struct BookMatchTests {
    private static let isbn = try? ISBN("9783407793126")

    private static let books: [BookTraits] = [
        BookTraits(id: ID(1), title: "The Gruffalo", author: "Julia Donaldson"),
        BookTraits(id: ID(2), title: "The Gruffalo’s Child", author: "Julia Donaldson"),
        BookTraits(
            id: ID(3),
            title: "Die kleine Raupe Nimmersatt",
            originalTitle: "The Very Hungry Caterpillar",
            author: "Eric Carle",
            isbn: isbn
        ),
        BookTraits(id: ID(4), title: "Märchen für müde Bären", author: "Anna Öhl"),
        BookTraits(id: ID(5), title: "Moon", author: "Ada Alder"),
        BookTraits(id: ID(6), title: "Moon", author: "Ben Birch"),
        BookTraits(
            id: ID(7),
            title: "A Hoot",
            author: "Olive",
            series: "The Owls",
            seriesNumber: 1
        ),
        BookTraits(
            id: ID(8),
            title: "Two Hoots",
            author: "Olive",
            series: "The Owls",
            seriesNumber: 2
        ),
        BookTraits(id: ID(9), title: "Charlotte’s Web", author: "E. B. White"),
        BookTraits(id: ID(10), title: "1984 Balloons: a counting book"),
        BookTraits(id: ID(11), title: "Good night, Fox"),
    ]

    /// A name, the book that it suggests, and whether that is sure.
    private static let cases: [(name: String, book: Int?, isSure: Bool)] = [
        ("The Gruffalo.mp4", 1, true),
        ("the_gruffalo.1080p.x264-WEB.mkv", 1, true),
        ("TheGruffalo.mov", 1, true),
        ("Julia Donaldson - The Gruffalo (2009).mp4", 1, true),
        ("03 - The Gruffalo.mp4", 1, true),
        ("gruffalo.mp4", 1, true),
        ("The Gruffallo.mp4", 1, true),
        ("The Gruffalo's Child.mp4", 2, true),
        ("gruffalos-child-final_v2.mp4", 2, true),
        ("9783407793126.mp4", 3, true),
        ("978-3-407-79312-6 film.mp4", 3, true),
        ("340779312X_de.mp4", 3, true),
        ("Die kleine Raupe Nimmersatt.mp4", 3, true),
        ("kleine raupe nimmersatt.mp4", 3, true),
        ("The Very Hungry Caterpillar.mp4", 3, true),
        ("Raupe Nimmersatt im Garten.mp4", 3, false),
        ("Maerchen fuer muede Baeren.mp4", 4, true),
        ("MÄRCHEN FÜR MÜDE BÄREN.mp4", 4, true),
        ("Moon.mp4", 5, false),
        ("Moon - Ben Birch.mp4", 6, true),
        ("Owls 2.mp4", 8, true),
        ("The Owls 01 German.mp4", 7, true),
        ("Owls 3.mp4", nil, false),
        ("Charlottes Web.mp4", 9, true),
        ("1984 balloons.mp4", 10, true),
        ("Goodnight Fox.mp4", 11, true),
        ("Good evening Fox.mp4", 11, false),
        ("IMG_20240312_0042.mp4", nil, false),
        ("The quick brown dog.mp4", nil, false),
        ("film.mp4", nil, false),
        (".mp4", nil, false),
        ("9783407793127.mp4", nil, false),
    ]

    @Test(
        "Titles, authors, series and ISBNs are recognized, and how sure that is",
        arguments: cases
    )
    func recognizes(name: String, book: Int?, isSure: Bool) {
        let best = BookMatch.best(of: Self.books, for: VideoName(name)).first
        #expect(best?.book.id.value == book, "\(best.map { "\($0)" } ?? "none")")
        #expect((best?.certainty == .sure) == isSure, "\(best?.percent ?? 0)")
    }

    @Test("In a catalog, the same books are found")
    func finds() throws {
        let console = try Console()
        for book in Self.books {
            let details = BookDetails(
                originalTitle: book.originalTitle,
                series: book.series,
                seriesNumber: book.seriesNumber,
                isbn: book.isbn
            )
            _ = try console.books.insert(
                Book.Draft(title: book.title, author: book.author, details: details),
                by: .commandLine
            )
        }
        let matcher = BookMatcher(database: console.database)
        for (name, book, isSure) in Self.cases {
            let best = try matcher.matches(for: VideoName(name)).first
            #expect(best?.book.id.value == book, "\(name)")
            #expect((best?.certainty == .sure) == isSure, "\(name): \(best?.percent ?? 0)")
        }
    }

    @Test("Books in the bin are not suggested")
    func binned() throws {
        let console = try Console()
        try console.addBook("The Gruffalo")
        let matcher = BookMatcher(database: console.database)
        #expect(try matcher.matches(for: VideoName("gruffalo.mp4")).count == 1)
        _ = try console.bin.add(ID(1), by: .commandLine)
        #expect(try matcher.matches(for: VideoName("gruffalo.mp4")).isEmpty)
    }

    @Test("At most five books are suggested, the best first")
    func best() throws {
        let books = (1...9).map { BookTraits(id: ID($0), title: "Fox number \($0)") }
        let matches = BookMatch.best(of: books, for: VideoName("fox number 7.mp4"))
        #expect(matches.count == 5 && matches[0].book.id == ID(7))
        #expect(matches.map(\.percent) == matches.map(\.percent).sorted(by: >))
    }
}

import Testing

@testable import Storytime

@Suite("What catalogers write")
struct LibraryTextTests {
    @Test(
        "A year is found in any date",
        arguments: [
            ("2013", 2013), ("March 6, 2012", 2012), ("c1998", 1998), ("[2001?]", 2001),
            ("6/3/2012", 2012), ("1999-2001", 1999), ("199-?", nil), ("12345", nil), ("", nil),
            ("1200", nil), ("3000", nil), ("12345, 1987", 1987),
        ] as [(String, Int?)]
    )
    func year(text: String, year: Int?) {
        #expect(LibraryText.year(in: text) == year)
    }

    @Test(
        "Pages are found in a collation",
        arguments: [
            ("[32] p.", 32), ("32 pages", 32), ("xii, 48 p. :", 48), ("24 S.", 24),
            ("1 v. (unpaged)", nil), ("", nil), ("2 v., 64 pages", 64), ("12", nil),
        ] as [(String, Int?)]
    )
    func pages(text: String, pages: Int?) {
        #expect(LibraryText.pages(in: text) == pages)
    }

    @Test(
        "A series is a name, and a number if it has one",
        arguments: [
            ("Owls of Alder Wood ; 2", "Owls of Alder Wood", "2"),
            ("Owls of Alder Wood ; bk. 12.", "Owls of Alder Wood", "12"),
            ("The Owls, #3", "The Owls", "3"), ("The Owls (4)", "The Owls", "4"),
            ("The Owls, Book 5", "The Owls", "5"), ("The Owls vol. 6", "The Owls", "6"),
            ("Eulen -- Band 07", "Eulen", "7"), ("Area 51", "Area 51", nil),
            ("The Owls", "The Owls", nil), (" 24 ", "24", nil),
            ("The Owls [ 8 ].", "The Owls", "8"),
            ("The Owls No 9", "The Owls", "9"), ("The Owls; 12345", "The Owls; 12345", nil),
            ("; 3", "; 3", nil), ("Bk. 3", "Bk. 3", nil), ("The Novel 3", "The Novel 3", nil),
        ] as [(String, String, String?)]
    )
    func series(text: String, name: String, number: String?) {
        let series = LibraryText.series(text)
        #expect(series.name == name && series.number == number)
    }

    @Test("Who drew and who translated is in the statement of the title page")
    func people() {
        let illustrator = LibraryText.illustrator
        #expect(illustrator("A. Muster ; ill. B. Beispiel") == "B. Beispiel")
        #expect(illustrator("written and illustrated by Mira Sandberg") == "Mira Sandberg")
        #expect(illustrator("Mira Sandberg ; pictures by Jon Alder and Ida Bø.") == "Jon Alder")
        #expect(illustrator("Mira Sandberg") == nil && illustrator("illustrated by") == nil)
        #expect(illustrator("Text: A (Illustrations: B)") == nil)
        #expect(LibraryText.translator(in: "aus dem Schwedischen von Ida Bø [u. a.]") == "Ida Bø")
        let both = "by A ; illustrated by B and translated by C Cee, with D"
        #expect(illustrator(both) == "B")
        #expect(LibraryText.translator(in: both) == "C Cee")
        #expect(LibraryText.translator(in: "translated from the Swedish by Ida Bø") == "Ida Bø")
        #expect(LibraryText.name("Alder, Jon") == "Jon Alder")
        #expect(LibraryText.name("Alder, Jon, 1950-") == "Alder, Jon, 1950-")
    }

    @Test("Tags are what a book is about, not for whom it is or where it is kept")
    func tags() {
        let subjects = [
            "Foxes", "foxes", "Foxes, fiction", "Juvenile fiction", "Children's stories",
            "Night -- Juvenile literature", "Fear of the dark", "nyt:picture-books=2013-03-03",
            "Accessible book", "In library", "Fiction", "Grades 1-3", "Owls, juvenile fiction",
            "Sandberg, Mira", "Forests and forestry that go on for far too long to be a tag",
        ]
        #expect(LibraryText.tags(subjects) == ["Foxes", "Night", "Fear of the dark", "Owls"])
        let many = (0..<20).map { "Tag " + String(UnicodeScalar(UInt8(65 + $0))) }
        #expect(LibraryText.tags(many).count == LibraryText.maximumTags)
    }

    @Test(
        "Libraries’ codes become language tags",
        arguments: [
            ("ger", "de"), ("deu", "de"), ("eng", "en"), ("fre", "fr"), ("chi", "zh"),
            ("mul", "mul"), ("gsw", "gsw"), ("und", nil), ("", nil), ("xyz", nil),
        ] as [(String, String?)]
    )
    func languages(code: String, tag: String?) {
        #expect(LibraryLanguages.tag(of: code) == tag)
    }
}

import Testing

@testable import Storytime

@Suite("Which column of a file is what")
struct ImportColumnTests {
    @Test(
        "Headings are known by several names, whatever their case, accents and marks",
        arguments: [
            ("title", .title), ("TITLE ", .title), ("Título", .title), ("Book title", .title),
            ("Éditeur", .publisher), ("original_publisher", .publisher), ("Verlag:", .publisher),
            ("AGE_MIN", .ageMin), ("Min. age", .ageMin), ("Alter bis", .ageMax),
            ("Sprache", .language), ("genre", .categories), ("Kategorien", .categories),
            ("cover-url", .coverAddress), ("Résumé", .description), ("id", .id),
            ("ISBN13", .isbn), ("ISBN-10", .isbn), ("ISBN/UID", .isbn), ("Year Published", .year),
            ("Original Publication Year", nil), ("Book Id", nil), ("Number", nil),
            ("Primary Author", .author), ("ISBNs", .isbn), ("Tytuł", .title), ("Название", .title),
            ("Автор", .author), ("Date", .year), ("Date read", nil),
            ("created_at", nil), ("", nil), ("???", nil),
        ] as [(String, ImportColumn?)]
    )
    func headings(heading: String, column: ImportColumn?) {
        #expect(ImportColumn(heading: heading) == column)
    }

    @Test("Everything that the console writes is known again, but for its two moments")
    func ownFile() {
        let mapping = ImportMapping(headings: BookExport.columns.map(\.name))
        #expect(mapping.columns.compactMap(\.self) == ImportColumn.allCasesInFile)
        #expect(mapping.complaint == nil)
    }

    @Test("Of two columns that say the same, the first is taken")
    func duplicates() {
        let mapping = ImportMapping(headings: ["Title", "Name", "Author"])
        #expect(mapping.columns == [.title, nil, .author])
        #expect(ImportMapping(text: mapping.text) == mapping)
    }

    @Test("A date is the year if no other column is")
    func date() {
        #expect(ImportMapping(headings: ["Title", "Date"]).columns == [.title, .year])
        let both = ImportMapping(headings: ["Date", "Title", "Year"])
        #expect(both.columns == [nil, .title, .year])
        let known = ImportMapping(headings: ["Date", "Anno 1"], known: ["anno1": .year])
        #expect(known.columns == [nil, .year])
    }

    @Test("The number of an edition may be in several columns, that of thirteen digits first")
    func editions() {
        let headings = ["ISBN", "title", "EAN", "ISBN13"]
        let mapping = ImportMapping(headings: headings)
        #expect(mapping.columns == [.isbn, .title, .isbn, .isbn] && mapping.complaint == nil)
        #expect(mapping.editions(headings) == [3, 0, 2])
        #expect(ImportMapping(text: mapping.text) == mapping)
    }

    @Test("A file needs titles or ids, and no column twice")
    func complaints() {
        #expect(ImportMapping([.author, nil]).complaint?.contains("titles") == true)
        #expect(ImportMapping([.title, .title]).complaint?.contains("Two columns") == true)
        #expect(ImportMapping([.id]).complaint == nil)
    }
}

extension ImportColumn {
    /// In the order of the console's own file.
    fileprivate static let allCasesInFile: [ImportColumn] = [
        .id, .title, .author, .publisher, .description, .ageMin, .ageMax, .language, .categories,
        .status, .coverAddress, .originalTitle, .illustrator, .translator, .narrator, .series,
        .seriesNumber, .isbn, .year, .pageCount, .tags,
    ]
}

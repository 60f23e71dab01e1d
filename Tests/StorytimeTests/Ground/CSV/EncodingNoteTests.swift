import HTTP
import Server
import Testing

@testable import Storytime

@Suite("How a CSV file’s bytes became text, in words")
struct EncodingNoteTests {
    private func note(_ bytes: [UInt8], after offset: Int = 0) throws -> String? {
        var file = try CSVFile(bytes: bytes)
        while try file.next() != nil {}
        return file.encodingNote(after: offset)
    }

    /// A file that doesn’t say that it is Windows-1252.
    private let guessed =
        Array("title\nMa".utf8) + [0xDF] + Array("e f".utf8) + [0xFC] + Array("r K\n".utf8)
    private static let guess =
        "We guessed the encoding: Western (Windows-1252). If letters look wrong, choose another one, "
        + "or save the file as UTF-8."

    /// A heading and rows of UTF-8, and a line end.
    private let good = Array("title\nDie Bären\nMädchen träumen\nFüchse\n".utf8)

    @Test("Of a file that is UTF-8, marked, or plain letters there is nothing to say")
    func nothing() throws {
        #expect(try note(good) == nil)
        #expect(try note([0xEF, 0xBB, 0xBF] + good) == nil)
        #expect(try note(Array("title\nOwls\n".utf8)) == nil)
    }

    @Test("A guess is told")
    func guess() throws {
        let note = try note(guessed)
        #expect(
            note == "We guessed the encoding: Western (Windows-1252). "
                + "If letters look wrong, save the file as UTF-8."
        )
    }

    @Test("Lines in another encoding are named, the first five of them")
    func strays() throws {
        let stray = Array("B".utf8) + [0xE4] + Array("r\n".utf8)
        #expect(
            try note(good + stray) == "Line 5 isn’t UTF-8, and was read as Windows-1252."
        )
        #expect(
            try note(good + stray + stray, after: 2)
                == "Lines 7 and 8 aren’t UTF-8, and were read as Windows-1252."
        )
        let many = good + good.dropFirst(6) + good.dropFirst(6) + good.dropFirst(6)
        #expect(
            try note(many + Array(repeating: stray, count: 8).joined())
                == "Lines 14, 15, 16, 17, 18 and 3 more aren’t UTF-8, and were read as Windows-1252."
        )
    }

    @Test("What can’t be read in any is told")
    func undecodable() throws {
        let cut = Array("Die B".utf8) + [0xC3] + Array("ren und Mäuse\n".utf8)
        #expect(
            try note(good + cut) == "Line 5 has bytes that aren’t UTF-8. They became “\u{FFFD}”."
        )
    }

    // MARK: Where it is told

    /// Two rows, of which the second is of an older spreadsheet.
    private func rows(_ heading: String, _ cells: String) -> [UInt8] {
        Array("\(heading)\nDie Bären\(cells)\nSchöne Füchse\(cells)\nB".utf8) + [0xE4]
            + Array("r\(cells)\n".utf8)
    }

    private static let sentence = "Line 4 isn’t UTF-8, and was read as Windows-1252."

    @Test("Books: in the plan, on the page and in the API")
    func books() throws {
        let console = try Console.asAdmin()
        let subject = try console.look(try console.bring(rows("title", "")))
        #expect(subject.encodingNote == Self.sentence)
        #expect(try console.get(subject.href).contains(Self.sentence))
        #expect(subject.counts[.created] == 3)
        let other = try console.check("title\nOwls\n")
        #expect(other.encodingNote == nil)
    }

    @Test("Books: a guess is told in the plan, until somebody chooses another encoding")
    func guessOfBooks() throws {
        let console = try Console.asAdmin()
        let brought = try console.bring(guessed)
        #expect(try console.get(brought.href).contains("Guessed from the letters."))
        let subject = try console.look(brought)
        #expect(subject.encodingNote == Self.guess)
        let page = try console.get(subject.href)
        #expect(page.contains(Self.guess) && page.contains("Change the encoding"))
        try console.post("\(subject.href)/back")
        try console.post(
            "\(subject.href)/columns",
            [("act", "read"), ("encoding", "windows-1252"), ("delimiter", "tab")]
        )
        #expect(try console.imports.find(subject.id).isEncodingGuessed)
        try console.post(
            "\(subject.href)/columns",
            [("act", "read"), ("encoding", "windows-1250"), ("delimiter", "tab")]
        )
        #expect(try console.look(subject).encodingNote == nil)
        #expect(try !console.get(subject.href).contains("We guessed the encoding"))
    }

    @Test("Books: a guess is told by the API and by the command")
    func guessElsewhere() throws {
        let console = try Console()
        try Program.makeDataFolders(console.site.configuration)
        let key = try console.adminKey()
        let brought = try console.send(
            .post,
            "/api/v1/imports?name=books.csv",
            [("Authorization", "Bearer \(key)"), ("Content-Type", "text/csv")],
            guessed
        )
        #expect(brought.status == 201)
        try console.work()
        let answer = try console.ask(.get, "/api/v1/imports/1", token: key)
        #expect(answer.contains("\"encoding_note\":\"\(Self.guess)\""))

        let folder = try TemporaryFolder()
        let path = folder.file("books.csv")
        try DurableFile.write(guessed, to: path)
        let result = try Shell(data: folder.file("data")).run("books", "import", path)
        #expect(result.status == 0 && result.errors.contains(Self.guess), "\(result.errors)")
    }

    @Test("Series: on the page that shows what would become of the file")
    func series() throws {
        let console = try Console.asAdmin()
        try Program.makeDataFolders(console.site.configuration)
        let answer = try console.postFile(
            "/admin/series/import",
            [],
            file: ("file", "series.csv", rows("name,status", ","))
        )
        #expect(try console.follow(answer).contains(Self.sentence))
    }

    @Test("Words: after the import")
    func words() throws {
        let home = try PhotoHome()
        try home.signIn()
        let answer = try home.console.postFile(
            "/watch/words/files",
            [("whose", "parents")],
            file: ("file", "words.csv", rows("word,language", ",de"))
        )
        #expect(try home.console.follow(answer).contains(Self.sentence))
    }
}

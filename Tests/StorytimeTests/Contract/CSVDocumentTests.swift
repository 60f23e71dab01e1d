import Foundation
import Testing

@testable import Storytime

@Suite("docs/csv.md")
struct CSVDocumentTests {
    /// The rows of the table under a heading: a column, and what it is.
    private func rows(under heading: String) throws -> [[String]] {
        let text = try Folder.text(Repository.folder + "/docs/csv.md")
        let section = try #require(text.components(after: "\n## \(heading)\n", atMost: 1).first)
        let table = section.components(separatedBy: "\n## ")[0]
        return table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
        }
    }

    /// In a table a bar is written with a backslash.
    private func described<Record>(_ columns: [CSVColumn<Record>]) -> [[String]] {
        columns.map { ["`\($0.name)`", $0.meaning.replacing("|", with: "\\|")] }
    }

    private func described(_ columns: [CSVHeading]) -> [[String]] {
        columns.map { ["`\($0.name)`", $0.meaning.replacing("|", with: "\\|")] }
    }

    @Test("It describes every column of every file, in the order of the file")
    func columns() throws {
        #expect(try rows(under: "Books") == described(BookExport.columns))
        #expect(try rows(under: "Publishers") == described(Publisher.csv))
        #expect(try rows(under: "Series") == described(Series.csv))
        #expect(try rows(under: "Seasons") == described(SeasonFile.csv))
        #expect(try rows(under: "Episodes") == described(EpisodeAnswer.csv))
        #expect(try rows(under: "Categories") == described(Category.csv))
        #expect(try rows(under: "Videos") == described(VideoExport.columns))
        #expect(try rows(under: "Captions") == described(CaptionExport.columns))
        #expect(try rows(under: "Families") == described(Family.csv))
        #expect(try rows(under: "People") == described(PeopleExport.allColumns))
        #expect(try rows(under: "Audit log") == described(AuditExport.columns))
        #expect(try rows(under: "Rights") == described(RightsExport.columns))
        #expect(try rows(under: "Usage: the chart") == described(UsagePartExport.columns))
        #expect(try rows(under: "Usage: the tables") == described(UsageRowExport.columns))
        #expect(try rows(under: "Usage: where stories were left") == described(StopExport.columns))
        #expect(try rows(under: "Usage: when in the week") == described(HoursExport.columns))
        #expect(try rows(under: "Usage: never opened") == described(UnopenedExport.columns))
        #expect(try rows(under: "A child’s series") == described(SeriesExport.columns))
        #expect(try rows(under: "Viewings") == described(ViewingExport.columns))
        #expect(try rows(under: "Events") == described(EventExport.columns))
        #expect(try rows(under: "Vocabulary") == described(WordExport.columns))
        #expect(try rows(under: "Live transcription") == described(LiveExport.columns))
    }

    @Test("It names the address of every file")
    func addresses() throws {
        let text = try Folder.text(Repository.folder + "/docs/csv.md")
        for route in Program.routes where route.pattern.description.hasSuffix(".csv") {
            #expect(text.contains("`\(route.pattern)`"))
        }
    }
}

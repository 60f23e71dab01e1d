import SQLite
import Subtitles

@testable import Storytime

extension Console {
    /// A console with something behind nearly every link that an admin can follow.
    static func seeded() throws -> Console {
        try Console(original: seed)
    }

    private static let seed = DatabaseOriginal {
        let console = try furnished()
        return (console.database, console.folder)
    }

    private static func furnished() throws -> Console {
        let console = try Console()
        _ = try Demo(database: console.database, now: console.time.now).addBooks()
        try console.addUser("first@example.test", .admin)
        // Something in the bin, and something that was done to many books.
        _ = try console.bin.add(ID(1), by: .commandLine)
        let owls = try console.addShow("The Owls", externalID: 1)
        try console.addEpisodes(1...3, to: owls)
        _ = try console.batches.make(
            .bulk,
            by: .commandLine,
            summary: { "\($0) books made active" }
        ) {
            try $0.set(.status, to: "active", of: "SELECT id FROM books LIMIT 3")
        }
        // Earlier versions of books.
        for language in ["sv", "fi"] {
            _ = try console.batches.make(.bulk, by: .commandLine, summary: { "\($0) books" }) {
                try $0.set(.language, to: language, of: "SELECT id FROM books")
            }
        }
        try console.addImports()
        // A book with a video, one to go back to, and one that failed.
        for status in [VideoAsset.Status.errored, .ready] {
            try console.addAsset(status, of: console.books.find(ID(2)))
        }
        let film = try console.addAsset(of: console.books.find(ID(2)))
        try console.addCaptions(to: film.id)
        // One that players get, and one that they had before.
        for text in ["Once", "Twice"] { try console.addTrack([text], to: film, "fr") }
        // Captions with an earlier version.
        let track = try console.addTrack(["One", "Two"], to: film, "it")
        var edited = try console.captions.document(of: track)
        edited.cues[0].text = "First"
        _ = try console.captions.save(
            edited,
            as: track.id,
            expecting: track.version,
            note: "1 cue edited",
            by: .commandLine
        )
        // A file that waits for its book.
        try console.database.execute(
            """
            INSERT INTO waiting_files (kind, file_key, name, stem_key, size_bytes, added_at)
            VALUES ('video', 'upload-x', 'fox.mp4', 'fox', 9, \(console.time.now))
            """
        )
        // Something for the report of rights.
        try console.addWindow(ID(2), "FR", "2026-01-01", "2026-12-01")
        let family = try console.addFamily()
        try console.addFamily("The Janssons")
        try console.addParent("astrid@example.test", in: family)
        let child = try console.addChild("Pippi", in: family)
        // A story that is to be gone on with, and one that was not begun.
        try console.addToLibrary([ID(3), ID(4)], of: child)
        try console.addReadyVideo(ID(3), seconds: 600)
        try console.play(ID(3), by: child, until: 120)
        // One that counts, and one that is left out of statistics.
        let fox = try console.books.find(ID(3))
        for (index, isLeftOut) in [false, true].enumerated() {
            let start = console.time.now - 3600 + index * 600
            let viewing = try console.watch(child, fox, from: start, seconds: 90)
            try console.usage.setLeftOut(isLeftOut, viewing.id, of: child, by: .commandLine)
        }
        try console.addUser("waiting@example.test", .parent)
        // Something with an earlier version.
        for name in ["One", "Two"] {
            let category = try console.categories.find(ID(8))
            _ = try console.categories.update(
                category.id,
                version: category.version,
                .init(name: name, displayOrder: category.displayOrder),
                by: .commandLine
            )
            let series = try console.addSeries("Series " + name)
            for description in ["First", "Second"] {
                let now = try console.series.find(series.id)
                _ = try console.series.update(
                    now.id,
                    version: now.version,
                    .init(name: now.name, description: description),
                    by: .commandLine
                )
            }
        }
        for note in ["First", "Second"] {
            for publisher in try console.publishers.list(limit: 100, offset: 0) {
                _ = try console.publishers.update(
                    publisher.id,
                    version: publisher.version,
                    .init(name: publisher.name, note: note),
                    by: .commandLine
                )
            }
        }
        try console.addEpisodes(2, to: try console.series.find(ID(1)), season: 2)
        // One of each kind in the bin that belongs to books.
        let category = try console.addCategory("Binned shelf")
        let publisher = try console.addPublisher("Binned house")
        let series = try console.addSeries("Binned series")
        _ = try console.series.delete(series.id, version: nil, by: .commandLine)
        _ = try console.categories.delete(category.id, version: nil, by: .commandLine)
        _ = try console.publishers.delete(publisher.id, version: nil, by: .commandLine)
        return console
    }
}

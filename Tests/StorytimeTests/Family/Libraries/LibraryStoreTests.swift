import SQLite
import Testing

@testable import Storytime

@Suite("Children's libraries")
struct LibraryStoreTests {
    private struct Home {
        let console: Console
        let child: Child
        let shelf: FamilyShelf
        let fox: Book
        let owl: Book

        init() throws {
            console = try Console()
            let family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            shelf = try console.shelf(of: family.id)
            fox = try console.addStory("The Lantern Fox")
            owl = try console.addStory("An Owl at Noon")
        }

        var count: Int {
            get throws {
                try console.count("SELECT book_count FROM children WHERE id = \(child.id.value)")
            }
        }
    }

    @Test("A book that is added twice is there once, and the second time nothing is noted")
    func addsOnce() throws {
        let home = try Home()
        let change = try #require(try home.console.addToLibrary([home.fox.id], of: home.child))
        #expect(change.count == 1)
        let entries = try home.console.count("SELECT count(*) FROM audit_entries")
        #expect(try home.console.addToLibrary([home.fox.id], of: home.child) == nil)
        #expect(try home.console.library(of: home.child) == ["The Lantern Fox"])
        #expect(try home.count == 1)
        #expect(try home.console.count("SELECT count(*) FROM audit_entries") == entries)
    }

    @Test("What the family may not see is not added, alone or among others")
    func addsVisible() throws {
        let home = try Home()
        let draft = try home.console.addBook("Draft")
        let closed = try home.console.addActiveBook("Closed")
        let abroad = try home.console.addActiveBook("Abroad")
        try home.console.addWindow(abroad.id, "DE")
        let books = [draft.id, closed.id, abroad.id]
        #expect(try home.console.addToLibrary(books, of: home.child) == nil)
        #expect(try home.console.addToLibrary(books + [home.owl.id], of: home.child)?.count == 1)
        #expect(try home.console.library(of: home.child) == ["An Owl at Noon"])
    }

    @Test("A library is in the order in which books were added, of titles, or of watching")
    func sorts() throws {
        let home = try Home()
        let console = home.console
        try console.addToLibrary([home.fox.id], of: home.child)
        try console.addToLibrary([home.owl.id], of: home.child)
        let bear = try console.addStory("Bears Bake Bread")
        try console.addToLibrary([bear.id], of: home.child)
        try console.play(home.owl.id, by: home.child, until: 5)
        console.time.now += 60
        try console.play(home.fox.id, by: home.child, until: 5)
        let (fox, owl, bears) = ("The Lantern Fox", "An Owl at Noon", "Bears Bake Bread")
        #expect(try console.library(of: home.child) == [bears, owl, fox])
        #expect(try console.library(of: home.child, .title) == [owl, bears, fox])
        #expect(try console.library(of: home.child, .watched) == [fox, owl, bears])
        // A title that changes takes its new place.
        var draft = Book.Draft(title: "Zebras", author: "", status: .active)
        draft.status = .active
        _ = try console.books.update(home.owl.id, version: 1, draft, by: .commandLine)
        #expect(try console.library(of: home.child, .title) == [bears, fox, "Zebras"])
    }

    private func items(_ console: Console) throws -> [String] {
        try console.texts(
            """
            SELECT id || ' ' || quote(last_position_seconds) || ' ' || added_at FROM library_items
            ORDER BY id
            """
        )
    }

    @Test("Undo brings back what was removed, in its place and as far as it was watched")
    func undoesRemoving() throws {
        let home = try Home()
        let console = home.console
        try console.addToLibrary([home.fox.id], of: home.child)
        try console.addToLibrary([home.owl.id], of: home.child)
        try console.play(home.fox.id, by: home.child, until: 77)
        let before = try items(console)
        console.time.now += 100
        let change = try #require(
            try console.libraries.remove(
                home.fox.id,
                from: home.child.id,
                of: home.shelf,
                by: .commandLine
            )
        )
        #expect(try console.library(of: home.child) == ["An Owl at Noon"])
        #expect(try home.count == 1)
        let undo = {
            try console.libraries.undo(
                change.id,
                of: home.child.id,
                home.shelf.family,
                by: .commandLine
            )
        }
        _ = try undo()
        #expect(try items(console) == before)
        #expect(try home.count == 2)
        #expect(throws: LibraryStore.Refusal.cantBeUndone) { try undo() }
    }

    @Test("A day later it is too late for Undo, and the caretaker forgets what was done")
    func forgetsChanges() throws {
        let home = try Home()
        let change = try #require(try home.console.addToLibrary([home.fox.id], of: home.child))
        home.console.time.now += LibraryChange.keptSeconds
        #expect(throws: LibraryStore.Refusal.cantBeUndone) {
            try home.console.libraries.undo(
                change.id,
                of: home.child.id,
                home.shelf.family,
                by: .commandLine
            )
        }
        try home.console.libraries.removeOld()
        #expect(try home.console.count("SELECT count(*) FROM library_changes") == 0)
        #expect(try home.console.count("SELECT count(*) FROM library_change_rows") == 0)
        #expect(try home.console.library(of: home.child) == ["The Lantern Fox"])
    }

    @Test("Continue Watching is what was played within a week and is neither begun nor over")
    func continues() throws {
        let home = try Home()
        let console = home.console
        let child = home.child
        try console.addToLibrary([home.fox.id, home.owl.id], of: child)
        try console.addReadyVideo(home.fox.id, seconds: 100)
        try console.addReadyVideo(home.owl.id, seconds: nil)
        for (place, isThere) in [(nil, false), (0, false), (1, true), (89, true), (90, false)] {
            try console.play(home.fox.id, by: child, until: place)
            #expect(try console.continued(by: child).isEmpty != isThere, "\(place ?? -1)")
        }
        // Of a video whose length isn't known, any place is one to go on from.
        try console.play(home.fox.id, by: child, until: 50)
        console.time.now += 1
        try console.play(home.owl.id, by: child, until: 5000)
        #expect(try console.continued(by: child) == ["An Owl at Noon", "The Lantern Fox"])
        console.time.now += 7 * 86_400 - 1
        #expect(try console.continued(by: child).count == 2)
        console.time.now += 1
        #expect(try console.continued(by: child) == ["An Owl at Noon"])
        console.time.now += 1
        #expect(try console.continued(by: child).isEmpty)
    }

    @Test("A hidden story comes back when it is played again; both acts can be taken back")
    func hidesAndForgets() throws {
        let home = try Home()
        let console = home.console
        let (fox, child, shelf) = (home.fox.id, home.child, home.shelf)
        try console.addToLibrary([fox], of: child)
        try console.addReadyVideo(fox, seconds: 100)
        try console.play(fox, by: child, until: 50)
        console.time.now += 10
        let hidden = try #require(
            try console.libraries.hide(fox, of: child.id, shelf, by: .commandLine)
        )
        #expect(try console.continued(by: child).isEmpty)
        _ = try console.libraries.undo(hidden.id, of: child.id, shelf.family, by: .commandLine)
        #expect(try console.continued(by: child).count == 1)
        _ = try console.libraries.hide(fox, of: child.id, shelf, by: .commandLine)
        console.time.now += 10
        try console.play(fox, by: child, until: 60)
        #expect(try console.continued(by: child).count == 1)

        let forgotten = try #require(
            try console.libraries.forget(fox, of: child.id, shelf, by: .commandLine)
        )
        #expect(try console.continued(by: child).isEmpty)
        #expect(try console.count("SELECT coalesce(last_played_at, -1) FROM library_items") == -1)
        _ = try console.libraries.undo(forgotten.id, of: child.id, shelf.family, by: .commandLine)
        #expect(try console.count("SELECT last_position_seconds FROM library_items") == 60)
        #expect(try console.continued(by: child).count == 1)
    }

    @Test("A book in the bin is not in a library, counts no more, and comes back with its place")
    func bin() throws {
        let home = try Home()
        let console = home.console
        try console.addToLibrary([home.fox.id, home.owl.id], of: home.child)
        _ = try console.bin.add(home.fox.id, by: .commandLine)
        #expect(try home.count == 1)
        #expect(try console.library(of: home.child) == ["An Owl at Noon"])
        #expect(try !home.shelf.maySee(home.fox.id))
        _ = try console.bin.restore(home.fox.id, by: .commandLine)
        #expect(try home.count == 2)
        #expect(try console.library(of: home.child).count == 2)
        _ = try console.bin.add(home.fox.id, by: .commandLine)
        _ = try console.bin.purge(home.fox.id, by: .commandLine)
        #expect(try home.count == 1)
        #expect(try console.database.danglingReferences().isEmpty)
    }

    @Test("A library that is full takes no more, and says so")
    func full() throws {
        let home = try Home()
        try home.console.database.execute(
            "UPDATE children SET book_count = \(LibraryStore.maximumBooks)"
        )
        #expect(throws: LibraryStore.Refusal.isFull) {
            try home.console.addToLibrary([home.fox.id], of: home.child)
        }
        #expect(try home.console.count("SELECT count(*) FROM library_items") == 0)
    }

    @Test(
        "Whose it is",
        arguments: [
            ("Emma", "Emma’s"), ("James", "James’s"), ("Chris", "Chris’s"), ("Zoë", "Zoë’s"),
            ("The boys’", "The boys’"), ("Mc Donald's", "Mc Donald's"), ("美咲", "美咲’s"),
            ("LUCAS", "LUCAS’s"), ("", "’s"),
        ]
    )
    func possessive(name: String, expected: String) {
        #expect(Possessive.text(name) == expected)
    }

    @Test(
        "How long",
        arguments: [
            (0, "0:00", "0 seconds"), (9, "0:09", "9 seconds"), (60, "1:00", "1 minute"),
            (330, "5:30", "5 minutes 30 seconds"), (599, "9:59", "9 minutes 59 seconds"),
            (600, "10 min", "10 minutes"), (754, "12 min", "12 minutes"),
            (4500, "75 min", "75 minutes"),
        ]
    )
    func durations(seconds: Int, short: String, spoken: String) {
        #expect(DurationText.short(seconds) == short)
        #expect(DurationText.spoken(seconds) == spoken)
    }
}

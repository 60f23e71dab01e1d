import SQLite

@testable import Storytime

/// What must be there for an operation to refuse in its own way, and what is sent then.
struct OwnRefusals: Sendable {
    var content: String?
    var query = ""
    var needsStub = false
    var prepare: @Sendable (APIWorld) throws -> Void = { _ in }

    /// By the operation and the status.
    static let all: [String: OwnRefusals] = [
        "createToken 401": OwnRefusals(
            content: #"{"email": "karin@lindqvist.example", "password": "wrong"}"#
        ),
        "refreshToken 401": OwnRefusals(content: #"{"refresh_token": "12.wrong"}"#),
        "createChild 409": OwnRefusals { world in
            for number in 1..<Family.maximumChildren {
                try world.console.addChild("\(number)", in: world.family)
            }
        },
        "addLibraryItem 409": OwnRefusals { world in
            try world.console.database.execute("DELETE FROM library_items")
            try world.console.database.execute(
                "UPDATE children SET book_count = \(LibraryStore.maximumBooks)"
            )
        },
        "createPlayback 409": OwnRefusals {
            try $0.console.database.execute("DELETE FROM video_assets")
        },
        // The book is in no series.
        "setCaptions 409": OwnRefusals(),
        // Books are in it, whose number was not sent.
        "deleteCategory 409": OwnRefusals { world in
            let category = try world.console.categories.find(ID(1))
            try world.console.addBook("In it", in: [category])
        },
        "deletePublisher 409": OwnRefusals { world in
            let publisher = try world.console.publishers.find(ID(1))
            try world.console.addBook("Theirs", from: publisher)
        },
        "deleteSeries 409": OwnRefusals { world in
            let books = world.console.books
            let draft = Book.Draft(title: "In it", author: "", details: .init(series: "The Owls"))
            _ = try books.insert(draft, by: .commandLine)
        },
        "deleteEpisode 409": OwnRefusals { world in
            try world.console.database.execute("UPDATE episodes SET is_of_book = 1")
        },
        "addToWatchlist 409": fullLists, "putSeriesOnList 409": fullLists,
        "setEpisodeProgress 409": fullLists, "setSeriesProgress 409": fullLists,
        "setExactProgress 409": fullLists, "setExactSeriesProgress 409": fullLists,
        // It isn't an entry of that playlist.
        "orderPlaylist 409": OwnRefusals(content: #"{"item_ids": [99]}"#),
        // Another word is that one.
        "updateWord 409": OwnRefusals(content: #"{"term": "owl"}"#) { world in
            try world.console.database.execute(
                """
                INSERT INTO kept_words (family_id, term, term_key, created_at, created_by)
                VALUES (\(world.family.id.value), 'owl', 'owl', 1, 'Karin')
                """
            )
        },
        "updateBook 409": OwnRefusals { _ = try $0.console.bin.add(ID(1), by: .commandLine) },
        "createRightsWindow 409": OwnRefusals { world in
            for _ in 1..<RightsStore.maximumWindows { try world.console.addWindow(world.book.id) }
        },
        // Mux is not set up.
        // Books aren't looked up anywhere, and nothing is there.
        "lookUpBook 409": OwnRefusals(query: "isbn=\(StubLibrary.isbn)"),
        "lookUpBook 502": OwnRefusals(query: "isbn=\(StubLibrary.isbn)", needsStub: true),
        "createVideoAsset 409": OwnRefusals(),
        // The film of the book is here, and ready.
        "retryVideoAsset 409": OwnRefusals(),
        "cancelVideoAsset 409": OwnRefusals(),
        "checkVideoAsset 409": OwnRefusals(),
        "chooseVideoAsset 409": OwnRefusals { world in
            try world.console.database.execute(
                "UPDATE video_assets SET is_current = 0, status = 'errored', error = 'x'"
            )
        },
        // The plan has another name.
        "runImport 409": OwnRefusals(content: #"{"plan": "AQID"}"#),
    ]

    /// The child has as many series on lists as they can have.
    private static let fullLists = OwnRefusals { world in
        try world.console.database.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
                WHERE i < \(ProgressStore.maximumSeries))
            INSERT INTO child_series (child_id, series_id, status, listed_at, updated_at)
            SELECT \(world.child.id.value), 1000 + i, 'watchlist', 0, 0 FROM n
            """
        )
    }
}

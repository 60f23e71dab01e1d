import SQLite

@testable import Storytime

/// What must be done first, where the example of an operation works in a certain state only.
struct Preparations: Sendable {
    var needsStub = false
    /// Of which record it is asked, where that is not the first.
    var numbers: [String: String] = [:]
    /// What it must be asked with.
    var query = ""
    var prepare: @Sendable (APIWorld) throws -> Void = { _ in }

    /// By the operation.
    static let all: [String: Preparations] = [
        // It is in the library already.
        "addLibraryItem": Preparations {
            try $0.console.database.execute("DELETE FROM library_items")
        },
        // There is an episode 4 already.
        "createEpisode": Preparations {
            try $0.console.database.execute("DELETE FROM episodes WHERE episode_number = 4")
        },
        "lookUpBook": Preparations(needsStub: true, query: "isbn=\(StubLibrary.isbn)") {
            if let stub = $0.stub { StubLibrary.fill(stub) }
        },
        "setCaptions": Preparations { try $0.console.put($0.book, in: "The Owls", 1) },
        "restoreBook": Preparations { _ = try $0.console.bin.add(ID(1), by: .commandLine) },
        "createVideoAsset": Preparations(needsStub: true) {
            $0.stub?.answer("POST /video/v1/assets", 201, asset(2))
        },
        // What its film has besides is no captions.
        "downloadCaptions": Preparations(numbers: ["caption_track_id": "2"]) {
            try $0.console.addTrack(["Once"], to: $0.console.videos.find(ID(1)))
        },
        "retryVideoAsset": Preparations(needsStub: true, numbers: ["video_asset_id": "2"]) {
            try $0.console.addAsset(.errored, of: $0.book)
            $0.stub?.answer("POST /video/v1/assets", 201, asset(3))
        },
        "cancelVideoAsset": Preparations(numbers: ["video_asset_id": "2"]) {
            try $0.console.addAsset(.preparing, of: $0.book, by: .local, source: "a.mp4")
        },
        "checkVideoAsset": Preparations(needsStub: true, numbers: ["video_asset_id": "2"]) {
            try $0.console.addAsset(.preparing, of: $0.book)
            try $0.console.database.execute(
                "UPDATE video_assets SET mux_asset_id = 'asset-1' WHERE id = 2"
            )
            $0.stub?.answer("GET /video/v1/assets/asset-1", 200, asset(2))
        },
    ]

    /// What Mux says of an asset that it makes for the book.
    private static func asset(_ number: Int) -> String {
        "{\"data\":\(MuxTale(passthrough: "book:1;video:\(number)").data("preparing"))}"
    }
}

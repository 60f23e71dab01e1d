import SQLite

/// Videos that a person adds at Mux.
extension MuxVideos {
    /// Why an asset can't become a book's video, in words for people.
    struct Refusal: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// Has Mux make a video that was just added. If Mux refuses, it is removed again: the person
    /// is told, and can try again. If something may have been made despite the error, it stays
    /// until Mux reports.
    func makeNew(_ id: ID<VideoAsset>, by actor: Actor) throws {
        try takingBack(id, by: actor) { try create(id) }
    }

    /// Prepares Mux for a video that was just added and that a browser will upload. If Mux
    /// refuses, it is removed again.
    func beginUpload(_ id: ID<VideoAsset>, from origin: Origin, by actor: Actor) throws
        -> UploadPlace
    {
        try takingBack(id, by: actor) { try startUpload(id, from: origin) }
    }

    private func takingBack<Result>(
        _ id: ID<VideoAsset>,
        by actor: Actor,
        _ make: () throws -> Result
    ) throws -> Result {
        do {
            return try make()
        } catch let error as MuxError {
            if !error.mayBeDone { try videos.delete(id, by: actor) }
            throw error
        }
    }

    /// Makes an existing asset at Mux a video of a book. One that nobody could play gets a signed
    /// playback id.
    func link(_ name: String, to book: ID<Book>, by actor: Actor) throws -> VideoAsset {
        if let known = try known(name, for: book, by: actor) { return known }
        var answer = try client.asset(name)
        if answer.value.playbackIDs?.isEmpty ?? true {
            _ = try client.createPlaybackID(of: name)
            answer = try client.asset(name)
        }
        let asset = try database.write {
            // Somebody may have been faster.
            if let known = try known(name, for: book, by: actor) { return known }
            let draft = VideoAsset.Draft(provider: .mux, bookID: book)
            let asset = try videos.insert(draft, by: actor)
            try database.execute(
                "UPDATE video_assets SET mux_asset_id = \(name) WHERE id = \(asset.id.value)"
            )
            return asset
        }
        try take(answer)
        return try videos.find(asset.id)
    }

    /// An asset that is known here and belongs to no book is given to that one.
    private func known(_ name: String, for book: ID<Book>, by actor: Actor) throws -> VideoAsset? {
        guard let known = try videos.first("mux_asset_id = \(name)") else { return nil }
        guard known.deletedAt == nil else {
            throw Refusal(description: "This asset was deleted. Choose another.")
        }
        guard known.bookID != book else {
            throw Refusal(description: "This asset is already a video of this book.")
        }
        if let other = known.bookID {
            let title = try BookStore(database: database, now: now).find(other).title
            throw Refusal(description: "This asset already belongs to “\(title)”. Choose another.")
        }
        try videos.choose(known.id, for: book, by: actor)
        return try videos.find(known.id)
    }
}

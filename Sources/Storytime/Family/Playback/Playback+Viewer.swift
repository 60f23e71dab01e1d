extension Visit {
    /// What plays a video for someone's eyes; nil where it can't be played.
    func playback(
        of asset: VideoAsset,
        _ tracks: @autoclosure () throws -> [CaptionTrack],
        for viewer: Viewer,
        hasFrames: Bool = true
    ) throws -> Playback? {
        guard try viewer.mayWatch(asset) else { return nil }
        var playback = try Playback(
            asset,
            tracks(),
            site.configuration,
            now: now,
            notAfter: try rightsEnd(of: asset, for: viewer),
            hasFrames: hasFrames
        )
        playback?.tracks += try familyTracks(of: asset, for: viewer)
        return playback
    }

    /// The same for a child, for whom a program of the family asks, and whose player shows nothing but
    /// the addresses.
    func playback(of asset: VideoAsset, withPassFor shelf: ChildShelf) throws -> Playback? {
        let viewer = Viewer.child(shelf)
        guard let parent = session?.user.id, try viewer.mayWatch(asset) else { return nil }
        let notAfter = try rightsEnd(of: asset, for: viewer)
        let expiry = MuxPlayback.expiry(
            durationSeconds: asset.durationSeconds ?? 0,
            now: now,
            notAfter: notAfter
        )
        return try Playback(
            asset,
            videos.captions(of: asset.id),
            site.configuration,
            now: now,
            notAfter: notAfter,
            hasFrames: false,
            pass: expiry.map {
                try FilmPass(
                    to: asset.id,
                    for: shelf.child,
                    of: parent,
                    in: shelf.family.family,
                    until: $0,
                    key: site.filmKey
                )
            }
        )
    }

    /// When the rights to a video's book end for good, for someone's eyes; nil without an end.
    func rightsEnd(of asset: VideoAsset, for viewer: Viewer) throws -> Int? {
        try asset.bookID.flatMap { viewer.rightsEnd(try rightsStore.windows(of: $0)) }
    }
}

import Received

/// What the earlier messages about an asset come to: it stands for them in `MuxState` once they are too many
/// to be read each time (`MuxFolding`).
struct MuxSummary: Decodable, Sendable {
    /// What is kept of one. Only what no video has makes it longer, and that is left out.
    static let mostBytes = 64 << 10

    var isAsset: Bool
    var status: String
    var errorCode: String?
    var error: String?
    var progress: Tally?
    var duration: Tally?
    var width: Tally?
    var height: Tally?
    var aspectRatio: String?
    var resolution: String?
    var assetID: String?
    var uploadID: String?
    var passthrough: String?
    var signedPlaybackID: String?
    var publicPlaybackID: String?
    var hasAllTracks: Bool
    var tracks: [MuxTrack]
    var hasAllRenditions: Bool
    var renditions: [MuxRendition]
    var madeAt: Tally?
    var firstAt: Tally?
    var deletedAt: Tally?

    /// As it is kept: like any message, with Mux's words for tracks and files.
    var body: [UInt8] {
        var summary = self
        var bytes = summary.json
        while bytes.count > Self.mostBytes, !summary.tracks.isEmpty || !summary.renditions.isEmpty {
            summary.tracks.removeLast((summary.tracks.count + 1) / 2)
            summary.renditions.removeLast((summary.renditions.count + 1) / 2)
            bytes = summary.json
        }
        return bytes
    }

    private var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.name("data")
            json.object(writeMembers)
        }
        return json.bytes
    }

    private func writeMembers(_ json: inout JSONWriter) {
        json.member("isAsset", isAsset)
        json.member("status", status)
        json.member("errorCode", errorCode)
        json.member("error", error)
        json.member("progress", progress?.value)
        json.member("duration", duration?.value)
        json.member("width", width?.value)
        json.member("height", height?.value)
        json.member("aspectRatio", aspectRatio)
        json.member("resolution", resolution)
        json.member("assetID", assetID)
        json.member("uploadID", uploadID)
        json.member("passthrough", passthrough)
        json.member("signedPlaybackID", signedPlaybackID)
        json.member("publicPlaybackID", publicPlaybackID)
        json.member("hasAllTracks", hasAllTracks)
        json.name("tracks")
        json.list { json in for track in tracks { json.object(track.write) } }
        json.member("hasAllRenditions", hasAllRenditions)
        json.name("renditions")
        json.list { json in for rendition in renditions { json.object(rendition.write) } }
        json.member("madeAt", madeAt?.value)
        json.member("firstAt", firstAt?.value)
        json.member("deletedAt", deletedAt?.value)
    }
}

extension MuxTrack {
    /// With texts of limited length; nil without a name that it could have in a row.
    var bounded: MuxTrack? {
        guard MuxName.text(id) != nil else { return nil }
        var track = self
        // The asset is known already.
        track.assetID = nil
        track.type = type.map { MuxName.cut($0, to: 40) }
        track.textType = textType.map { MuxName.cut($0, to: 40) }
        track.textSource = textSource.map { MuxName.cut($0, to: 40) }
        track.language = language.map { MuxName.cut($0, to: 40) }
        track.name = name.map { MuxName.cut($0, to: 200) }
        track.status = status.map { MuxName.cut($0, to: 40) }
        track.error = error?.bounded
        return track
    }

    fileprivate func write(_ json: inout JSONWriter) {
        json.member("id", id)
        json.member("type", type)
        json.member("text_type", textType)
        json.member("text_source", textSource)
        json.member("language_code", language)
        json.member("name", name)
        json.member("closed_captions", isClosedCaptions)
        json.member("status", status)
        json.member("max_width", width?.value)
        json.member("max_height", height?.value)
        json.member("error", error)
    }
}

extension MuxRendition {
    /// With texts of limited length.
    var bounded: MuxRendition {
        var rendition = self
        rendition.assetID = nil
        rendition.id = MuxName.text(id)
        rendition.name = name.map { MuxName.cut($0, to: 100) }
        rendition.status = status.map { MuxName.cut($0, to: 40) }
        rendition.ext = ext.map { MuxName.cut($0, to: 40) }
        rendition.resolution = resolution.map { MuxName.cut($0, to: 100) }
        rendition.error = error?.bounded
        return rendition
    }

    fileprivate func write(_ json: inout JSONWriter) {
        json.member("id", id)
        json.member("name", name)
        json.member("status", status)
        json.member("ext", ext)
        json.member("resolution", resolution)
        json.member("width", width?.value)
        json.member("height", height?.value)
        json.member("filesize", bytes?.value)
        json.member("error", error)
    }
}

extension MuxTrouble {
    /// One sentence of limited length.
    fileprivate var bounded: MuxTrouble {
        var trouble = self
        trouble.type = type.map { MuxName.cut($0, to: 100) }
        trouble.messages = text.map { [$0] } ?? []
        return trouble
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        self.name(name)
        text(value)
    }

    fileprivate mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        self.name(name)
        integer(value)
    }

    fileprivate mutating func member(_ name: String, _ value: Bool?) {
        guard let value else { return }
        self.name(name)
        bool(value)
    }

    fileprivate mutating func member(_ name: String, _ trouble: MuxTrouble?) {
        guard let trouble else { return }
        self.name(name)
        object { json in
            json.member("type", trouble.type)
            json.name("messages")
            json.list { json in for message in trouble.messages { json.text(message) } }
        }
    }
}

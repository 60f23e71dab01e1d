import FoundationEssentials
import Received

/// Mux's JSON objects, as far as they are used here.
///
/// Only what an object can't do without is required. A field that is missing, or has another type
/// than the documentation says, is nil: the rest is still true, and Mux adds and changes fields.
struct MuxAsset: Decodable, Sendable {
    var id: String
    var status: String?
    var createdAt: MuxMoment?
    var duration: Double?
    var aspectRatio: String?
    var resolution: String?
    var uploadID: String?
    var passthrough: String?
    var playbackIDs: [PlaybackID]?
    var tracks: [MuxTrack]?
    var renditions: [MuxRendition]?
    var errors: MuxTrouble?
    var progress: Progress?

    struct PlaybackID: Decodable, Sendable {
        let id: String
        let policy: String
    }

    struct Progress: Decodable, Sendable {
        let progress: Double
    }

    private struct Renditions: Decodable {
        let files: [MuxRendition]?

        private enum Key: String, CodingKey {
            case files
        }

        init(from decoder: any Decoder) throws {
            files = try decoder.container(keyedBy: Key.self)
                .few(.files, most: MuxState.mostRenditions)
        }
    }

    private enum Key: String, CodingKey {
        case id, status, duration, passthrough, tracks, errors, progress
        case createdAt = "created_at"
        case aspectRatio = "aspect_ratio"
        case resolution = "resolution_tier"
        case storedResolution = "max_stored_resolution"
        case uploadID = "upload_id"
        case playbackIDs = "playback_ids"
        case renditions = "static_renditions"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        id = try values.decode(String.self, forKey: .id)
        status = values.lenient(.status)
        createdAt = values.lenient(.createdAt)
        duration = values.lenient(.duration)
        aspectRatio = values.lenient(.aspectRatio)
        resolution = values.lenient(.resolution) ?? values.lenient(.storedResolution)
        uploadID = values.lenient(.uploadID)
        passthrough = values.lenient(.passthrough)
        playbackIDs = values.few(.playbackIDs, most: MuxState.mostTracks)
        tracks = values.few(.tracks, most: MuxState.mostTracks)
        // The API's types have an object with files, its guides a list.
        renditions =
            (values.lenient(.renditions) as Renditions?)?.files
            ?? values.few(.renditions, most: MuxState.mostRenditions)
        errors = values.lenient(.errors)
        progress = values.lenient(.progress)
    }
}

/// A track of an asset: its picture, a sound, or a text.
struct MuxTrack: Decodable, Sendable, Equatable {
    var id: String
    var assetID: String?
    var type: String?
    var textType: String?
    var textSource: String?
    var language: String?
    var name: String?
    var isClosedCaptions: Bool?
    var status: String?
    var width: Tally?
    var height: Tally?
    var error: MuxTrouble?

    private enum Key: String, CodingKey {
        case id, type, name, status, error
        case assetID = "asset_id"
        case textType = "text_type"
        case textSource = "text_source"
        case language = "language_code"
        case isClosedCaptions = "closed_captions"
        case width = "max_width"
        case height = "max_height"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        id = try values.decode(String.self, forKey: .id)
        assetID = values.lenient(.assetID)
        type = values.lenient(.type)
        textType = values.lenient(.textType)
        textSource = values.lenient(.textSource)
        language = values.lenient(.language)
        name = values.lenient(.name)
        isClosedCaptions = values.lenient(.isClosedCaptions)
        status = values.lenient(.status)
        width = values.lenient(.width)
        height = values.lenient(.height)
        error = values.lenient(.error)
    }

    /// Whether it is a text to read along with the video.
    var isCaptions: Bool { type == "text" && (textType ?? "subtitles") == "subtitles" }
}

/// An upload from a browser, from which an asset comes.
struct MuxUpload: Decodable, Sendable {
    var id: String
    var status: String?
    var assetID: String?
    /// Where to send the bytes; only in answers.
    var url: String?
    var error: MuxTrouble?

    private enum Key: String, CodingKey {
        case id, status, url, error
        case assetID = "asset_id"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        id = try values.decode(String.self, forKey: .id)
        status = values.lenient(.status)
        assetID = values.lenient(.assetID)
        url = values.lenient(.url)
        error = values.lenient(.error)
    }
}

/// An MP4 file of an asset: a static rendition.
struct MuxRendition: Decodable, Sendable, Equatable {
    var id: String?
    var name: String?
    var status: String?
    var ext: String?
    var resolution: String?
    var width: Tally?
    var height: Tally?
    var bytes: ByteSize?
    var assetID: String?
    var error: MuxTrouble?

    private enum Key: String, CodingKey {
        case id, name, status, ext, resolution, width, height, error
        case bytes = "filesize"
        case assetID = "asset_id"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        id = values.lenient(.id)
        name = values.lenient(.name)
        status = values.lenient(.status)
        ext = values.lenient(.ext)
        resolution = values.lenient(.resolution)
        width = values.lenient(.width)
        height = values.lenient(.height)
        // A text, according to the API's types.
        bytes =
            (values.lenient(.bytes) as String?).flatMap {
                ReceivedNumber.integer($0).flatMap { ByteSize(exactly: $0) }
            }
            ?? values.lenient(.bytes)
        assetID = values.lenient(.assetID)
        error = values.lenient(.error)
    }

    /// The name of a film's file; nil for a sound, and for what can't be a name.
    var fileName: String? {
        let name = name ?? resolution.map { "\($0).mp4" }
        return name.flatMap { $0.hasSuffix(".mp4") && (5...100).contains($0.utf8.count) ? $0 : nil }
    }

    /// Nil for files of the older kind, which are named by their quality.
    var size: VideoSize? { fileName.flatMap { VideoSize(rawValue: String($0.dropLast(4))) } }
}

/// Why something failed: Mux gives one message or several.
struct MuxTrouble: Decodable, Sendable, Equatable {
    var type: String?
    var messages: [String]

    private enum Key: String, CodingKey { case type, messages, message }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        type = values.lenient(.type)
        let message: String? = values.lenient(.message)
        messages = values.lenient(.messages) ?? message.map { [$0] } ?? []
    }

    /// As one sentence, limited like in the database.
    var text: String? {
        let text = messages.joined(separator: " ")
        let said = text.isEmpty ? type ?? "" : text
        return said.isEmpty ? nil : MuxName.cut(said, to: 1000)
    }
}

extension KeyedDecodingContainer {
    /// A value, unless it is missing, null, or of another type.
    fileprivate func lenient<Value: Decodable>(_ key: Key) -> Value? {
        try? decodeIfPresent(Value.self, forKey: key)
    }

    /// The first values of a list, unless one of them is of another type. What is beyond takes no memory.
    fileprivate func few<Value: Decodable>(_ key: Key, most: Int) -> [Value]? {
        guard var list = try? nestedUnkeyedContainer(forKey: key) else { return nil }
        var values: [Value] = []
        while !list.isAtEnd, values.count < most {
            guard let value = try? list.decode(Value.self) else { return nil }
            values.append(value)
        }
        return values
    }
}

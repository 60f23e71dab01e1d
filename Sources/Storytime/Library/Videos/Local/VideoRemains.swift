import Received

/// What of a film’s file isn’t in the video that is made of it, in sentences for people. Its texts
/// speak for themselves (`EmbeddedCaptions`).
struct VideoRemains {
    /// More names are no use to anybody.
    private static let mostNames = 10

    let probe: VideoProbe
    let plan: VideoPlan

    var notes: [String] {
        [colors, pictures, sounds, attachments, data].compactMap(\.self)
    }

    private var others: [VideoProbe.Stream] {
        let kept = Set(([plan.video] + plan.sounds).map(\.index.value))
        return probe.all.filter { !kept.contains($0.index.value) }
    }

    private func others(_ kind: String) -> [VideoProbe.Stream] { others.filter { $0.kind == kind } }

    private var colors: String? {
        if plan.video.isOnlyDolby {
            return "The colors are wrong: the file has Dolby Vision alone (profile 5), which only "
                + "Dolby’s players show. Upload another version of the film."
        }
        guard plan.video.highRange != nil, !plan.convertsColors else { return nil }
        return "The colors are pale: the film is in HDR, and this server’s ffmpeg can’t convert "
            + "that. Install an ffmpeg with zscale (libzimg), then upload the file again."
    }

    private var pictures: String? {
        let films = others("video").count { !$0.has("attached_pic") }
        let covers = others("video").count - films
        let tracks = films == 1 ? "a second video track" : "\(films) more video tracks"
        let what = [
            films > 0 ? tracks : nil,
            covers > 0 ? "the cover in the file" : nil,
        ].compactMap(\.self)
        guard !what.isEmpty else { return nil }
        return "Not kept: \(Counted.list(what))."
            + (films > 0 ? " Storytime keeps one video track." : "")
    }

    private var sounds: String? {
        let sounds = others("audio")
        guard !sounds.isEmpty else { return nil }
        return "Not kept: sound that ffmpeg can’t read (\(Self.names(of: sounds)))."
    }

    private var attachments: String? {
        let names = others("attachment").map { stream in
            let name = ReadableText.of(stream.tags?["filename"], most: 100)
            return name.isEmpty ? "a file without a name" : name
        }
        return names.isEmpty ? nil : "Not kept: attached files (\(Self.some(names)))."
    }

    /// Not the titles of chapters, which are such a stream in MP4.
    private var data: String? {
        let data = others("data").filter { $0.codecTag != "text" }
        return data.isEmpty ? nil : "Not kept: the camera’s own data, such as times and places."
    }

    private static func names(of streams: [VideoProbe.Stream]) -> String {
        some(streams.map { VideoContents.Sound(language: $0.language, title: $0.title).name })
    }

    private static func some(_ names: [String]) -> String {
        let more = names.count - mostNames
        guard more > 0 else { return names.joined(separator: ", ") }
        return names.prefix(mostNames).joined(separator: ", ") + " and \(more) more"
    }
}

extension VideoContents {
    /// What is kept of a file, and sentences about the rest.
    init(_ probe: VideoProbe, _ plan: VideoPlan) {
        sounds = plan.sounds.map { Sound(language: $0.language, title: $0.title) }
        chapters = probe.chapterList
        notes = VideoRemains(probe: probe, plan: plan).notes
    }
}

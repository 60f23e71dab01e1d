/// How ffmpeg makes a film of a story: from drawings, which are repeated as long as their page is
/// shown, and the sound.
///
/// With the same ffmpeg, it makes the same bytes: one thread, no dates, no names of programs.
struct DemoFilm: Sendable {
    private static let sameBytes = [
        "-threads", "1", "-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact",
    ]

    let story: DemoStory
    let narration: DemoNarration

    // MARK: What it is made from

    /// A file for ffmpeg, by its name.
    struct Part: Sendable {
        let name: String
        let text: String
    }

    /// The drawings: each page in all phases of its movements. Without a font, the title is left
    /// out.
    func drawings(hasFont: Bool) -> [Part] {
        let title = hasFont ? self.title : nil
        return pictures.enumerated().flatMap { page, picture in
            (0..<DemoPicture.phaseCount).map { phase in
                Part(
                    name: Self.drawing(page, String(phase)),
                    text: picture.svg(phase: phase, title: page == 0 ? title : nil)
                )
            }
        } + [Part(name: "cover.svg", text: story.opening.svg(phase: 0, title: title, .cover))]
    }

    private var pictures: [DemoPicture] { [story.opening] + story.pages.map(\.picture) }

    private var title: DemoPicture.Title {
        let isDark = ["night", "room"].contains(story.opening.places.first)
        return .init(lines: story.titleLines, isLight: isDark)
    }

    private static func drawing(_ page: Int, _ phase: String) -> String {
        "page-\(page)-\(phase).svg"
    }

    // MARK: The calls

    static let soundName = "sound.raw"

    func arguments(in folder: String, to output: String) -> [String] {
        var words = ["-nostdin", "-v", "error", "-y"]
        for page in narration.pages.indices {
            words += [
                "-f", "image2", "-framerate", "\(DemoNarration.picturesPerSecond)",
                "-i", "file:\(folder)/\(Self.drawing(page, "%d"))",
            ]
        }
        words += [
            "-f", "s16le", "-ar", "\(DemoNarration.rate)", "-ac", "1",
            "-i", "file:\(folder)/\(Self.soundName)",
            "-filter_complex", graph, "-map", "[film]", "-map", "\(narration.pages.count):a",
        ]
        let picture = [
            "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-profile:v", "high",
            // A key frame each second, so that the storyboard has a picture of each.
            "-g", "\(DemoNarration.picturesPerSecond)",
            "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",
        ]
        let sound = ["-c:a", "aac", "-b:a", "80k", "-ar", "48000"]
        return words + picture + sound + Self.sameBytes
            + ["-movflags", "+faststart", "-f", "mp4", "file:" + output]
    }

    /// Each page begins with its first drawing.
    private var graph: String {
        let pages = narration.pages.enumerated().map { index, page in
            let pictures = page.samples.count / DemoNarration.samplesPerPicture
            return "[\(index):v]scale=out_color_matrix=bt709,format=yuv420p,"
                + "loop=loop=-1:size=\(DemoPicture.phaseCount),trim=end_frame=\(pictures)[p\(index)]"
        }
        let names = narration.pages.indices.map { "[p\($0)]" }.joined()
        return pages.joined(separator: ";") + ";\(names)concat=n=\(narration.pages.count),"
            + "setpts=N/\(DemoNarration.picturesPerSecond)/TB[film]"
    }

    /// The poster and the cover, each from its drawing.
    static func pictureArguments(in folder: String, poster: String, cover: String) -> [String] {
        let output = ["-frames:v", "1", "-c:v", "libwebp", "-quality", "82", "-f", "webp"]
        return ["-nostdin", "-v", "error", "-y"]
            + ["-i", "file:\(folder)/\(drawing(0, "0"))", "-i", "file:\(folder)/cover.svg"]
            + ["-map", "0:v"] + sameBytes + output + ["file:" + poster]
            + ["-map", "1:v"] + sameBytes + output + ["file:" + cover]
    }
}

import Glibc
import HTTP
import Received
import Server
import Synchronization

/// Makes the demo's films with ffmpeg, in a folder of its own that is gone when it is done. Its
/// owner makes two films at once, each on a thread: one alone leaves most processors idle, and
/// more would take memory that a small machine doesn't have (some 300 MB each).
final class DemoStudio: Sendable {
    /// Why no film can be made at all, in words for people.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// A film that could not be made, in words for people.
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// A film that is ready to be kept.
    struct Film: Sendable {
        let story: DemoStory
        let video: MadeVideo
        let cover: ImageFile
    }

    static let filmsAtOnce = 2

    /// A film takes seconds; the slowest processor needs a minute or two.
    private static let limitSeconds = 600

    private let ffmpeg: String
    private let folder: String
    /// Whether words can be drawn.
    let hasFont: Bool
    private let voice: DemoVoice

    /// Looks for all that it needs, and has every word spoken.
    init(_ stories: [DemoStory], _ configuration: Configuration) throws {
        guard let ffmpeg = ProgramFile.path(of: configuration.ffmpeg) else {
            throw Missing(description: "\(configuration.ffmpeg) isn’t installed")
        }
        self.ffmpeg = ffmpeg
        folder = configuration.uploadFolder + "/demo-films"
        // What a demo that was killed left behind.
        Self.remove(folder)
        try Folder.make(folder)
        do {
            hasFont = try Self.hasFont(ffmpeg, folder)
            voice = try Self.voice(of: stories, ffmpeg, folder)
        } catch {
            Self.remove(folder)
            throw error
        }
    }

    deinit {
        Self.remove(folder)
    }

    private static func remove(_ folder: String) {
        for index in 0..<filmsAtOnce { JobFolder.remove("\(folder)/\(index)") }
        JobFolder.remove(folder)
    }

    /// Makes films of stories, all at once.
    func make(_ stories: [DemoStory]) throws -> [Film] {
        let films = Mutex([Result<Film, any Error>?](repeating: nil, count: stories.count))
        let threads = try stories.enumerated().map { index, story in
            try Thread("demo-film") { [self] in
                let film = Result {
                    do {
                        return try make(story, in: "\(folder)/\(index)")
                    } catch let failure as ToolFailure {
                        throw Failed(
                            description: "“\(story.title)” could not be made: \(failure.reason)"
                        )
                    }
                }
                films.withLock { $0[index] = film }
            }
        }
        threads.forEach { $0.join() }
        return try films.withLock { films in try films.compactMap { try $0?.get() } }
    }

    /// Makes a film, its pictures and its captions.
    private func make(_ story: DemoStory, in folder: String) throws -> Film {
        JobFolder.remove(folder)
        try Folder.make(folder)
        let narration = DemoNarration(story.lines) { voice.samples($0).count }
        let film = DemoFilm(story: story, narration: narration)
        let path = { (name: String) in "\(folder)/\(name)" }
        for part in film.drawings(hasFont: hasFont) {
            try Self.write(Array(part.text.utf8), path(part.name))
        }
        try Self.write(voice.sound(of: story, narration), path(DemoFilm.soundName))
        try run(film.arguments(in: folder, to: path("film.mp4")))
        try run(
            DemoFilm.pictureArguments(
                in: folder,
                poster: path("poster.webp"),
                cover: path("cover.webp")
            )
        )
        var video = MadeVideo(
            video: path("film.mp4"),
            container: .mp4,
            seconds: narration.seconds,
            size: DemoPicture.Shape.page.size,
            codec: "h264"
        )
        let storyboard = Storyboard(seconds: video.seconds, size: video.size)
        try run(storyboard.arguments(from: video.video, to: path("storyboard.webp")))
        try Self.write(Array(storyboard.times.utf8), path("storyboard.vtt"))
        video.poster = path("poster.webp")
        video.storyboard = (path("storyboard.webp"), path("storyboard.vtt"))
        // As of a text inside a file: everybody who may watch may read it.
        let texts = VideoProbe.Stream(index: 0, tags: ["language": DemoStory.language])
        let captions = try CaptionFile(Array(narration.captions.utf8)).document
        video.captions = [EmbeddedCaptions(texts).new(captions)]
        for name in ["poster.webp", "storyboard.webp"] { try clean(path(name)) }
        let cover = try ImageFile(Folder.read(path("cover.webp")).bytes)
        return Film(story: story, video: video, cover: cover)
    }

    // MARK: Parts

    /// Reads a picture like any other, which also removes what ffmpeg writes about itself.
    private func clean(_ path: String) throws {
        let image = try ImageFile(Folder.read(path).bytes)
        try DurableFile.write(image.bytes, to: path)
    }

    /// Draws a letter, to know whether drawings and letters can be drawn.
    private static func hasFont(_ ffmpeg: String, _ folder: String) throws -> Bool {
        let (drawing, pixels) = (folder + "/letter.svg", folder + "/letter.raw")
        let letter = """
            <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" \
            height="40" fill="#fff"/><text x="6" y="34" font-size="36" \
            font-family="\(DemoPicture.Title.font)">M</text></svg>
            """
        try write(Array(letter.utf8), drawing)
        do {
            try run(
                ffmpeg,
                ["-nostdin", "-v", "error", "-y", "-i", "file:" + drawing, "-pix_fmt", "gray"]
                    + ["-f", "rawvideo", "file:" + pixels]
            )
        } catch is ToolFailure {
            throw Missing(description: "this ffmpeg can’t read SVG (librsvg)")
        }
        return Set(try Folder.read(pixels).bytes).count > 1
    }

    /// Has each word spoken once, however often it is said.
    private static func voice(of stories: [DemoStory], _ ffmpeg: String, _ folder: String) throws
        -> DemoVoice
    {
        let words = Set(stories.flatMap { $0.lines.joined().map(\.spoken) }).sorted()
        do {
            try run(ffmpeg, DemoVoice.arguments(words) { "\(folder)/word-\($0).raw" })
        } catch is ToolFailure {
            throw Missing(description: "this ffmpeg has no voice (its filter “flite”)")
        }
        var voice = DemoVoice()
        for (index, word) in words.enumerated() {
            voice.add(word, try Folder.read("\(folder)/word-\(index).raw").bytes)
        }
        return voice
    }

    private func run(_ arguments: [String]) throws { try Self.run(ffmpeg, arguments) }

    /// Runs ffmpeg to its end.
    static func run(_ ffmpeg: String, _ arguments: [String]) throws {
        let deadline = ContinuousClock.now + .seconds(limitSeconds)
        var child = try ChildProcess(ffmpeg, arguments)
        var end = child.wait(orReadable: -1)
        while end == nil {
            guard ContinuousClock.now < deadline else {
                throw ToolFailure(reason: "ffmpeg had not finished after \(limitSeconds) seconds")
            }
            end = child.wait(orReadable: -1)
        }
        guard end == .exited(0) else {
            let reason = child.errorText.split(separator: "\n").last.map(String.init)
            throw ToolFailure(reason: reason ?? "ffmpeg failed")
        }
    }

    /// Nobody needs to find these files after a power cut, so they need not be on the disk.
    static func write(_ bytes: [UInt8], _ path: String) throws {
        guard let file = fopen(path, "we") else { throw FileError(path) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw FileError(path) }
    }
}

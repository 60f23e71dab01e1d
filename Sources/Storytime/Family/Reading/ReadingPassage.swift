import Received

/// A part of a story for the paper: some lines that belong together, with one picture.
struct ReadingPassage: Sendable, Equatable {
    private(set) var lines: [ReadingLine]

    /// A silence of so long ends a passage.
    static let pause: MediaTime = 1_200
    /// As many words as fit beneath a picture, in large letters.
    static let mostWords = 40
    /// A page of paper for each, at most: more would be no story to read without a screen.
    static let most = 200

    /// The moment whose picture shows it.
    var middle: MediaTime {
        guard let first = lines.first, let last = lines.last else { return 0 }
        return first.start + (last.end - first.start).share(1, of: 2)
    }

    var text: String { lines.map(\.text).joined(separator: "\n") }

    /// Lines that follow each other closely, a few at a time. Where that makes too many passages, each
    /// has more lines.
    static func list(_ lines: [ReadingLine]) -> [ReadingPassage] {
        var words = mostWords
        while true {
            let passages = split(lines, words)
            guard passages.count > most else { return passages }
            words *= 2
        }
    }

    /// What a second text says during each of them.
    static func pair(_ passages: [ReadingPassage], with second: [ReadingLine]) -> [String] {
        let lines = passages.flatMap(\.lines)
        var texts = ReadingLine.pair(lines, with: second)[...]
        return passages.map { passage in
            defer { texts = texts.dropFirst(passage.lines.count) }
            return texts.prefix(passage.lines.count).filter { !$0.isEmpty }.joined(separator: "\n")
        }
    }

    /// Chinese and Japanese have no spaces: two of their characters are about a word.
    private static func words(in text: String) -> Int {
        let unspaced = text.unicodeScalars.count { scalar in
            scalar.properties.isIdeographic || (0x3041...0x30FF).contains(scalar.value)
        }
        return text.split(whereSeparator: \.isWhitespace).count + unspaced / 2
    }

    private static func split(_ lines: [ReadingLine], _ mostWords: Int) -> [ReadingPassage] {
        // A longer passage also bridges a longer silence, or nothing would make them fewer.
        let pause = Self.pause.share(mostWords, of: Self.mostWords)
        var passages: [ReadingPassage] = []
        var words = 0
        for line in lines {
            let count = Self.words(in: line.text)
            let silence = passages.last?.lines.last.map { line.start - $0.end }
            if let silence, silence <= pause, words + count <= mostWords {
                passages[passages.count - 1].lines.append(line)
                words += count
            } else {
                passages.append(ReadingPassage(lines: [line]))
                words = count
            }
        }
        return passages
    }
}

extension Visit {
    /// A picture of each of some moments of a film; nil where there is none.
    func pictures(of asset: VideoAsset, at moments: [MediaTime]) throws -> [Playback.Frame?] {
        switch asset.provider {
        case .local:
            guard let media = VideoMedia(asset), let times = media.storyboard,
                let picture = asset.files.storyboard,
                let text = try? Folder.text(
                    VideoFolder(site.configuration).path(of: VideoFolder.storyboardTimes(picture))
                )
            else { return moments.map { _ in nil } }
            let base = times.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            let frames = StoryboardTimes(text).frames
            return moments.map { moment in
                guard let frame = frames.last(where: { MediaTime(seconds: $0.seconds) <= moment })
                else {
                    return nil
                }
                return Playback.Frame(
                    seconds: frame.seconds,
                    href: (base + [Substring(frame.picture)]).joined(separator: "/"),
                    part: frame.part
                )
            }
        case .mux:
            let links = try MuxPlayback.links(
                to: asset,
                site.configuration.mux,
                now: now,
                pictures: moments.map(\.wholeSeconds)
            )
            guard let links else { return moments.map { _ in nil } }
            return links.pictures.map { Playback.Frame(seconds: $0.seconds, href: $0.href) }
        }
    }
}

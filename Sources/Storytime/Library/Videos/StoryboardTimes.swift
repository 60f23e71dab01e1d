import Received

/// A part of a picture, and the size of the whole picture.
struct PicturePart: Sendable, Equatable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    var whole = PixelSize(0, 0)
}

/// The WebVTT of a storyboard: which part of which picture shows which moment. Parts are written
/// according to Media Fragments URI §4.2.2, `storyboard.webp#xywh=160,0,160,90`.
struct StoryboardTimes: Sendable {
    struct Frame: Sendable, Equatable {
        let seconds: Int
        let picture: String
        var part: PicturePart
    }

    /// In the order of the file. Anything that can't be read is left out.
    let frames: [Frame]

    init(_ text: String) {
        var frames: [Frame] = []
        var seconds: Int?
        for line in text.split(whereSeparator: \.isNewline) {
            if let arrow = line.firstRange(of: " --> ") {
                seconds = Self.seconds(line[..<arrow.lowerBound])
            } else if let start = seconds, let (picture, part) = Self.part(line) {
                frames.append(Frame(seconds: start, picture: picture, part: part))
                seconds = nil
            }
        }
        // The parts fill the picture.
        let right = frames.map { $0.part.x + $0.part.width }.max() ?? 0
        let bottom = frames.map { $0.part.y + $0.part.height }.max() ?? 0
        self.frames = frames.map { frame in
            var frame = frame
            frame.part.whole = PixelSize(right, bottom)
            return frame
        }
    }

    /// "00:01:20.500" is 80.
    private static func seconds(_ text: Substring) -> Int? {
        let parts = text.prefix { $0 != "." }.split(separator: ":")
        let numbers = parts.compactMap { ReceivedNumber.integer($0, in: 0...99_999) }
        guard parts.count <= 3, numbers.count == parts.count else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }

    private static func part(_ line: Substring) -> (picture: String, part: PicturePart)? {
        let marker = "#xywh="
        guard let range = line.firstRange(of: marker) else { return nil }
        let numbers = line[range.upperBound...].split(separator: ",").map {
            ReceivedNumber.integer($0)
        }
        let isPlain = numbers.allSatisfy { $0.map { (0...100_000).contains($0) } ?? false }
        let all = numbers.compactMap(\.self)
        guard isPlain, all.count == 4, all[2] > 0, all[3] > 0 else { return nil }
        let part = PicturePart(x: all[0], y: all[1], width: all[2], height: all[3])
        return (String(line[..<range.lowerBound]), part)
    }
}

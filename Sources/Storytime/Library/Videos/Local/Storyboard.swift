import Received
import Server

/// Small pictures of a whole video, side by side in one, and the WebVTT that says which moment is
/// where, for a player to show above its bar.
struct Storyboard: Sendable, Equatable {
    /// As many as can be told apart on a bar; fewer for a short video.
    private static let maximumCount = 100
    private static let columns = 10
    private static let (longSide, shortSide) = (160.0, 160.0)

    let interval: Int
    let count: Int
    let tile: PixelSize

    init(seconds: Double, size: PixelSize) {
        let whole = max(1, Int(clamping: seconds.rounded(.up)))
        interval = (whole + Self.maximumCount - 1) / Self.maximumCount
        count = (whole + interval - 1) / interval
        tile = VideoPlan.fitted(size, Self.longSide, Self.shortSide)
    }

    private var columns: Int { min(count, Self.columns) }
    private var rows: Int { (count + columns - 1) / columns }

    /// Key frames are enough, and quick. If the last of them comes early, it stands for the rest; if the
    /// picture begins after the sound, the first one stands for what is before it.
    func arguments(from path: String, to output: String) -> [String] {
        let graph =
            "fps=1/\(interval):start_time=0:eof_action=pass,\(VideoPlan.pictureFilters(tile)),"
            + "tpad=stop=-1:stop_mode=clone,tile=\(columns)x\(rows)"
        return [
            "-nostdin", "-v", "error", "-y", "-skip_frame", "nokey",
        ] + VideoProbe.reading + [
            "-i", "file:" + path, "-map", "0:v:0", "-frames:v", "1", "-vf", graph,
            "-c:v", "libwebp", "-quality", "60", "-f", "webp", "file:" + output,
        ]
    }

    /// Media Fragments URI §4.2.2: a part of a picture is `#xywh=x,y,width,height`.
    var times: String {
        var text = "WEBVTT\n"
        for number in 0..<count {
            let (x, y) = (number % columns * tile.width, number / columns * tile.height)
            text += "\n\(Self.time(number * interval)) --> \(Self.time((number + 1) * interval))\n"
            text += "storyboard.webp#xywh=\(x),\(y),\(tile.width),\(tile.height)\n"
        }
        return text
    }

    private static func time(_ seconds: Int) -> String {
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).000"
    }
}

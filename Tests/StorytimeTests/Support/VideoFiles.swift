import Foundation
import Testing

/// Small videos, made by ffmpeg once for all tests: two seconds of 64 × 64 pixels, in one format after the
/// other.
enum VideoFiles {
    static let folder = Result { try TemporaryFolder() }

    /// A file's path; made when it is first asked for.
    static func path(_ file: File) throws -> String { try file.made.get() }

    static func bytes(_ file: File) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(file))))
    }

    /// One of them, by its name and the words that make it.
    struct File: Sendable {
        fileprivate let made: Result<String, any Error>

        init(_ name: String, _ words: [String]) {
            made = Result {
                let path = try VideoFiles.folder.get().file(name)
                try FFmpeg.run(words + [path])
                return path
            }
        }

        /// One that is put together of others.
        init(_ name: String, _ bytes: () throws -> [UInt8]) {
            made = Result {
                let path = try VideoFiles.folder.get().file(name)
                try Data(bytes()).write(to: URL(filePath: path))
                return path
            }
        }

        /// Another one in another container or with other tracks beside its own, not encoded again.
        init(_ name: String, of file: File, inputs: [String] = [], _ words: [String]) {
            self.init(
                name,
                ["-i", (try? file.made.get()) ?? ""] + inputs + ["-c", "copy"] + words
            )
        }
    }

    private static let picture = ["-f", "lavfi", "-i", "testsrc=duration=2:size=64x64:rate=10"]
    private static let sound = ["-f", "lavfi", "-i", "sine=duration=2"]
    private static let h264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "10"]

    /// What browsers play, with its index at the end as cameras leave it.
    static let mp4 = File("plain.mp4", picture + sound + h264 + ["-c:a", "aac"])
    /// One picture without sound.
    static let onePicture = File("one-picture.mp4", picture + h264 + ["-frames:v", "1"])
    /// Large enough for a size below it, and with more bits than that needs.
    static let large = File(
        "large.mp4",
        ["-f", "lavfi", "-i", "testsrc2=duration=2:size=1280x720:rate=10"] + sound + h264
            + ["-crf", "8", "-c:a", "aac"]
    )
    static let webm = File(
        "plain.webm",
        picture + sound + ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"]
    )
    /// What no browser plays.
    static let avi = File("old.avi", picture + sound + ["-c:v", "mpeg4", "-c:a", "mp3"])
    static let hevc = File(
        "ten-bit.mp4",
        picture + ["-c:v", "libx265", "-x265-params", "log-level=none", "-pix_fmt", "yuv420p10le"]
    )
    /// Right streams in a container that isn't: they are moved to the right one.
    static let mkv = File("plain.mkv", picture + sound + h264 + ["-c:a", "aac"])
    static let audio = File("sound.m4a", sound + ["-c:a", "aac"])
    static let jpeg = File("picture.jpg", picture + ["-frames:v", "1"])
    static let gif = File("picture.gif", picture)
    /// With its index in front.
    static let fast = File(
        "fast.mp4",
        ["-f", "lavfi", "-i", "testsrc=duration=9:size=64x64:rate=10"] + h264
            + ["-movflags", "+faststart"]
    )
    static let wide = File(
        "wide.avi",
        ["-f", "lavfi", "-i", "color=duration=0.1:size=8320x16:rate=10", "-c:v", "mjpeg"]
    )
    /// A film with a chapter whose title is longer than all that ffprobe may say.
    static let wordy = File(
        "wordy.mkv",
        of: mp4,
        inputs: ["-f", "ffmetadata", "-i", (try? title.made.get()) ?? ""],
        ["-map", "0", "-map_chapters", "1"]
    )
    private static let title = File("title.txt") {
        let chapter = ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle="
        return Array(chapter.utf8) + [UInt8](repeating: 0x78, count: 2 << 20)
    }
    /// A cover that is attached to sound, or to a video.
    static let album = File(
        "album.m4a",
        sound + cover("64x64") + ["-map", "0:a", "-map", "1:v"] + attached
    )
    static let largeCover = File(
        "covered.mp4",
        picture + cover("10000x10000") + ["-map", "1:v", "-map", "0:v"] + h264
            + ["-c:v:0", "png", "-disposition:v:0", "attached_pic", "-disposition:v:1", "default"]
    )

    private static func cover(_ size: String) -> [String] {
        ["-f", "lavfi", "-i", "color=duration=0.04:size=\(size):rate=25"]
    }
    private static let attached = ["-c:v", "png", "-disposition:v:0", "attached_pic"]

    /// A second of a text is shown, in German.
    static let captioned: File = {
        let text = "1\n00:00:00,200 --> 00:00:01,200\nEs war einmal <b>ein</b> Fuchs\n"
        let path = note("words.srt", text)
        return File(
            "captioned.mov",
            picture + ["-i", path, "-map", "0:v", "-map", "1:s"] + h264
                + ["-c:s", "mov_text", "-metadata:s:s:0", "language=ger"]
        )
    }()
}

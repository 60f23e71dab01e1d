/// Why no video can be made from a file: each with its own word for programs and a sentence for
/// people that says what to do.
enum VideoFailure: Error, Equatable {
    // MARK: The file is to blame

    /// It has no bytes.
    case empty
    /// Not a video in any accepted format: a text, a picture, a playlist, a damaged beginning.
    case notVideo
    /// An MP4 or MOV that begins as one, and has no index that can be read.
    case unfinished
    /// Sound without a moving picture.
    case audioOnly
    case tooManyPixels(width: Int, height: Int)
    case tooLong(seconds: Int)
    case tooManyStreams
    /// It ends, or can't be read any further, too early.
    case damaged(String)
    case cutOff(seconds: Int, of: Int)
    /// What is in it is many times as large as it is itself.
    case unfolds
    /// Somebody was still writing it.
    case changed

    // MARK: This machine is to blame

    /// It waits for ffmpeg or ffprobe, and has not failed.
    case programMissing
    case diskFull(needed: Int)
    case notSaved(NotSaved)
    case sourceMissing(String)
    case interrupted(String)

    // MARK: Nobody is

    case cancelled(by: String)

    /// Whether every other attempt with the same file would fail, too.
    var isOfTheFile: Bool {
        switch self {
        case .empty, .notVideo, .unfinished, .audioOnly, .tooManyPixels, .tooLong, .tooManyStreams,
            .damaged, .cutOff, .unfolds, .changed:
            true
        case .programMissing, .diskFull, .notSaved, .sourceMissing, .interrupted, .cancelled: false
        }
    }

    var trouble: VideoAsset.Trouble { VideoAsset.Trouble(code: code, message: message) }

    private var code: String {
        switch self {
        case .empty: "empty"
        case .notVideo: "not_video"
        case .unfinished: "unfinished"
        case .audioOnly: "audio_only"
        case .tooManyPixels: "too_many_pixels"
        case .tooLong: "too_long"
        case .tooManyStreams: "too_many_streams"
        case .damaged: "damaged"
        case .cutOff: "cut_off"
        case .unfolds: "unfolds"
        case .changed: "changed"
        case .programMissing: "program_missing"
        case .diskFull: "disk_full"
        case .notSaved: "folder_not_writable"
        case .sourceMissing: "source_missing"
        case .interrupted: "interrupted"
        case .cancelled: "cancelled"
        }
    }

    private var message: String {
        switch self {
        case .empty: "The file is empty. Upload it again."
        case .notVideo:
            "This file isn’t a video, or it is damaged. Upload an MP4, MOV, WebM, MKV, AVI or "
                + "MPEG file."
        case .unfinished:
            "This MP4 or MOV can’t be read: its index is missing. The recording was never finished, or "
                + "the copy broke off. Copy it once more from where it was made. If that doesn’t help, "
                + "a repair program can write a new index."
        case .audioOnly: "The file has sound but no picture. Upload a video."
        case .tooManyPixels(let width, let height):
            "The picture is too large: \(width) × \(height) pixels. "
                + "Upload a video of at most \(VideoProbe.maximumSide) pixels on its longer side."
        case .tooLong(let seconds):
            "The video is too long: \(Counted.text(seconds / 3600, "hour", "hours")). "
                + "Upload one of at most \(VideoProbe.maximumSeconds / 3600) hours."
        case .tooManyStreams:
            "The file has more than \(VideoProbe.maximumStreams) tracks. Upload one with fewer."
        case .damaged(let reason):
            "The file is damaged and can’t be read to the end (\(reason)). Upload it again, or "
                + "another copy of it."
        case .cutOff(let seconds, let whole):
            seconds > 0
                ? "The file breaks off after \(seconds) of \(Counted.text(whole, "second", "seconds")). "
                    + "Add a complete copy."
                : "The file breaks off at the beginning; it should be "
                    + "\(Counted.text(whole, "second", "seconds")) long. Add a complete copy."
        case .unfolds:
            "Unpacked, this file would take many times its own size, as no real film does. Upload "
                + "another copy of the film."
        case .changed:
            "The file in the inbox was still being written. Choose it again when it is complete."
        case .programMissing:
            "ffmpeg isn’t installed on this server. The video will be prepared as soon as it is "
                + "installed."
        case .diskFull(let needed):
            "The disk is full: about \(ByteCount.text(needed)) are needed to prepare this video. "
                + "Free some space on the server, then try again."
        case .notSaved(let notSaved):
            "Nothing could be saved: \(notSaved). Make the folder writable, then try again."
        case .sourceMissing(let name):
            "The file \(name) is no longer there. Upload it, or put it back into the inbox, "
                + "then try again."
        case .interrupted(let reason): "It was interrupted: \(reason) Try again."
        case .cancelled(let name): "Canceled by \(name)."
        }
    }
}

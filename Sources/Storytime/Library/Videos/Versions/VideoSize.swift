import Received

/// A size of a video, by the shorter side of its picture: those that are made here, and those that
/// Mux makes (https://www.mux.com/docs/guides/enable-static-mp4-renditions).
enum VideoSize: String, Sendable, CaseIterable {
    /// As large as Mux has it.
    case highest
    case p2160 = "2160p"
    case p1440 = "1440p"
    case p1080 = "1080p"
    case p720 = "720p"
    case p540 = "540p"
    case p480 = "480p"
    case p360 = "360p"
    case p270 = "270p"

    /// What this server makes of its own videos.
    static let madeHere: [VideoSize] = [.p1080, .p720, .p480]
    /// What Mux is asked for here. It makes the highest size, or single ones, but never both.
    static let askedOfMux: [VideoSize] = [.highest, .p1080, .p720, .p480]

    var label: String { self == .highest ? "Highest" : rawValue }

    /// In pixels; the highest counts as larger than any.
    var shortSide: Double { ReceivedNumber.decimal(rawValue.dropLast()) ?? 100_000 }

    /// The largest picture of this size, in either orientation: 1280 × 720 for 720p.
    var longSide: Double { (shortSide * 16 / 9).rounded(.up) }

    /// The maximum bits per second of its picture, which usually needs a fraction of it.
    var maximumBits: Int {
        switch self {
        case .p480: 1_500_000
        case .p720: 3_000_000
        default: 6_000_000
        }
    }

    /// Whether nothing has to be enlarged for it.
    func fits(_ picture: VideoAsset.Picture) -> Bool {
        guard let width = picture.width, let height = picture.height else { return false }
        let (long, short) = (Double(max(width, height)), Double(min(width, height)))
        return long >= longSide || short >= shortSide
    }

    /// Whether a video gets smaller by it: in pixels, or at the same size in bits that were far more
    /// than it needs. Nothing is enlarged.
    func isSmaller(than picture: VideoAsset.Picture, seconds: Int?) -> Bool {
        guard let width = picture.width, let height = picture.height, width > 0, height > 0 else {
            return false
        }
        let (long, short) = (Double(max(width, height)), Double(min(width, height)))
        let factor = min(longSide / long, shortSide / short)
        guard factor == 1, let bytes = picture.sizeBytes, let seconds, seconds > 0 else {
            return factor < 1
        }
        return bytes / seconds > maximumBits / 8 * 3 / 2
    }
}

/// A form in which a video is watched or saved, by its name in addresses.
enum VideoForm: PathParameter, Hashable, Sendable, CustomStringConvertible {
    /// The file that this server keeps.
    case original
    /// HLS, of which a browser takes what its line carries.
    case stream
    case size(VideoSize)

    init?(pathSegment text: Substring) {
        switch text {
        case "original": self = .original
        case "stream": self = .stream
        default:
            guard let size = VideoSize(rawValue: String(text)) else { return nil }
            self = .size(size)
        }
    }

    var description: String {
        switch self {
        case .original: "original"
        case .stream: "stream"
        case .size(let size): size.rawValue
        }
    }

    static let meaning: String? = "`original`, or a size like `720p`."
}

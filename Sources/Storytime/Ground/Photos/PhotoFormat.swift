/// A format in which families' photos are accepted.
enum PhotoFormat: String, Sendable, CaseIterable {
    case jpeg, png, webp, heic, avif

    /// Its name on pages.
    var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        case .heic: "HEIC"
        case .avif: "AVIF"
        }
    }

    var mediaType: String { "image/\(rawValue)" }

    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

@testable import Storytime

/// Small photos of every format that is taken, each of which says that it was taken on 6 May 2024 at
/// 7:08:09 in Berlin with a "Secretcam": for tests that need no tool to make one.
enum Photos {
    static let all: [(name: String, format: PhotoFormat)] = [
        ("photo.jpg", .jpeg), ("photo.png", .png), ("photo.webp", .webp), ("photo.heic", .heic),
        ("photo.avif", .avif),
    ]

    /// A photo's file; nothing if it is missing, which no test would take for a photo.
    static func bytes(_ name: String) -> [UInt8] {
        (try? Folder.read(Repository.folder + "/Tests/Fixtures/photos/" + name).bytes) ?? []
    }
}

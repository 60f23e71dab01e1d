@testable import Storytime

/// Small photos of every format that is taken, each of which says that it was taken on 6 May 2024 at
/// 7:08:09 in Berlin with a "Secretcam": for tests that need no tool to make one.
enum Photos {
    static let all: [(name: String, format: PhotoFormat)] = [
        ("photo.jpg", .jpeg), ("photo.png", .png), ("photo.webp", .webp), ("photo.heic", .heic),
        ("photo.avif", .avif),
    ]

    /// A JPEG with a property of XMP, as telephones write it that keep a film with each photo.
    static func moving(_ property: String) -> [UInt8] {
        let text = Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta \(property)/>".utf8)
        let size = text.count + 2
        let segment = [0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 255)] + text
        let jpeg = bytes("photo.jpg")
        return jpeg.prefix(2) + segment + jpeg.dropFirst(2)
    }

    /// A photo's file; nothing if it is missing, which no test would take for a photo.
    static func bytes(_ name: String) -> [UInt8] {
        (try? Folder.read(Repository.folder + "/Tests/Fixtures/photos/" + name).bytes) ?? []
    }
}

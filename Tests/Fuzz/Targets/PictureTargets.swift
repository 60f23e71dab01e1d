import CZlib

@testable import Storytime

extension FuzzTarget {
    /// A picture, or what is left of one. Traps if a picture that is accepted breaks a limit, or is another
    /// one when it is cleaned again.
    func fuzzImage(_ bytes: [UInt8]) {
        var bytes = bytes
        if bytes.starts(with: PNGCleaner.signature) { Self.mendChecksums(&bytes) }
        guard let file = try? ImageFile(bytes) else { return }
        precondition(file.stored.width * file.stored.height <= ImageFile.maximumPixels)
        precondition(
            (try? ImageFile(file.bytes)) == file,
            "a clean picture is cleaned to another one"
        )
    }

    /// Chance alone would never find a chunk with a right checksum.
    private static func mendChecksums(_ bytes: inout [UInt8]) {
        var start = PNGCleaner.signature.count
        while start + 12 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = start + 8 + length
            guard end + 4 <= bytes.count else { return }
            let sum = bytes[(start + 4)..<end].withUnsafeBufferPointer {
                crc32_z(0, $0.baseAddress, $0.count)
            }
            for index in 0..<4 {
                bytes[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt(index)))
            }
            start = end + 4
        }
    }

    /// A photo, or what is left of one, and what a camera says of it. Traps if one that is accepted breaks a
    /// limit.
    func fuzzPhoto(_ bytes: [UInt8]) {
        for taken in [TakenAt(exif: bytes[...]), TakenAt(xmp: bytes)] { Self.check(taken) }
        guard let photo = try? PhotoFile(PhotoBytes(bytes)) else { return }
        precondition(photo.stored.width * photo.stored.height <= PhotoFile.maximumPixels)
        Self.check(photo.takenAt)
    }

    private static func check(_ taken: TakenAt?) {
        guard let taken else { return }
        precondition(TakenAt(kept: taken.text) == taken, "an impossible day")
        _ = taken.seconds
    }
}

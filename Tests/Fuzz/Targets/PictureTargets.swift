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
    /// limit, or is another one in the copy for the decoder.
    func fuzzPhoto(_ bytes: [UInt8]) {
        var scanner = TimeScanner(bytes[...])
        if let taken = scanner.taken() { Self.check([taken]) }
        Self.check(TakenAt.all(exif: bytes[...]) + TakenAt.all(xmp: bytes))
        guard let photo = try? PhotoFile(PhotoBytes(bytes)) else { return }
        precondition(photo.stored.width * photo.stored.height <= PhotoFile.maximumPixels)
        Self.check(photo.times)
        guard HEIFFile.isOne(bytes), let heif = try? HEIFFile(PhotoBytes(bytes)) else { return }
        _ = try? heif.orientation()
        var copy = bytes
        for edit in heif.edits {
            copy.replaceSubrange(edit.place..<edit.place + edit.bytes.count, with: edit.bytes)
        }
        precondition(copy.count == bytes.count)
        let again = try? HEIFFile(PhotoBytes(copy))
        precondition(again?.edits.isEmpty == true, "the copy needs another copy")
        precondition((try? again?.head())?.size == photo.stored, "the copy is another photo")
    }

    private static func check(_ times: [TakenAt]) {
        for taken in times {
            precondition(TakenAt(kept: taken.text) == taken, "an impossible day")
            _ = taken.seconds
        }
    }
}

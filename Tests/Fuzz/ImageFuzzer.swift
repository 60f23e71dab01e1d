// Compiled by script/tools/fuzz together with the picture cleaners, as one module with libFuzzer.
import CZlib

/// One input: a picture, or what is left of one. Traps if a picture that is accepted breaks a limit,
/// or is another one when it is cleaned again; whatever traps by itself is found too.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzImage(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if bytes.starts(with: PNGCleaner.signature) { mendChecksums(&bytes) }
    guard let file = try? ImageFile(bytes) else { return 0 }
    precondition(file.stored.width * file.stored.height <= ImageFile.maximumPixels)
    precondition((try? ImageFile(file.bytes)) == file, "a clean picture is cleaned to another one")
    return 0
}

/// Chance alone would never find a chunk with a right checksum.
private func mendChecksums(_ bytes: inout [UInt8]) {
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

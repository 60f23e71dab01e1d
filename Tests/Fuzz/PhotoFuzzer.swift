// Compiled by script/tools/fuzz together with the readers of photos, as one module with libFuzzer.

/// One input: a photo, or what is left of one. Traps if one that is accepted breaks a limit;
/// whatever traps by itself is found too.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzPhoto(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let photo = try? PhotoFile(PhotoBytes(bytes)) else { return 0 }
    precondition(photo.stored.width * photo.stored.height <= PhotoFile.maximumPixels)
    precondition(photo.takenAt.map { TakenAt(kept: $0.text) == $0 } ?? true, "an impossible day")
    return 0
}

// Compiled by script/tools/fuzz together with the library of captions, as one module with libFuzzer.

/// One input: a byte that says in which format the rest is to be read, from any to TTML. Traps if what was
/// read can’t be read again once it is written in its own format, or is something else then; whatever traps
/// by itself is found too.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzCaptions(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let choice = bytes.first else { return 0 }
    let place = Int(choice) % (CaptionFormat.allCases.count + 1)
    let format = place == 0 ? nil : CaptionFormat.allCases[place - 1]
    guard
        let captions = try? Captions.read(
            Array(bytes.dropFirst()),
            options: ReadingOptions(format: format)
        )
    else { return 0 }
    for cue in captions.cues {
        precondition(cue.runs.last.map { $0.end == cue.text.utf8.count } ?? true, "runs go on")
        precondition(cue.words.allSatisfy { $0.offset < cue.text.utf8.count }, "words are outside")
    }
    for other in CaptionFormat.allCases where !captions.cues.isEmpty {
        let again = try? Captions.read(
            captions.written(as: other),
            options: ReadingOptions(format: other)
        )
        precondition(again != nil, "\(other) can’t be read again")
        guard let again else { continue }
        let twice = try? Captions.read(
            again.written(as: other),
            options: ReadingOptions(format: other)
        )
        precondition(
            again.cues.isEmpty || twice?.cues == again.cues,
            "\(other) changes what it says"
        )
    }
    return 0
}

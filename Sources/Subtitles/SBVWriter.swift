/// Writes SubViewer as YouTube does: hours without a zero in front, and no markup.
enum SBVWriter {
    static func write(_ captions: Captions, _ options: WritingOptions, to output: inout Output) {
        let ends = captions.ends(options)
        for (index, cue) in captions.cues.enumerated() {
            output.time(cue.start, point: UInt8(ascii: "."), hourDigits: 1)
            output.byte(UInt8(ascii: ","))
            output.time(ends(index), point: UInt8(ascii: "."), hourDigits: 1)
            output.byte(.lineFeed)
            let start = output.bytes.count
            output.text(cue.text)
            protect(&output, from: start)
            if output.bytes.count > start { output.byte(.lineFeed) }
            output.byte(.lineFeed)
        }
    }

    private static func protect(_ output: inout Output, from start: Int) {
        let breaks = output.bytes.withUnsafeBufferPointer { bytes in
            var places: [Int] = []
            var index = start
            while let place = bytes.find("[br]", in: index..<bytes.count) {
                places.append(place)
                index = place + 4
            }
            return places
        }
        output.join(behind: breaks)
        PlainText.protect(
            &output,
            from: start,
            isBlank: { bytes, line in bytes.trimmed(line).isEmpty },
            isTiming: { bytes, line in
                guard SBVReader.timing(bytes, line) != nil else { return nil }
                return bytes.first(UInt8(ascii: ","), from: line.lowerBound, to: line.upperBound)
            }
        )
    }
}

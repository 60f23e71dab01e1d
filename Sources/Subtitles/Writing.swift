import Received

extension Captions {
    /// Writes the captions in a format. What it can’t say is left out; `losses(to:)` lists that.
    package func written(as format: CaptionFormat, options: WritingOptions = WritingOptions())
        -> [UInt8]
    {
        var output = Output()
        output.bytes.reserveCapacity(cues.reduce(4_096) { $0 + $1.text.utf8.count + 64 })
        switch format {
        case .srt: SRTWriter.write(self, options, to: &output)
        case .vtt: VTTWriter.write(self, options, to: &output)
        case .sbv: SBVWriter.write(self, options, to: &output)
        case .csv: CSVWriter.write(self, options, to: &output)
        case .lrc: LRCWriter.write(self, options, to: &output)
        case .ttml: TTMLWriter.write(self, options, to: &output)
        }
        return TextEncoder.encode(output.bytes, options)
    }

    /// When each cue ends: as it says; else when a later one begins, or with the video, or after five
    /// seconds.
    func ends(_ options: WritingOptions) -> (Int) -> MediaTime {
        guard cues.contains(where: { $0.end == nil }) else {
            return { cues[$0].end ?? cues[$0].start }
        }
        var ends = [MediaTime](repeating: 0, count: cues.count)
        var next: MediaTime?
        var later: MediaTime?
        for index in cues.indices.reversed() {
            let cue = cues[index]
            if let next, next > cue.start { later = next }
            next = cue.start
            let open = options.duration.flatMap { $0 > cue.start ? $0 : nil } ?? cue.start + 5_000
            let end = later.flatMap { $0 > cue.start ? $0 : nil } ?? open
            ends[index] = cue.end ?? end
        }
        return { ends[$0] }
    }
}

/// Makes the bytes of a file of UTF-8.
enum TextEncoder {
    static func encode(_ utf8: [UInt8], _ options: WritingOptions) -> [UInt8] {
        let bytes = options.hasCarriageReturns ? withCarriageReturns(utf8) : utf8
        switch options.encoding {
        case .utf8: return options.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] + bytes : bytes
        case .utf16LittleEndian, .utf16BigEndian: return wide(bytes, options)
        default: return windows1252(bytes)
        }
    }

    private static func withCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 16)
        var last: UInt8 = 0
        for byte in bytes {
            if byte == .lineFeed, last != .carriageReturn { result.append(.carriageReturn) }
            result.append(byte)
            last = byte
        }
        return result
    }

    private static func wide(_ bytes: [UInt8], _ options: WritingOptions) -> [UInt8] {
        let isLittle = options.encoding == .utf16LittleEndian
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 2 + 2)
        func add(_ unit: UInt16) {
            let low = UInt8(truncatingIfNeeded: unit)
            let high = UInt8(unit >> 8)
            result.append(isLittle ? low : high)
            result.append(isLittle ? high : low)
        }
        if options.hasByteOrderMark { add(0xFEFF) }
        for unit in OwnText.decode(bytes).utf16 { add(unit) }
        return result
    }

    private static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
        OwnText.decode(bytes).unicodeScalars.map {
            Windows1252.byte($0) ?? UInt8(ascii: "?")
        }
    }
}

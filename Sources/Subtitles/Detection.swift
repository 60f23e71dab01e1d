/// Finds out from a text in which format it is.
enum Detection {
    /// What stands in the first kilobytes decides. Only if that says nothing does the name.
    static func format(of bytes: [UInt8], fileName: String?) throws -> CaptionFormat {
        let found = bytes.withUnsafeBufferPointer { bytes in format(of: bytes) }
        guard let format = found ?? fileName.flatMap(CaptionFormat.init(fileName:)) else {
            throw ReadingError.unknownFormat
        }
        return format
    }

    private static func format(of bytes: Bytes) -> CaptionFormat? {
        if VTTReader.hasSignature(bytes) { return .vtt }
        if let root = rootName(bytes), root.count == 2,
            bytes.has("tt", at: root.lowerBound, before: root.upperBound)
        {
            return .ttml
        }
        let sample = Bytes(rebasing: bytes[..<min(bytes.count, 1 << 18)])
        if CSVReader.hasHeader(sample) { return .csv }
        var lines = Lines(sample)
        while let line = lines.line() {
            let line = sample.trimmed(line)
            if SBVReader.timing(sample, line) != nil { return .sbv }
            if SRTReader.timing(sample, line) != nil { return .srt }
            if LRCReader.startsWithTime(sample, line) { return .lrc }
        }
        return CSVReader.hasRows(bytes) ? .csv : nil
    }

    /// The first element’s name without its prefix, whatever comes before it; nil if this isn’t XML.
    static func rootName(_ bytes: Bytes) -> Range<Int>? {
        var index = 0
        while index < bytes.count {
            while index < bytes.count, bytes[index].isSpace { index += 1 }
            guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "<") else { return nil }
            if bytes.has("<!--", at: index, before: bytes.count) {
                guard let end = bytes.find("-->", in: index + 4..<bytes.count) else { return nil }
                index = end + 3
            } else if bytes[index + 1] == UInt8(ascii: "?") || bytes[index + 1] == UInt8(ascii: "!")
            {
                index = bytes.first(UInt8(ascii: ">"), from: index, to: bytes.count) + 1
            } else {
                return localName(bytes, at: index + 1)
            }
        }
        return nil
    }

    private static func localName(_ bytes: Bytes, at start: Int) -> Range<Int> {
        var end = start
        var local = start
        while end < bytes.count, !bytes[end].isSpace, bytes[end] != UInt8(ascii: ">"),
            bytes[end] != UInt8(ascii: "/")
        {
            if bytes[end] == UInt8(ascii: ":") { local = end + 1 }
            end += 1
        }
        return local..<end
    }
}

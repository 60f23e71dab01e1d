import Received

extension Captions {
    /// Reads a file. What can be read is: problems say what was mended or left out. It throws a
    /// `ReadingError` if nothing can be read, or, in strict mode, if anything is wrong.
    package static func read(
        _ bytes: [UInt8],
        options: ReadingOptions = ReadingOptions()
    ) throws -> Captions {
        guard bytes.count <= options.byteLimit else {
            throw ReadingError.tooLarge(bytes: options.byteLimit)
        }
        try OtherFile.refuse(bytes)
        var text = TextDecoding.decode(
            bytes,
            as: options.encoding,
            format: options.format,
            language: options.language
        )
        if options.format != .ttml { LineEnds.unify(&text.bytes) }
        text.dropZeros()
        try OtherFile.refuse(text: text.bytes, chosen: options.format)
        let isSubStation = options.format == nil && hasSubStationHeading(text.bytes)
        let format =
            try isSubStation
            ? nil : options.format ?? Detection.format(of: text.bytes, fileName: options.fileName)
        if format == .vtt { repairForWeb(bytes, &text, options) }
        if format == .srt || format == .sbv { JoinedFiles.divide(&text.bytes) }
        var marks = MarkLimit()
        marks.apply(to: &text.bytes)
        if marks.hasCut { text.problems.append(Problem(.tooManyMarks, line: 0)) }
        var problems = ProblemList(isStrict: options.isStrict)
        for problem in text.problems { try problems.add(problem) }
        problems.addUnlisted(text.moreProblems)
        var captions = try read(text.bytes, as: format, options: options, problems: &problems)
        captions.encoding = text.encoding
        captions.problems = problems.problems
        captions.problemCount = problems.count
        return captions
    }

    /// SubStation Alpha is read and never written, so that it is none of the formats.
    private static func hasSubStationHeading(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { SubStationReader.hasHeading($0) }
    }

    /// Without a format as SubStation Alpha.
    private static func read(
        _ bytes: [UInt8],
        as format: CaptionFormat?,
        options: ReadingOptions,
        problems: inout ProblemList
    ) throws -> Captions {
        try bytes.withUnsafeBufferPointer { bytes in
            switch format {
            case .srt: try SRTReader.read(bytes, limit: options.cueLimit, problems: &problems)
            case .vtt: try VTTReader.read(bytes, limit: options.cueLimit, problems: &problems)
            case .sbv: try SBVReader.read(bytes, limit: options.cueLimit, problems: &problems)
            case .csv: try CSVReader.read(bytes, limit: options.cueLimit, problems: &problems)
            case .lrc: try LRCReader.read(bytes, limit: options.cueLimit, problems: &problems)
            case .ttml: try TTMLReader.read(bytes, limit: options.cueLimit, problems: &problems)
            case nil:
                try SubStationReader.read(bytes, limit: options.cueLimit, problems: &problems)
            }
        }
    }

    /// WebVTT is UTF-8, and U+0000 becomes U+FFFD in it (§6.1). What was only found to be WebVTT after
    /// its bytes were taken for something else is decoded once more.
    private static func repairForWeb(
        _ bytes: [UInt8],
        _ text: inout DecodedText,
        _ options: ReadingOptions
    ) {
        let isUncertain = text.problems.contains {
            [.encodingGuessed, .strayLine].contains($0.kind)
        }
        if options.encoding == nil, options.language == nil, isUncertain {
            text = TextDecoding.decode(bytes, as: nil, format: .vtt)
            text.dropZeros()
            LineEnds.unify(&text.bytes)
        }
        guard text.bytes.withUnsafeBufferPointer({ $0.contains(0, in: 0..<$0.count) }) else {
            return
        }
        var clean: [UInt8] = []
        clean.reserveCapacity(text.bytes.count + 64)
        for byte in text.bytes {
            if byte == 0 { clean += [0xEF, 0xBF, 0xBD] } else { clean.append(byte) }
        }
        text.bytes = clean
    }
}

import Received
import Subtitles

extension Command {
    static let captions = Command(
        name: "captions",
        usage: "dump|convert FILE [OPTIONS]",
        summary: "Shows what is in a caption file, or converts it to another format.",
        details: [
            "  captions dump FILE [--format F] [--encoding E] [--language L] [--strict]",
            "  captions convert FILE [OUTPUT] --to F [--bom] [--crlf]     (or standard output)",
            "",
            "Formats are srt, vtt, sbv, csv, lrc and ttml.",
            "",
            "--format F    reads the file as this format, whatever its content says",
            "--encoding E  reads the file in this encoding, like windows-1250 or gb2312",
            "--language L  says what is spoken, like pl, to recognize the encoding; otherwise FILE's",
            "              name does, like Story.pl.srt",
            "--strict      rejects the file if it has any problem",
            "--to F        writes this format",
            "--bom         begins the output with a byte order mark",
            "--crlf        ends lines as Windows does",
            "",
            "dump prints the cues as JSON. Warnings, and whatever the new format can't keep, go to",
            "standard error. docs/captions.md describes the formats.",
        ],
        takesSettings: false
    ) { invocation in
        guard let action = invocation.arguments.first else {
            throw UsageError("choose an action: dump or convert")
        }
        let rest = invocation.withoutAction
        switch action {
        case "dump": try CaptionsCommand(rest, allowing: []).dump()
        case "convert": try CaptionsCommand(rest, allowing: ["to", "bom", "crlf"]).convert()
        default: throw UsageError("“\(action)” must be dump or convert")
        }
    }
}

/// Reads a caption file, and writes what is in it.
private struct CaptionsCommand {
    private var files: [String] = []
    private var reading = ReadingOptions()
    private var writing = WritingOptions()
    private var target: CaptionFormat?

    init(_ invocation: Invocation, allowing further: Set<String>) throws {
        var words = invocation.arguments[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("--") else {
                files.append(word)
                continue
            }
            let name = String(word.dropFirst(2))
            guard
                ["format", "encoding", "language", "strict"].contains(name)
                    || further.contains(name)
            else {
                throw UsageError("“\(word)” isn’t an option of `storytime captions`")
            }
            switch name {
            case "strict": reading.isStrict = true
            case "bom": writing.hasByteOrderMark = true
            case "crlf": writing.hasCarriageReturns = true
            default:
                guard let value = words.popFirst() else {
                    throw UsageError("\(word) needs a value")
                }
                try set(name, value, isLast: words.isEmpty)
            }
        }
    }

    private mutating func set(_ name: String, _ value: String, isLast: Bool) throws {
        guard name != "encoding" else { return try setEncoding(value, isLast: isLast) }
        guard name != "language" else {
            guard let tag = LanguageTag(named: value) else {
                throw UsageError("“\(value)” is not a language")
            }
            return reading.language = tag.text
        }
        guard let format = CaptionFormat(rawValue: value.lowercased()) else {
            throw UsageError("“\(value)” must be srt, vtt, sbv, csv, lrc or ttml")
        }
        if name == "to" { target = format } else { reading.format = format }
    }

    /// A script that has no encoding to name leaves it out: then the file comes next.
    private mutating func setEncoding(_ value: String, isLast: Bool) throws {
        if let encoding = TextEncoding(label: value) {
            reading.encoding = encoding
        } else if isLast, files.isEmpty {
            files.append(value)
        } else if !value.isEmpty {
            throw UsageError("“\(value)” is not an encoding that can be read")
        }
    }

    func dump() throws {
        guard files.count == 1 else { throw UsageError("give one file to read") }
        let captions = try read()
        try CommandOutput(nil).write(CaptionsJSON.bytes(captions) + [0x0A])
    }

    func convert() throws {
        guard (1...2).contains(files.count) else {
            throw UsageError("give one file to read, and at most one to write to")
        }
        guard let target else { throw UsageError("say which format to write, with --to") }
        guard files.count == 1 || !Folder.isSame(files[0], files[1]) else {
            throw UsageError("give another file to write to: “\(files[1])” is the one that is read")
        }
        let captions = try read()
        for loss in captions.losses(to: target, options: writing) {
            Console.error("\(target.name) can't keep \(loss).")
        }
        let output = try CommandOutput(files.count > 1 ? files[1] : nil)
        try output.write(captions.written(as: target, options: writing))
    }

    private func read() throws -> Captions {
        var options = reading
        options.fileName = files[0]
        let name = files[0].split(separator: "/").last.map { String($0) } ?? files[0]
        if options.language == nil { options.language = CaptionGuess(name).language }
        let captions = try Captions.read(try Folder.read(files[0]).bytes, options: options)
        for problem in captions.problems { Console.error("\(files[0]): \(problem)") }
        let more = captions.problemCount - captions.problems.count
        if more > 0 {
            Console.error("\(files[0]): and \(Counted.text(more, "more problem", "more problems"))")
        }
        return captions
    }
}

/// Captions as JSON, for programs that compare them.
enum CaptionsJSON {
    static func bytes(_ captions: Captions) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("format", captions.format.rawValue)
            json.member("encoding", captions.encoding.name)
            if let language = captions.language { json.member("language", language) }
            json.name("cues")
            json.list { json in
                for cue in captions.cues { write(cue, &json) }
            }
        }
        return json.bytes
    }

    private static func write(_ cue: Cue, _ json: inout JSONWriter) {
        json.object { json in
            json.name("start_ms")
            json.integer(cue.start.milliseconds)
            json.name("end_ms")
            if let end = cue.end { json.integer(end.milliseconds) } else { json.null() }
            json.member("text", cue.text)
            if let identifier = cue.identifier { json.member("id", identifier) }
            if !cue.settingsText.isEmpty { json.member("settings", cue.settingsText) }
            if let voice = cue.voice { json.member("voice", voice) }
            guard !cue.words.isEmpty else { return }
            json.name("words")
            json.list { json in
                for index in cue.words.indices { write(cue, word: index, &json) }
            }
        }
    }

    private static func write(_ cue: Cue, word index: Int, _ json: inout JSONWriter) {
        let text = cue.text.utf8
        let word = cue.words[index]
        let end = index + 1 < cue.words.count ? cue.words[index + 1].offset : text.count
        json.object { json in
            json.name("start_ms")
            json.integer(word.start.milliseconds)
            json.name("end_ms")
            if let end = word.end { json.integer(end.milliseconds) } else { json.null() }
            json.member(
                "text",
                OwnText.decode(text.dropFirst(word.offset).prefix(end - word.offset))
            )
        }
    }
}

import Foundation
import Testing

@testable import Storytime

@Suite("Commands: captions")
struct CaptionsCommandTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(data: folder.file("data"))
    }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: folder.file(name)))
        return folder.file(name)
    }

    private static let web = Array(
        "WEBVTT\n\na\n00:01.000 --> 00:02.000 line:0\n<v Ann>Hi <00:01.500>there\n".utf8
    )

    @Test("dump prints the cues as JSON")
    func dump() throws {
        let result = try shell.run("captions", "dump", try file("a.vtt", Self.web))
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(
            result.output
                == #"{"format":"vtt","encoding":"utf-8","cues":[{"start_ms":1000,"end_ms":2000,"text":"Hi there","id":"a","settings":"line:0","voice":"Ann","words":[{"start_ms":1000,"end_ms":null,"text":"Hi "},{"start_ms":1500,"end_ms":null,"text":"there"}]}]}"#
                + "\n"
        )
    }

    @Test("convert writes another format, and says what it can't keep")
    func convert() throws {
        let path = try file("a.vtt", Self.web)
        let result = try shell.run("captions", "convert", path, "--to", "srt", "--crlf")
        #expect(result.output == "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}Hi there\r\n\r\n")
        #expect(result.errors.contains("SubRip (SRT) can't keep who speaks (1 cue)."))
        let own = try shell.run("captions", "convert", path, path, "--to", "srt")
        #expect(own.status == 2 && own.errors.contains("the one that is read"))
        #expect(try Array(Data(contentsOf: URL(filePath: path))) == Self.web)
        let target = folder.file("b.ttml")
        #expect(try shell.run("captions", "convert", path, target, "--to", "ttml").status == 0)
        #expect(try shell.run("captions", "dump", target).output.contains(#""text":"Hi there""#))
    }

    @Test(
        "What is odd is said with its line, an encoding can be named, and strict reading rejects it"
    )
    func problems() throws {
        let bytes = Array("1\n00:00:01.000 --> 00:00:02.000\n".utf8) + [0xBE, 0xE8]
        let path = try file("a.srt", bytes)
        let result = try shell.run("captions", "dump", "--encoding", "windows-1250", path)
        #expect(result.output.contains("ľč") && result.errors.contains("line 2: The time in “"))
        let strict = try shell.run(
            "captions",
            "dump",
            path,
            "--encoding",
            "windows-1250",
            "--strict"
        )
        #expect(strict.status == 1 && strict.output.isEmpty && strict.errors.contains("line 2"))
        // A script without an encoding.
        #expect(
            try shell.run("captions", "dump", "--format", "srt", "--encoding", path).status == 0
        )
    }

    @Test("A file that can't be read ends with 1, and wrong usage with 2")
    func refusals() throws {
        let path = try file("a.txt", Array("hello".utf8))
        let result = try shell.run("captions", "dump", path)
        #expect(
            result.status == 1
                && result.errors.contains("Use SRT, WebVTT, SBV, CSV, LRC, TTML or ASS")
        )
        #expect(try shell.run("captions", "dump", folder.file("missing.srt")).status == 1)
        for words in [
            [], ["frob"], ["dump"], ["dump", path, path], ["convert", path],
            ["dump", path, "--to", "srt"],
            ["convert", path, "--to", "ass"], ["dump", path, "--encoding"],
            ["dump", path, "--encoding", "klingon"],
        ] {
            #expect(try shell.run(["captions"] + words).status == 2, "\(words)")
        }
    }
}

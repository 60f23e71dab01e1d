import Foundation
import HTTP
import Received
import SQLite

@testable import Storytime

/// Where text from outside is read: with which files' doors, and what a test gives to them with a costly text in a
/// valid frame.
struct CostlyPlace: Sendable {
    let name: String
    /// The files whose doors the text goes through.
    let files: [String]
    /// How long the shorter of two texts is, so that the longer one shows the square of its length and costs
    /// little more than that.
    let bytes: Int
    let take: @Sendable (String) throws -> Void

    init(
        _ name: String,
        _ files: [String],
        bytes: Int = 2_500,
        _ take: @escaping @Sendable (String) throws -> Void
    ) {
        self.name = name
        self.files = files
        self.bytes = bytes
        self.take = take
    }

    static let all = captions + answers + families + files + values

    // MARK: Answers of other servers

    private static let answers: [CostlyPlace] = [
        CostlyPlace("A line of a head", ["Storytime/Console/Outgoing/OutgoingRequest.swift"]) {
            text in
            var answer = OutgoingAnswer(status: 200)
            for line in [
                "HTTP/1.1 \(text)\r\n", "Content-Disposition: attachment; filename=\"\(text)\"\r\n",
                "\(text): x\r\n",
            ] {
                answer.take(headLine: Array(line.utf8))
            }
        },
        CostlyPlace(
            "Content-Disposition",
            ["Storytime/Family/Addresses/VideoLook.swift", "HTTP/PercentEncoding.swift"]
        ) { text in
            guard let url = WebAddress("https://films.example/a.mp4") else { return }
            for name in [
                "filename=\"\(text).mp4\"",
                "filename*=UTF-8''\(PercentEncoding.encodeComponent(text)).mp4",
            ] {
                _ = VideoLooker.title(of: url, disposition("attachment; \(name)"))
            }
        },
        CostlyPlace("A playlist's second line", ["Storytime/Family/Addresses/FilmLength.swift"]) {
            text in
            for file in [
                "#EXTM3U\n\(text)\n", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(text)\n",
                "#EXTM3U\n#EXTINF:\(text)\n\(text)\n",
            ] {
                _ = FilmLength.playlist(Array(file.utf8))
            }
            _ = FilmLength.find(in: Array(("\0\0\0\u{18}" + "ftyp" + text).utf8))
        },
        CostlyPlace(
            "An answer as JSON",
            ["Storytime/Ground/JSON/JSONParser.swift", "Storytime/Ground/Text/ReadableText.swift"]
        ) { text in
            for value in [JSONText.quoted(text), numbered(text)] {
                let json =
                    "{\"title\":\(value),\"author_name\":\(value),\(value):1,\"season_number\":1,\"id\":1,"
                    + "\"name\":\(value),\"overview\":\(value),\"data\":[{\"id\":\(value)}],\"text\":\(value),"
                    + "\"publish_date\":\(value),\"by_statement\":\(value),\"subjects\":[{\"name\":\(value)}],"
                    + "\"episodes\":[{\"episode_number\":1,\"name\":\(value)}]}"
                guard let answer = try? JSONValue(answer: Array(json.utf8)) else { continue }
                _ = TMDBSeries(answer)
                _ = TMDBSeason(answer)
                _ = OpenLibraryRecord.title(answer)
                var record = OpenLibraryRecord(data: answer)
                record.edition = answer
                _ = record.book(at: Origin(isSecure: true, host: "openlibrary.example", port: 443))
                _ = ReadableText.of(answer["title"]?.string)
                _ = LiveText.clean(answer["text"]?.string ?? "")
            }
        },
        CostlyPlace("What catalogers write", ["Storytime/Ground/JSON/JSONParser.swift"]) { text in
            // What could be divided in many ways.
            let parts = [
                " ;", "; ", "vol. ", "translated from the ", "aus dem ", "\n ", "1 ", "([source",
            ]
            for part in parts {
                let long = String(repeating: part, count: text.utf8.count / part.utf8.count) + "1x"
                _ = LibraryText.year(in: long)
                _ = LibraryText.pages(in: long)
                _ = LibraryText.series(long)
                _ = LibraryText.illustrator(in: long)
                _ = LibraryText.translator(in: long)
                let json = "{\"description\":\(JSONText.quoted(long))}"
                var record = OpenLibraryRecord(data: .null)
                record.edition = try JSONValue(answer: Array(json.utf8))
                _ = record.book(at: Origin(isSecure: true, host: "openlibrary.example", port: 443))
            }
        },
        CostlyPlace(
            "Mux",
            [
                "Storytime/Ground/JSON/ReceivedJSON.swift",
                "Storytime/Library/Videos/Mux/MuxEvent.swift",
                "Storytime/Library/Videos/Mux/MuxError.swift",
                "Storytime/Library/Videos/Mux/MuxClient.swift",
            ]
        ) { text in
            for value in [JSONText.quoted(text), numbered(text)] {
                let asset =
                    "{\"id\":\(value),\"status\":\(value),\"passthrough\":\(value),\"tracks\":[{\"name\":\(value)}]}"
                let json =
                    "{\"id\":\(value),\"type\":\"video.asset.ready\",\"data\":\(asset),\"object\":{\"id\":\(value)},\(value):1}"
                _ = MuxEnvelope.read(Array(json.utf8))
                _ = MuxEvent(
                    id: "a",
                    type: "video.asset.ready",
                    happenedAt: MuxMoment(microseconds: 1),
                    body: Array(json.utf8)
                )
                let error = "{\"error\":{\"type\":\(value),\"messages\":[\(value)]}}"
                _ = MuxError(OutgoingAnswer(status: 400, body: Array(error.utf8)))
            }
        },
        CostlyPlace(
            "A transcript",
            [
                "Storytime/Library/Captions/Transcribing/Transcript.swift",
                "Storytime/Library/Captions/Transcribing/SpeechService.swift",
            ]
        ) { text in
            for value in [JSONText.quoted(text), numbered(text)] {
                let word = "{\"word\":\(value),\"start\":0.5,\"end\":1}"
                for json in [
                    "{\"segments\":[{\"start\":0,\"end\":1,\"text\":\(value)}],\"words\":[\(word),\(word)]}",
                    "{\"segments\":[{\"start\":0,\"end\":1,\"text\":\"x\",\"words\":[\(word),\(word)]}]}",
                    "{\"words\":[\(word)]}",
                ] {
                    _ = Transcript(Array(json.utf8))?.cues(from: 500)
                }
            }
            for file in [
                "\(text) 0.5 1.0 0.9\nx 1 2\n", "1\n00:00:01,000 --> 00:00:02,000\n\(text)\n", text,
            ] {
                _ = Transcript(Array(file.utf8))?.cues(from: 500)
            }
        },
        CostlyPlace("Pieces of words", ["Storytime/Library/Captions/Transcribing/Transcript.swift"])
        { text in
            let pieces = pieces(of: text).map {
                "{\"word\":\(JSONText.quoted($0)),\"start\":0,\"end\":1}"
            }
            let json =
                "{\"segments\":[{\"start\":0,\"end\":1,\"text\":\"x\",\"words\":[\(pieces.joined(separator: ","))]}]}"
            _ = Transcript(Array(json.utf8))?.cues(from: 0)
        },
        CostlyPlace("A model's stream", ["Storytime/Family/Explaining/ChatStream.swift"]) { text in
            for opening in ["", "<think>", "  "] {
                var stream = ChatStream()
                var thoughts = ThoughtFilter()
                for piece in [opening] + pieces(of: text) {
                    let line =
                        "data: {\"choices\":[{\"delta\":{\"content\":\(JSONText.quoted(piece))}}]}\n\n"
                    for case .text(let said) in stream.read(line.utf8) { _ = thoughts.read(said) }
                }
                _ = thoughts.end()
            }
            var stream = ChatStream()
            _ = stream.read(
                "\(text): x\ndata: {\"error\":\(JSONText.quoted(text))}\n\n\(text)".utf8
            )
            _ = stream.end()
            _ = stream.read(String(repeating: "data:\n", count: text.utf8.count / 6).utf8)
        },
        CostlyPlace(
            "What ffprobe says",
            [
                "Storytime/Library/Videos/Local/VideoProbe.swift",
                "Storytime/Library/Videos/Local/EmbeddedCaptions.swift",
            ]
        ) { text in
            let value = JSONText.quoted(text)
            let json =
                "{\"streams\":[{\"index\":0,\"codec_type\":\"subtitle\",\"codec_name\":\"subrip\","
                + "\"tags\":{\"title\":\(value),\"language\":\(value)}}],\"format\":{\"format_name\":\(value)}}"
            _ = (try? VideoProbe(json: Array(json.utf8))).map(EmbeddedCaptions.all)
        },
    ]

    /// What becomes of a Content-Disposition that a site sends.
    static func disposition(_ value: String) -> String? {
        var answer = OutgoingAnswer(status: 200)
        answer.take(headLine: Array("Content-Disposition: \(value)\r\n".utf8))
        return answer.headers["content-disposition"]
    }

    /// A text of JSON with everything beyond ASCII by its number.
    private static func numbered(_ text: String) -> String {
        var json = ""
        for unit in JSONText.quoted(text).utf16 {
            if let scalar = Unicode.Scalar(unit), scalar.isASCII {
                json.unicodeScalars.append(scalar)
            } else {
                json += "\\u" + String(0x10000 + Int(unit), radix: 16).dropFirst()
            }
        }
        return json
    }

    /// In pieces of some bytes, as services say it.
    private static func pieces(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        return stride(from: 0, to: scalars.count, by: 20).map {
            ReceivedText.joined(scalars[$0..<min($0 + 20, scalars.count)])
        }
    }

    // MARK: What families bring

    private static let families: [CostlyPlace] = [
        CostlyPlace("An Anki head", ["Storytime/Family/Vocabulary/AnkiText.swift"]) { text in
            for file in [
                "#separator:tab\n#columns:\(text)\tMeaning\nx\ty\n",
                "#separator:\(text)\n#html:\(text)\nx\ty\n",
                "#\(text):x\nx\ty\n", "#separator:tab\n\(text)\ty\n",
            ] {
                guard let head = AnkiHead(Array(file.utf8)) else { continue }
                for name in head.columns ?? [] { _ = Folding.fold(name) }
            }
        },
        CostlyPlace(
            "A field of Anki",
            ["Storytime/Family/Vocabulary/AnkiText.swift", "Subtitles/CharacterReference.swift"]
        ) { text in
            for field in [
                text, "<div>\(text)</div>", "<ruby>\(text)<rt>\(text)",
                "[sound:\(text)]x[sound:a]\(text)",
                "<style>\(text)</style>",
            ] {
                _ = AnkiField.plain(ReceivedText.cut(field), isHTML: true)
            }
        },
        CostlyPlace(
            "Rows of a table",
            [
                "Storytime/Ground/CSV/GarbledText.swift",
                "Storytime/Library/Imports/ImportColumn.swift",
                "Storytime/Library/Books/BookExport.swift", "Storytime/Ground/Text/Folding.swift",
            ]
        ) { text in
            for file in [
                "title,\(text)\na,\(text)\n", "title\n\"\(text)\"\n", "\(text)\n\(text)\n",
                "title,note\na,\"\(text)\nb,\"\(text)\" c\n", "title\n=\"\(text)\"\n=T(\(text))\n",
            ] {
                guard var rows = try? CSVFile(bytes: Array(file.utf8)) else { continue }
                for cell in rows.header.cells { _ = ImportColumn.key(cell) }
                while let row = try? rows.next() {
                    for cell in row.cells {
                        _ = (
                            NameList.names(in: cell), CellNumber.whole(cell),
                            CellNumber.edition(cell)
                        )
                    }
                    _ = (row.isBlank, row.complaint(columns: 1))
                }
            }
            _ = GarbledText.first(in: Array(("Ã¼" + text).utf8))
        },
        CostlyPlace(
            "Names of files",
            [
                "Storytime/Library/Imports/UploadedFile.swift",
                "Storytime/Console/Exports/FileName.swift",
            ]
        ) { text in
            let name = ReceivedText.cut(text)
            _ = UploadedFile.shownName(name, or: "books.csv")
            _ = FileName(name, or: "books")
            _ = TakenAt.all(inName: name)
        },
        CostlyPlace("Words of a story", ["Storytime/Family/Vocabulary/StoryWords.swift"]) { text in
            for word in StoryWords.split(ReceivedText.cut(text)) { _ = Folding.fold(word) }
        },
    ]

    // MARK: Files of the machine, and rows

    private static let files: [CostlyPlace] = [
        CostlyPlace("A file of text", ["Storytime/Ground/Files/Folder.swift"]) { text in
            let folder = try TemporaryFolder()
            try Data(text.utf8).write(to: URL(filePath: folder.path + "/a"))
            let read = try Folder.text(folder.path + "/a")
            _ = read == read.lowercased()
        },
        CostlyPlace("A row from before", ["SQLite/Row.swift"]) { text in
            let database = try Database(path: ":memory:")
            let row = try database.first("SELECT \(text)") { row throws(SQLiteError) in
                try row.text(0)
            }
            _ = row?.lowercased() == row?.uppercased()
        },
        CostlyPlace("A date in a photo", ["Storytime/Ground/Photos/PhotoBytes.swift"]) { text in
            for property in ["exif:DateTimeOriginal", "xmp:CreateDate"] {
                _ = TakenAt.all(
                    xmp: Array("<x \(property)=\"\(text)\" \(property)='\(text)'/>".utf8)
                )
            }
            var cursor = ByteCursor(text.utf8)
            let name = cursor.text()
            _ = name == name.lowercased()
        },
    ]

    // MARK: Parts of requests

    private static let values: [CostlyPlace] = [
        // It looks at 16,000 bytes.
        CostlyPlace(
            "The account of a sign-in",
            ["Storytime/Console/People/SignInDesk.swift"],
            bytes: 1_900
        ) { text in
            let json = try JSONEncoder().encode(["email": text])
            for (path, content) in [
                ("/login", Array("email=\(text)".utf8)), ("/api/v1/auth/token", Array(json)),
            ] {
                guard let head = Request(method: .post, target: path, headers: [:])?.head else {
                    continue
                }
                let request = Request(head: head, body: .bytes(content), peer: "192.0.2.1")
                _ = SignInDesk.account(of: request)
            }
        },
        CostlyPlace(
            "Values of requests",
            [
                "HTTP/MultipartForm.swift", "HTTP/MultipartScanner.swift",
                "HTTP/ParameterScanner.swift",
                "HTTP/PercentEncoding.swift", "HTTP/URLEncodedForm.swift",
            ]
        ) { text in
            _ = try? URLEncodedForm(Array("\(PercentEncoding.encodeComponent(text))=\(text)".utf8))
            _ = MediaType("text/plain; a=\"\(ReceivedText.cut(text))\"")
            _ = PercentEncoding.decode(PercentEncoding.encodeComponent(text)).map {
                $0 == $0.lowercased()
            }
            let part =
                "--b\r\nContent-Disposition: form-data; name=\"\(text)\"; filename=\"\(text)\"\r\n\r\n\(text)\r\n--b--\r\n"
            _ = try? MultipartForm(
                .bytes(Array(part.utf8)),
                contentType: "multipart/form-data; boundary=b"
            )
            _ = Cookies([ReceivedText.cut("a=\(text); \(text)=1")])
        },
    ]
}

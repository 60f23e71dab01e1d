import Foundation
import HTTP
import Markup
import SQLite
import Received
import Subtitles
import Testing

@testable import Storytime

@Suite("Captions that are written by listening to a video", .enabled(if: FFmpeg.isInstalled))
struct TranscribeTests {
    private static let answer = #"""
        {"segments":[{"start":0.2,"end":1.4,"text":"Once upon a time"}]}
        """#
    private let line = "POST /v1/audio/transcriptions"

    private func console(_ change: (inout TranscribingSettings) -> Void) throws -> Console {
        var settings = TranscribingSettings()
        change(&settings)
        return try Console.withBook { $0.transcribing = settings }
    }

    private func console(asking stub: StubServer) throws -> Console {
        try console {
            $0.service = SpeechAddress(stub.origin.description)
            $0.key = "secret-key"
        }
    }

    private func track(_ console: Console) throws -> CaptionTrack {
        try #require(try console.videos.captions(of: ID(1)).first)
    }

    private func store(_ console: Console) -> CaptionStore {
        CaptionStore(console.site, console.database, now: console.time.now)
    }

    private let path = "/admin/video_assets/1/captions/transcribe"

    private func ask(_ console: Console, _ language: String = "en") throws -> Answer {
        try console.post(path, [("spoken_language", language)])
    }

    @Test("A service is sent the sound, and its answer becomes a track with cues (V2.1 L48)")
    func service() throws {
        let stub = try StubServer()
        stub.answer(line, 200, Self.answer)
        let console = try console(asking: stub)
        _ = try console.prepared(VideoFiles.mp4)
        #expect(try console.get("/admin/video_assets/1").contains("127.0.0.1, in your own network"))
        #expect(try ask(console, "en-GB").location == "/admin/video_assets/1#captions")
        #expect(try console.get("/admin/video_assets/1").contains("Preparing"))
        try console.prepareVideos()
        let track = try track(console)
        #expect(track.status == .ready && track.origin == .generated && track.language == "en-GB")
        let document = try store(console).document(of: track)
        #expect(document.cues.map(\.text) == ["Once upon a time"])
        #expect(try console.videos.find(ID(1)).hasCaptions)
        let asked = try #require(stub.asked.last)
        #expect(asked.headers["Authorization"] == "Bearer secret-key")
        for part in [
            "name=\"language\"\r\n\r\nen\r\n", "verbose_json", "timestamp_granularities[]",
            "filename=\"speech.mp3\"", "whisper-1",
        ] {
            #expect(asked.body.contains(part), "\(part)")
        }
    }

    @Test("An answer with a number that no program can count with becomes a track like any other")
    func hugeOffset() throws {
        let stub = try StubServer()
        stub.answer(line, 200, "[ti:x]\n[offset:-9223372036854775808]\n[00:01.00]hello\n")
        let console = try console(asking: stub)
        _ = try console.prepared(VideoFiles.mp4)
        _ = try ask(console)
        try console.prepareVideos()
        #expect(try store(console).document(of: track(console)).cues.map(\.text) == ["hello"])
    }

    @Test("A service that has no other form is asked for SRT")
    func subtitles() throws {
        let stub = try StubServer()
        stub.answer(line, 400, #"{"error":{"message":"response_format"}}"#)
        stub.answer(line, 200, "1\n00:00:00,200 --> 00:00:01,000\nOwl\n")
        let console = try console(asking: stub)
        _ = try console.prepared(VideoFiles.mp4)
        _ = try ask(console)
        try console.prepareVideos()
        #expect(try store(console).document(of: track(console)).cues.map(\.text) == ["Owl"])
        #expect(stub.asked.last?.body.contains("\r\nsrt\r\n") == true)
    }

    @Test(
        "What goes wrong is said in words on the video’s page, and can be tried again",
        arguments: [
            (401, "{}", "STORYTIME_TRANSCRIBE_KEY"), (404, "{}", "STORYTIME_TRANSCRIBE_URL"),
            (413, "{}", "too large"), (200, #"{"text":"Once"}"#, "STORYTIME_TRANSCRIBE_MODEL"),
            (402, #"{"error":{"message":"Quota &c."}}"#, "Quota &amp;c."),
            (418, #"{"error":"teapot"}"#, "teapot"),
            (200, #"{"segments":[]}"#, "No speech"),
            (
                200,
                #"{"segments":[{"start":0,"end":9,"text":"\#(String(repeating: "a", count: 70_000))"}]}"#,
                "can’t be kept"
            ),
        ]
    )
    func failures(status: Int, body: String, words: String) throws {
        let stub = try StubServer()
        stub.answer(line, status, body)
        stub.answer(line, 200, Self.answer)
        let console = try console(asking: stub)
        _ = try console.prepared(VideoFiles.mp4)
        _ = try ask(console)
        try console.prepareVideos()
        #expect(try track(console).status == .errored)
        #expect(try console.get("/admin/video_assets/1").contains(words))
        _ = try ask(console)
        try console.prepareVideos()
        #expect(try console.videos.captions(of: ID(1)).map(\.status) == [.ready])
    }

    @Test("A service that is busy is asked again later")
    func busy() throws {
        let stub = try StubServer()
        stub.answer(line, 503, #"{"error":{"message":"loading"}}"#)
        stub.answer(line, 200, Self.answer)
        let console = try console(asking: stub)
        _ = try console.prepared(VideoFiles.mp4)
        _ = try ask(console)
        try console.prepareVideos()
        #expect(try track(console).status == .preparing)
        console.time.now += 3600
        try console.prepareVideos()
        #expect(try track(console).status == .ready)
    }

    @Test("Asked for twice, it is done once; cancelled, it leaves nothing")
    func twice() throws {
        let stub = try StubServer()
        stub.answer(line, 200, Self.answer)
        let console = try console(asking: stub)
        _ = try console.prepared(VideoFiles.mp4)
        _ = try ask(console)
        #expect(try ask(console).status == 303)
        #expect(try console.count("SELECT count(*) FROM caption_tracks") == 1)
        #expect(try console.count("SELECT count(*) FROM jobs WHERE kind = 'transcribe'") == 1)
        let cancel = try #require(
            console.get("/admin/video_assets/1").markup.all("form").compactMap { $0["action"] }
                .first { $0.hasSuffix("/delete") && $0.contains("captions") }
        )
        _ = try console.post(cancel)
        try console.prepareVideos()
        #expect(try console.count("SELECT count(*) FROM caption_tracks") == 0)
        #expect(stub.asked.isEmpty)
    }

    @Test(
        "Without a setting nothing is offered; a video without sound and a wrong language are told"
    )
    func refused() throws {
        let plain = try Console.withBook()
        _ = try plain.prepared(VideoFiles.mp4)
        #expect(try !plain.get("/admin/video_assets/1").contains("Transcribe speech"))
        #expect(try plain.post(path, [("spoken_language", "en")]).status == 303)
        #expect(try plain.count("SELECT count(*) FROM caption_tracks") == 0)

        let console = try console { $0.command = "/bin/true" }
        _ = try console.prepared(VideoFiles.fast)
        let answer = try ask(console, "no language")
        #expect(answer.status == 422 && answer.markup.value(of: "spoken_language") == "no language")
        _ = try ask(console)
        try console.prepareVideos()
        #expect(try track(console).error == "This video has no sound.")
    }

    @Test(
        "A program is given the sound, the language and where to write; what it writes is read (V2.5 L78)"
    )
    func command() throws {
        let folder = try TemporaryFolder()
        let script = folder.file("listen")
        let text = """
            #!/bin/sh
            head -c 4 "$1" | grep -q RIFF || exit 1
            printf 'owl 0.2 0.5 1\\n%s 0.6 0.9 1\\n' "$2" > "$3"
            """
        try StandIn.write(text, to: script)
        let console = try console { $0.command = script }
        _ = try console.prepared(VideoFiles.mp4)
        #expect(
            try console.get("/admin/video_assets/1").contains("on this server and doesn’t leave it")
        )
        _ = try ask(console, "de")
        try console.prepareVideos()
        #expect(try store(console).document(of: track(console)).cues.map(\.text) == ["owl de"])
    }

    @Test("PocketSphinx understands the demo’s voice", .enabled(if: PocketSphinx.isInstalled))
    func pocketSphinx() throws {
        let folder = try TemporaryFolder()
        let film = folder.file("spoken.mp4")
        try FFmpeg.run([
            "-f", "lavfi", "-i", "color=duration=4:size=64x64:rate=10", "-f", "lavfi", "-i",
            "flite=text='once upon a time there was a little house':voice=slt", "-shortest", film,
        ])
        let console = try console { $0.command = PocketSphinx.script }
        _ = try console.prepared(Array(try Data(contentsOf: URL(filePath: film))))
        _ = try ask(console)
        try console.prepareVideos()
        let cues = try store(console).document(of: track(console)).cues
        #expect(cues.first?.text.hasPrefix("once upon a time there was") == true)
        // "time" is heard in the second half of the first second.
        #expect(
            cues.first?.words.dropFirst(3).first.map { (600..<1200).contains($0.start) } == true
        )
    }

    @Test("Many videos are asked for at once: those that are ready and have no captions")
    func many() throws {
        let stub = try StubServer()
        stub.answer(line, 200, Self.answer)
        let console = try console(asking: stub)
        _ = try console.prepared(VideoFiles.mp4)
        try console.addReadyVideo(console.addBook("Owl").id, seconds: 9, hasCaptions: true)
        #expect(try console.get("/admin/video_assets").contains("Transcribe speech"))
        let page = try console.get("/admin/video_assets/bulk?act=transcribe&all=1")
        #expect(page.contains("Transcribe 1 video?") && page.contains("own network"))
        #expect(page.contains("1 video that isn’t ready"))
        let form = try #require(page.markup.forms.first { $0.action.hasSuffix("/bulk") })
        _ = try console.post(form.action, form.fields.map { ($0.name, $0.value) })
        try console.prepareVideos()
        #expect(try track(console).status == .ready)
        // The book doesn’t say its language: the service finds out.
        #expect(stub.asked.last?.body.contains("name=\"language\"") == false)
        #expect(try !Console.withBook().get("/admin/video_assets").contains("Transcribe speech"))
    }

    @Test("Of a video at Mux, Mux writes the captions from its sound track")
    func mux() throws {
        let stub = try StubMux()
        stub.answer(
            "GET /video/v1/assets/asset-1",
            200,
            """
            {"data":{"id":"asset-1","status":"ready","duration":60,"tracks":[
            {"id":"picture-1","type":"video"},{"id":"sound-1","type":"audio"}]}}
            """
        )
        let generate = "POST /video/v1/assets/asset-1/tracks/sound-1/generate-subtitles"
        stub.answer(generate, 201, #"{"data":[]}"#)
        let console = try Console.withBook { $0.mux = stub.settings }
        let asset = try console.addAsset()
        try console.database.execute("UPDATE video_assets SET mux_asset_id = 'asset-1'")
        _ = try console.post(
            "/admin/video_assets/\(asset.id)/captions/transcribe",
            [("spoken_language", "en")]
        )
        let asked = try #require(stub.asked.first { $0.line == generate })
        #expect(
            asked.body == #"{"generated_subtitles":[{"language_code":"en","name":"English"}]}"#
                || asked.body
                    == #"{"generated_subtitles":[{"name":"English","language_code":"en"}]}"#
        )
    }

    @Test(
        "An address without a path has OpenAI’s; plain HTTP is for the own network",
        arguments: [
            ("https://api.openai.com", "https://api.openai.com/v1/audio/transcriptions"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1/audio/transcriptions"),
            ("http://192.168.1.9:8080/inference", "http://192.168.1.9:8080/inference"),
            ("http://api.openai.com", nil), ("api.openai.com", nil), ("https://a b/", nil),
            ("", nil),
        ]
    )
    func addresses(text: String, address: String?) {
        #expect(SpeechAddress(text)?.description == address)
    }
}

/// Debian’s PocketSphinx, as a program that the server starts.
private enum PocketSphinx {
    static let isInstalled = ProgramFile.path(of: "pocketsphinx_continuous") != nil

    static let script: String = {
        let text = """
            #!/bin/sh
            exec pocketsphinx_continuous -infile "$1" -time yes -logfn /dev/null > "$3"
            """
        guard let path = try? VideoFiles.folder.get().file("pocketsphinx") else { return "" }
        try? StandIn.write(text, to: path)
        return path
    }()
}

import Received
import Subtitles
import Testing

@testable import Storytime

/// What traps ends the program, and the test with it: each number is at the edge of a type, and stands where
/// another program, a file or a device may write one.
@Suite("Extreme numbers from outside")
struct ExtremeNumberTests {
    @Test(
        "An engine’s transcript has times within their bounds, in all its shapes",
        arguments: [
            #"{"segments":[{"start":N,"end":N,"text":"a b"}]}"#,
            #"{"segments":[{"start":0,"end":N,"text":" a b","words":[{"word":" a","start":N,"end":N},{"word":" b","start":1,"end":N}]}]}"#,
            #"{"segments":[{"start":N,"end":9,"text":"a b"}],"words":[{"word":"a","start":N,"end":N},{"word":"b","start":N,"end":2}]}"#,
            #"{"words":[{"word":"a","start":N,"end":N},{"word":"b","start":N,"end":N}]}"#,
            "a N N\nb N N 0.5\n", "[offset:N]\n[00:01.00]a b\n", "[N:01.00]a b\n",
            "1\nN:00:01,000 --> N:00:02,000\na b\n", "WEBVTT\n\nN:00:01.000 --> N:00:02.000\na b\n",
        ]
    )
    func transcripts(shape: String) {
        for number in ExtremeNumbers.texts {
            let text = shape.replacing("N", with: number)
            guard let transcript = Transcript(Array(text.utf8)) else { continue }
            for offset in [MediaTime.min, -1, 0, 1_000, .max] {
                let captions = Captions(format: .srt, cues: transcript.cues(from: offset))
                for format in CaptionFormat.allCases { _ = captions.written(as: format) }
                _ = ReadingLine.list(captions.cues, numbers: [], seconds: 9)
            }
        }
    }

    @Test("What ffprobe says of a file is refused or planned")
    func probes() {
        let shapes = [
            #"{"streams":[{"index":N,"codec_type":"video","codec_name":"h264","width":N,"height":N}],"format":{"duration":"5"}}"#,
            #"{"streams":[{"index":0,"codec_type":"video","width":640,"height":480,"sample_aspect_ratio":"N:N","side_data_list":[{"rotation":N}]}],"format":{"duration":"N"}}"#,
            #"{"streams":[{"index":0,"codec_type":"video","width":640,"height":480,"duration":"N","disposition":{"default":N}}]}"#,
            #"{"streams":[{"index":0,"codec_type":"video","width":64,"height":64,"start_time":"N","tags":{"DURATION":"N:N:N"}}],"format":{"format_name":"matroska","start_time":"N","duration":"N"}}"#,
        ]
        for shape in shapes {
            for number in ExtremeNumbers.all {
                let json = Array(shape.replacing("N", with: number).utf8)
                guard let probe = try? VideoProbe(json: json) else { continue }
                #expect(probe.seconds >= 0)
                if let video = probe.video { _ = probe.displayed(video) }
                guard let plan = try? VideoPlan(probe) else { continue }
                #expect(plan.seconds <= Double(VideoProbe.maximumSeconds))
                #expect(plan.size.width > 0 && plan.size.height > 0)
            }
        }
    }

    @Test("What Mux says of an asset, a track and a file is taken or left")
    func mux() {
        let asset = #"""
            {"data":{"id":"a","status":"ready","created_at":N,"duration":N,"progress":{"progress":N},
            "tracks":[{"id":"t","type":"video","max_width":N,"max_height":N}],
            "static_renditions":{"files":[{"id":"r","name":"720p.mp4","status":"ready","width":N,
            "height":N,"filesize":N},{"id":"s","name":"480p.mp4","filesize":"N"}]}}}
            """#
        for number in ExtremeNumbers.all {
            let body = Array(asset.replacing("N", with: number).utf8)
            for type in ["video.asset.created", "video.asset.ready", "video.asset.updated"] {
                let event = MuxEvent(
                    id: "e",
                    type: type,
                    happenedAt: MuxMoment(number) ?? MuxMoment(microseconds: 0),
                    body: body
                )
                let state = MuxState([event])
                #expect((0...1_000_000_000).contains(state.durationSeconds ?? 0))
            }
        }
        for text in ExtremeNumbers.texts { _ = MuxMoment(text)?.seconds }
    }

    @Test("Answers of TMDB and Open Library, and chunks of a model, are read or left")
    func services() throws {
        let shapes = [
            #"{"id":N,"name":"Owls","seasons":[{"season_number":N}],"season_number":N,"episode_number":N,"runtime":N,"episodes":[{"id":N,"episode_number":N,"season_number":N,"runtime":N,"name":"a"}]}"#,
            #"{"title":"Owls","number_of_pages":N,"publish_date":"N","first_publish_year":N,"edition_count":N,"covers":[N],"pagination":"N p."}"#,
        ]
        for shape in shapes {
            for number in ExtremeNumbers.all {
                let value = try JSONValue(Array(shape.replacing("N", with: number).utf8))
                _ = TMDBSeries(value)
                let record = OpenLibraryRecord(data: value)
                if let home = Origin("https://openlibrary.org") { _ = record.book(at: home) }
                #expect((value["id"]?.integer ?? 0).magnitude <= ReceivedNumber.furthest)
            }
        }
        for number in ExtremeNumbers.all {
            var stream = ChatStream()
            let chunk =
                #"{"id":N,"created":N,"choices":[{"index":N,"delta":{"content":"a"}}],"usage":{"total_tokens":N}}"#
            let events = stream.read(
                Array("data: \(chunk.replacing("N", with: number))\n\n".utf8)
            )
            #expect(events == [.text("a")], "\(number)")
        }
    }

    @Test("Anki’s files name columns that are there, and times of storyboards are those of films")
    func files() {
        for number in ExtremeNumbers.texts {
            let anki =
                "#separator:tab\n#columns:a\tb\n#guid column:\(number)\n#tags column:\(number)\nx\ty\n"
            _ = AnkiHead(Array(anki.utf8))
            _ = StoryboardTimes(
                """
                WEBVTT

                \(number):\(number):\(number):\(number):\(number).000 --> 00:00:05.000
                storyboard.jpg#xywh=\(number),\(number),\(number),\(number)

                """
            )
        }
        // As many parts as overflow any number, were they counted together.
        let parts = Array(repeating: "99999", count: 100).joined(separator: ":")
        _ = StoryboardTimes("WEBVTT\n\n\(parts).000 --> 00:05.000\na.jpg#xywh=0,0,9,9\n")
    }
}

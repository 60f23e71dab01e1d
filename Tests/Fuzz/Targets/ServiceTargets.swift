import HTTP
import Received
import Subtitles

@testable import Storytime

extension FuzzTarget {
    /// What a transcription service says. Traps if its cues can’t be written and read.
    func fuzzTranscript(_ bytes: [UInt8]) {
        if let value = try? JSONValue(bytes), case .text(let text)? = value["text"] {
            _ = LiveText.clean(text)
        }
        _ = LiveText.clean(String(decoding: bytes, as: UTF8.self))
        guard let transcript = Transcript(bytes) else { return }
        // Sound goes there in pieces of some minutes.
        for offset in [MediaTime.zero, MediaTime(milliseconds: 43_000_000)] {
            let captions = Captions(format: .vtt, cues: transcript.cues(from: offset))
            for format in CaptionFormat.allCases where !captions.cues.isEmpty {
                _ = captions.written(as: format)
            }
        }
    }

    /// What a model says, in pieces. Traps if it says something else when it comes in others.
    func fuzzChat(_ bytes: [UInt8], _ choice: FuzzChoice) {
        let whole = ChatReading(bytes, portion: max(1, bytes.count))
        let cut = ChatReading(bytes, portion: 1 + choice.way(of: 64))
        precondition(whole == cut, "the same bytes, cut differently, say something else")
        _ = ChatTrouble(OutgoingAnswer(status: 400 + choice.way(of: 64), body: bytes)).description
    }

    /// What Mux sends: an event, or an answer of any type, and a signature over it.
    func fuzzMux(_ bytes: [UInt8]) {
        let header = try? ReceivedText.read(bytes)
        try? MuxSignature.check(header, of: bytes, secret: "secret", now: 1_795_257_600)
        let envelope = MuxEnvelope.read(bytes)
        let moment = envelope?.createdAt ?? MuxMoment(microseconds: 0)
        let types = [
            "video.asset.ready", "video.upload.created", "video.asset.track.ready",
            "video.asset.static_rendition.ready", envelope?.type ?? "",
        ]
        let events = types.enumerated().map { index, type in
            MuxEvent(id: "\(index)", type: type, happenedAt: moment, body: bytes)
        }
        let state = MuxState(events)
        precondition(state == MuxState(events.reversed()), "the order of arrival says something")
        _ = state.captions
    }

    /// What TMDB and Open Library say.
    func fuzzCatalogs(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(bytes), let base = Origin("https://library.example") else {
            return
        }
        _ = TMDBSeries(value)
        _ = TMDBSeason(value)
        _ = TMDBEpisode(value, season: 1)
        _ = (value["results"]?.items ?? []).compactMap(TMDBSeries.init)
        var record = OpenLibraryRecord(data: value)
        record.edition = value["edition"] ?? value
        record.work = value["work"] ?? value
        _ = record.neededWork
        _ = record.book(at: base)
        _ = (value["docs"]?.items ?? [value]).compactMap(OpenLibraryRecord.title)
    }

    /// What ffprobe and ffmpeg say of a stranger’s film, and the frame of a film’s file.
    func fuzzProbe(_ bytes: [UInt8]) {
        _ = SampleList(bytes).samples
        _ = FilmEnd.isMissing(in: PhotoBytes(bytes))
        guard let probe = try? VideoProbe(json: bytes) else { return }
        _ = (probe.seconds, probe.audio, probe.texts)
        guard let video = try? probe.checked() else { return }
        _ = probe.displayed(video)
        _ = try? VideoPlan(probe)
    }

    /// What players report, perhaps days later, and what an app sends of words and lists.
    func fuzzEvents(_ bytes: [UInt8]) {
        guard case .object(let members)? = try? JSONValue(bytes) else { return }
        var fields = JSONFields(members)
        guard let sent = SentEvents(&fields) else { return }
        let events = sent.events.compactMap(\.event)
        _ = fields.closed()
        _ = events
    }

    /// Names of files and what people write into small fields: each has a grammar.
    func fuzzNames(_ bytes: [UInt8]) {
        guard let text = try? ReceivedText.read(bytes) else { return }
        let name = VideoName(text)
        _ = (name.meaning, name.numbers)
        _ = CaptionName(text, beside: text)
        _ = TakenAt.all(inName: text)
        if let isbn = try? ISBN(text) {
            precondition((try? ISBN(isbn.digits)) == isbn, "another book")
        }
        if let day = CalendarDay(iso: text) {
            precondition(CalendarDay(iso: day.iso) == day, "another day")
        }
        if let tag = LanguageTag(text) {
            precondition(LanguageTag(tag.text) == tag, "another language")
        }
        _ = LanguageTag(named: text)
        _ = Timestamp(text)
        _ = (CaptionTime.read(text), CaptionTime.readShift(text))
        _ = LibraryText.year(in: text)
        _ = LibraryText.pages(in: text)
        _ = LibraryText.series(text)
        _ = AnkiField.plain(text, isHTML: true)
        _ = CharacterReferences.decoded(text[...])
        _ = Folding.fold(text)
    }

    /// Texts that we signed, or that say so.
    func fuzzTokens(_ bytes: [UInt8]) {
        guard let text = try? ReceivedText.read(bytes) else { return }
        let key = [UInt8](repeating: 7, count: 32)
        _ = try? FilmPass(text, to: ID(1), key: key)
        _ = try? CaptionPass(text, to: ID(1), key: key)
        _ = KnownBrowser(cookie: text, key: key)
        _ = Flash(cookie: text, key: key)
        _ = AccessKeySecret(shown: text)
        _ = Ticket(text)
        _ = Base64URL.decode(text[...])
        if let keys = Self.tokenKeys { _ = try? AccessToken(text, keys, now: 1_795_257_600) }
    }

    private static let tokenKeys = try? TokenKeys(folder: ".build/fuzz", now: 1_795_257_600)
}

/// What a stream of a model said.
private struct ChatReading: Equatable {
    private var texts = ""
    private var others: [ChatStream.Event] = []
    private var shown = ""
    private var isDone = false

    init(_ bytes: [UInt8], portion: Int) {
        var stream = ChatStream()
        var thoughts = ThoughtFilter()
        var events: [ChatStream.Event] = []
        for start in stride(from: 0, to: bytes.count, by: portion) {
            events += stream.read(bytes[start..<min(bytes.count, start + portion)])
        }
        events += stream.end()
        for event in events {
            if case .text(let text) = event {
                texts += text
                shown += thoughts.read(text)
            } else {
                others.append(event)
            }
        }
        shown += thoughts.end()
        isDone = stream.isDone
    }
}

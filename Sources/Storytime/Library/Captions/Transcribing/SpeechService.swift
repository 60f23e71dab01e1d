/// A service that writes down what is said: OpenAI’s, or one that speaks its API, like whisper.cpp’s
/// server (https://platform.openai.com/docs/api-reference/audio/createTranscription).
struct SpeechService {
    /// A model may have to be loaded first, and a slow processor needs longer than the sound lasts.
    private static let timeoutMilliseconds = 1_800_000

    /// Nobody waits longer for what was said just now.
    private static let pieceTimeoutMilliseconds = 40_000
    /// Some seconds of speech are a sentence or two.
    private static let pieceAnswerBytes = 256 << 10

    let address: SpeechAddress
    let key: String
    let model: String

    /// A sound as it is sent. The ending of its name says to services what it is.
    struct Sound {
        let bytes: [UInt8]
        let fileName: String
        let mediaType: String
    }

    /// Sends a piece of sound as MP3. `isWanted` is asked while that takes its time.
    func transcript(of mp3: [UInt8], in language: String, isWanted: @escaping () -> Bool) throws
        -> Transcript
    {
        let sound = Sound(bytes: mp3, fileName: "speech.mp3", mediaType: "audio/mpeg")
        var answer = try send(sound, language, .verbose, isWanted)
        // A service may know only some of the forms, and says so with one of these.
        if [400, 415, 422].contains(answer.status) {
            answer = try send(sound, language, .srt, isWanted)
        }
        guard answer.status == 200 else { throw Self.failure(answer) }
        guard let transcript = Transcript(answer.body) else {
            throw JobFailure(
                "The transcription service sent no times. Choose another model in "
                    + "STORYTIME_TRANSCRIBE_MODEL.",
                isFinal: true
            )
        }
        return transcript
    }

    /// What is said in a few seconds, as text alone: every service has that form.
    func text(of sound: Sound, in language: String, isWanted: @escaping () -> Bool) throws -> String
    {
        let answer = try send(sound, language, .text, isWanted)
        guard answer.status == 200 else { throw Self.failure(answer) }
        guard let value = try? JSONValue(answer: answer.body), case .text(let text)? = value["text"]
        else {
            throw JobFailure("The transcription service sent something that isn’t a transcript.")
        }
        return text
    }

    private enum Form: String {
        case verbose = "verbose_json"
        case srt
        case text = "json"
    }

    private func send(
        _ sound: Sound,
        _ language: String,
        _ form: Form,
        _ isWanted: @escaping () -> Bool
    ) throws -> OutgoingAnswer {
        var fields = [("model", model), ("response_format", form.rawValue)]
        // Only the language itself: services refuse “en-GB”. Without one they find out.
        if language != "und" { fields.append(("language", String(language.prefix { $0 != "-" }))) }
        if form == .verbose {
            fields += [
                ("timestamp_granularities[]", "segment"), ("timestamp_granularities[]", "word"),
            ]
        }
        let boundary = "storytime-" + Base64URL.encode(try Random.bytes(18))
        var request = OutgoingRequest(
            method: "POST",
            url: address.description,
            headers: [("Content-Type", "multipart/form-data; boundary=\(boundary)")]
                + (key.isEmpty ? [] : [("Authorization", "Bearer \(key)")]),
            body: Self.multipart(fields, sound, boundary),
            allowsPlainHTTP: address.origin.isNearby,
            timeoutMilliseconds: Self.timeoutMilliseconds
        )
        if form == .text {
            request.connectTimeoutMilliseconds = 5_000
            request.timeoutMilliseconds = Self.pieceTimeoutMilliseconds
            request.responseLimitBytes = Self.pieceAnswerBytes
        }
        do {
            return try Transfer.run(request, while: isWanted)
        } catch {
            throw JobFailure("The transcription service didn’t answer: \(error.description).")
        }
    }

    /// The fields and the file (RFC 7578). The file needs a name: its ending says what it is.
    private static func multipart(
        _ fields: [(name: String, value: String)],
        _ sound: Sound,
        _ boundary: String
    ) -> [UInt8] {
        var text = ""
        for (name, value) in fields {
            text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n"
            text += "\(value)\r\n"
        }
        text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; "
        text += "filename=\"\(sound.fileName)\"\r\nContent-Type: \(sound.mediaType)\r\n\r\n"
        return Array(text.utf8) + sound.bytes + Array("\r\n--\(boundary)--\r\n".utf8)
    }

    private static func failure(_ answer: OutgoingAnswer) -> JobFailure {
        switch answer.status {
        case 401, 403:
            return JobFailure(
                "The transcription service rejected the key. Check STORYTIME_TRANSCRIBE_KEY.",
                isFinal: true
            )
        case 404:
            return JobFailure(
                "The transcription service has nothing at its address. Check "
                    + "STORYTIME_TRANSCRIBE_URL.",
                isFinal: true
            )
        case 413:
            return JobFailure("The sound is too large for the service.", isFinal: true)
        default:
            let words = message(answer).map { ": \($0)" } ?? "."
            return JobFailure(
                "The transcription service failed (\(answer.status))\(words)",
                isFinal: (400..<500).contains(answer.status) && answer.status != 429
            )
        }
    }

    /// What the service says about it, in either of the two shapes that there are.
    private static func message(_ answer: OutgoingAnswer) -> String? {
        struct Told: Decodable {
            struct Details: Decodable {
                let message: String
            }

            let text: String

            private enum Key: String, CodingKey { case error }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                let details = try? values.decode(Details.self, forKey: .error)
                text = try details?.message ?? values.decode(String.self, forKey: .error)
            }
        }
        let told = try? ReceivedJSON.decode(Told.self, from: answer.body)
        return told.map { String($0.text.prefix(300)) }
    }
}

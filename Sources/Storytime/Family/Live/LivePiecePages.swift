import HTTP
import Received
import SQLite
import Server

/// What comes while a session grows: words from a browser that recognizes speech itself, or sound for the
/// transcription service.
enum LivePiecePages {
    static let routes: [Route] = [
        post("/watch/live/{id}/pieces", for: .parent, keep),
        post("/watch/live/{id}/sound", for: .parent, hear),
    ]

    static let noService =
        "No transcription service is set up here. The person who runs this server can add one."
    private static let isFull = "This session has reached its maximum length. Start a new one."

    /// When something was said, as the page counts. Nil if it can’t be.
    private static func piece(_ fields: Fields, text: String = "") -> LivePiece? {
        func number(_ name: String) -> Int { fields.number(name) ?? -1 }
        let (place, start, end) = (number("number"), number("start"), number("end"))
        guard (1...LiveStore.mostPieces).contains(place), start >= 0, start <= end,
            end <= LiveStore.longestMS
        else { return nil }
        return LivePiece(number: place, start: start, end: end, text: text)
    }

    private static let noPlace = Failure.badRequest(
        "“number”, “start” and “end” must say which piece it is, in milliseconds."
    )

    // MARK: Words

    static func keep(_ visit: Visit, _ id: ID<LiveSession>) throws -> Response {
        let owner = try visit.liveOwner()
        let session = try visit.live.find(id, of: owner.user)
        let fields = try visit.fields()
        let text = LiveText.clean(fields.text("text") ?? "")
        guard session.way == .browser, !text.isEmpty, let piece = piece(fields, text: text) else {
            throw noPlace
        }
        do {
            try visit.database.write {
                try visit.hourlyCounts.count(LiveDesk.hourlyTexts, of: owner.family)
                try visit.live.add(piece, to: id, of: owner.user)
            }
        } catch LiveStore.Refusal.isFull {
            return visit.liveRefusal(409, isFull)
        } catch let limit as HourlyLimit.Reached {
            return visit.liveRefusal(429, limit.message, retryAfter: limit.retryAfter)
        }
        return Response(json: json(piece))
    }

    // MARK: Sound

    /// The answer begins at once and ends with what was said: nothing of this server waits for the
    /// service meanwhile.
    static func hear(_ visit: Visit, _ id: ID<LiveSession>) throws -> Response {
        let owner = try visit.liveOwner()
        let session = try visit.live.find(id, of: owner.user)
        guard session.way == .service, let place = piece(try visit.query()) else { throw noPlace }
        if let known = try visit.live.piece(place.number, of: id) {
            return Response(json: json(known))
        }
        let settings = visit.site.configuration.transcribing
        guard let address = settings.service else { return visit.liveRefusal(409, noService) }
        guard let bytes = visit.request.body.memory, bytes.count <= LiveSound.mostBytes else {
            throw Failure.tooLarge(limit: LiveSound.mostBytes)
        }
        guard let sound = LiveSound(bytes) else { throw Failure.unsupportedMediaType }
        guard session.pieceCount < LiveStore.mostPieces,
            session.characterCount < LiveStore.mostCharacters
        else { return visit.liveRefusal(409, isFull) }
        let service = SpeechService(address: address, key: settings.key, model: settings.model)
        let pipe = Pipe(heartbeat: Array(" ".utf8))
        let site = visit.site
        let desk = site.shared[LiveDesk.self]
        do {
            try desk.expectRoom(for: owner.family)
            try visit.hourlyCounts.count(LiveDesk.hourlySounds, of: owner.family)
            try desk.start(for: owner.family) {
                database,
                isWanted in
                pipe.write(
                    answer(
                        place,
                        {
                            try service.text(
                                of: sound.speech,
                                in: session.language,
                                isWanted: isWanted
                            )
                        },
                        { piece in
                            try LiveStore(database: database, now: site.clock())
                                .add(piece, to: id, of: owner.user)
                        },
                        site.log
                    )
                )
                pipe.finish()
            }
        } catch let pause as LivePause {
            return visit.liveRefusal(429, pause.message, retryAfter: pause.retryAfter)
        } catch let limit as HourlyLimit.Reached {
            return visit.liveRefusal(429, limit.message, retryAfter: limit.retryAfter)
        }
        return Response(
            headers: Headers([
                ("Content-Type", "application/json"),
                // nginx would collect it (ngx_http_proxy_module, proxy_buffering).
                ("X-Accel-Buffering", "no"),
            ]),
            body: .stream(pipe)
        )
    }

    /// What was said is kept before its reader learns of it. Whatever a service does ends as a sentence.
    private static func answer(
        _ place: LivePiece,
        _ transcribe: () throws -> String,
        _ keep: (LivePiece) throws -> Void,
        _ log: Log
    ) -> [UInt8] {
        do {
            let piece = LivePiece(
                number: place.number,
                start: place.start,
                end: place.end,
                text: LiveText.clean(try transcribe())
            )
            if !piece.text.isEmpty { try keep(piece) }
            return json(piece)
        } catch LiveStore.Refusal.isFull {
            return trouble(isFull)
        } catch is Failure {
            return trouble("This session was deleted.")
        } catch let failure as JobFailure {
            log.note("live transcription: \(failure.description)")
            return trouble("These seconds are missing: the transcription service failed.")
        } catch {
            log.error("live", "-", error)
            return trouble("These seconds are missing: they couldn’t be saved.")
        }
    }

    private static func json(_ piece: LivePiece) -> [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                json.name("number")
                json.integer(piece.number)
                json.member("text", piece.text)
            }
        }
    }

    private static func trouble(_ message: String) -> [UInt8] {
        JSONWriter.bytes { json in json.object { $0.member("message", message) } }
    }
}

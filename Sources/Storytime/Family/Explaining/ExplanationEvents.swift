import HTTP
import Server

/// What the player hears while a model answers (WHATWG HTML §9.2): `piece` with some of the text, then
/// `done` or `trouble`. The data of each is JSON, so that whatever a model says stays text.
enum ExplanationEvents {
    static let heartbeat = Array(": still thinking\n\n".utf8)

    static func response(_ body: Body) -> Response {
        Response(
            headers: Headers([
                ("Content-Type", "text/event-stream"),
                // nginx would collect it (ngx_http_proxy_module, proxy_buffering).
                ("X-Accel-Buffering", "no"),
            ]),
            body: body
        )
    }

    static func piece(_ text: String) -> [UInt8] {
        event("piece") { $0.member("text", text) }
    }

    static func done(
        _ id: ID<Explanation>,
        _ thread: ID<Explanation>,
        isCached: Bool,
        isCut: Bool
    ) -> [UInt8] {
        event("done") { json in
            json.name("id")
            json.integer(id.value)
            json.name("thread")
            json.integer(thread.value)
            json.name("is_cached")
            json.bool(isCached)
            json.name("is_cut")
            json.bool(isCut)
        }
    }

    /// The end of an answer that isn’t kept.
    static func done(isCut: Bool) -> [UInt8] {
        event("done") { json in
            json.name("is_cached")
            json.bool(false)
            json.name("is_cut")
            json.bool(isCut)
        }
    }

    static func trouble(_ message: String) -> [UInt8] {
        event("trouble") { $0.member("message", message) }
    }

    private static func event(_ name: String, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object(members)
        return Array("event: \(name)\ndata: ".utf8) + json.bytes + Array("\n\n".utf8)
    }

    // MARK: Reading along

    static func listener(_ pipe: Pipe, _ id: ID<Explanation>, _ thread: ID<Explanation>)
        -> Conversation.Listener
    {
        Conversation.Listener(
            pipe: pipe,
            piece: { piece($0) },
            ending: { ending in
                switch ending {
                case .done(let isCut): done(id, thread, isCached: false, isCut: isCut)
                case .trouble(let trouble): self.trouble(trouble.description)
                }
            }
        )
    }

    /// A page that grows: what is said is text in it, and `rest` is what follows an answer, or what
    /// follows trouble.
    static func pageListener(
        _ pipe: Pipe,
        _ rest: @escaping @Sendable (_ hasFailed: Bool) -> [UInt8]
    ) -> Conversation.Listener {
        Conversation.Listener(
            pipe: pipe,
            piece: { escaped($0) },
            ending: { ending in
                let (note, hasFailed) =
                    switch ending {
                    case .done(let isCut): (isCut ? Explanation.cutNote : "", false)
                    case .trouble(let trouble): (trouble.description, true)
                    }
                let words = note.isEmpty ? [] : Array("\n\n".utf8) + escaped(note)
                return words + rest(hasFailed)
            }
        )
    }

    private static func escaped(_ text: String) -> [UInt8] {
        text.utf8.reduce(into: []) { bytes, byte in
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
    }
}

extension JSONWriter {
    /// An explanation that is known, as the player lists it.
    mutating func explanation(_ explanation: Explanation) {
        object { json in
            json.name("id")
            json.integer(explanation.id.value)
            json.name("thread")
            json.integer(explanation.thread.value)
            json.member("kind", explanation.kind.rawValue)
            json.member("text", explanation.text)
            json.member("language", explanation.language)
            json.member("question", explanation.question)
            json.member("answer", explanation.answer)
            json.name("is_cut")
            json.bool(explanation.isCut)
            json.member("model", explanation.model)
            json.member("asked_at", TimeText.iso(explanation.askedAt))
            json.member("href", explanation.href)
        }
    }
}

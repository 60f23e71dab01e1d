import Received
import Glibc

/// A part of a conversation, as OpenAI's chat API has them.
struct ChatMessage: Sendable, Equatable {
    enum Role: String, Sendable {
        case system, user, assistant
    }

    let role: Role
    let content: String
}

/// How long a model may take.
struct ChatPatience: Sendable, Equatable {
    var connectMilliseconds = 5_000
    /// Until the first byte: a large model may have to be loaded first.
    var firstMilliseconds = 300_000
    /// Between two pieces.
    var idleMilliseconds = 90_000
    /// For everything: a slow processor needs some minutes for a page of text.
    var wholeMilliseconds = 900_000
    /// For the list of its models.
    var statusMilliseconds = 5_000
}

/// A service that speaks OpenAI's chat API: a local Ollama or llama.cpp, or a larger one. It blocks its
/// thread for as long as the model needs.
struct ChatService: Sendable {
    /// As long as an answer that anybody reads beside a film; the rest is cut off.
    static let mostCharacters = 8_000
    /// What may come along with that: thoughts, comments, frames.
    private static let mostBytes = 16 << 20
    private static let mostErrorBytes = 64 << 10

    struct Answer: Sendable, Equatable {
        let text: String
        /// Whether it would have been longer.
        let isCut: Bool
    }

    let address: ChatAddress
    let model: String
    let key: String
    let patience: ChatPatience

    init?(_ settings: ChatSettings) {
        guard let address = settings.address, settings.isOn else { return nil }
        self.address = address
        model = settings.model
        key = settings.key
        patience = settings.patience
    }

    /// Asks; each piece of the answer goes to `onText` as it comes. `isWanted` is asked about once a
    /// second; the first no ends it, and the service notices that the connection is gone.
    func answer(
        to messages: [ChatMessage],
        isWanted: @escaping () -> Bool,
        onText: @escaping (String) -> Void
    ) throws(ChatTrouble) -> Answer {
        let exchange = Exchange(patience, isWanted, onText)
        var request = request("POST", "/chat/completions", patience.wholeMilliseconds)
        request.headers += [
            ("Content-Type", "application/json"), ("Accept", "text/event-stream"),
        ]
        request.body = body(messages)
        do {
            let answer = try Transfer.run(
                request,
                while: { exchange.goesOn() },
                to: { exchange.take($0, $1) }
            )
            return try exchange.end(answer)
        } catch let error as OutgoingError {
            return try exchange.end(error)
        } catch {
            throw error as? ChatTrouble ?? .interrupted
        }
    }

    /// The names of the models that the service has.
    func models() throws(ChatTrouble) -> [String] {
        var request = request("GET", "/models", patience.statusMilliseconds)
        request.responseLimitBytes = 1 << 20
        let answer: OutgoingAnswer
        do {
            answer = try Transfer.run(request)
        } catch {
            throw .unreachable(error.description)
        }
        guard answer.status == 200 else { throw ChatTrouble(answer) }
        guard let value = try? JSONValue(answer: answer.body), let data = value["data"] else {
            throw .notAModel
        }
        // Ollama says null when it has none.
        guard case .list(let models) = data else { return [] }
        return models.compactMap { model in
            if case .text(let id)? = model["id"] { id } else { nil }
        }
    }

    private func request(_ method: String, _ path: String, _ milliseconds: Int) -> OutgoingRequest {
        OutgoingRequest(
            method: method,
            url: address.description + path,
            headers: key.isEmpty ? [] : [("Authorization", "Bearer \(key)")],
            allowsPlainHTTP: address.origin.isNearby,
            connectTimeoutMilliseconds: patience.connectMilliseconds,
            timeoutMilliseconds: milliseconds
        )
    }

    private func body(_ messages: [ChatMessage]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("model", model)
            json.name("messages")
            json.list { json in
                for message in messages {
                    json.object { json in
                        json.member("role", message.role.rawValue)
                        json.member("content", message.content)
                    }
                }
            }
            json.name("stream")
            json.bool(true)
        }
        return json.bytes
    }
}

extension ChatService {
    /// What is known of an answer while it comes. Used on one thread.
    private final class Exchange {
        private let patience: ChatPatience
        private let isWanted: () -> Bool
        private let onText: (String) -> Void
        private let startedAt = Exchange.now
        private var heardAt: Int?
        private var byteCount = 0
        private var stream = ChatStream()
        private var thoughts = ThoughtFilter()
        private var said: [UInt8] = []
        private var marks = MarkLimit()
        private var text: String { OwnText.decode(said) }
        private var count = 0
        private var isCut = false
        private var reason: String?
        /// Why it was given up from here.
        private var trouble: ChatTrouble?
        /// The content of an answer that isn't a stream: an error, or all at once.
        private var whole: [UInt8] = []
        private var type = ""

        init(
            _ patience: ChatPatience,
            _ isWanted: @escaping () -> Bool,
            _ onText: @escaping (String) -> Void
        ) {
            self.patience = patience
            self.isWanted = isWanted
            self.onText = onText
        }

        private static var now: Int {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
        }

        /// Asked about once a second.
        func goesOn() -> Bool {
            if !isWanted() {
                trouble = .canceled
            } else if let heardAt {
                if Exchange.now - heardAt > patience.idleMilliseconds { trouble = .stalled }
            } else if Exchange.now - startedAt > patience.firstMilliseconds {
                trouble = .silent
            }
            return trouble == nil
        }

        func take(_ answer: OutgoingAnswer, _ bytes: UnsafeRawBufferPointer) -> Bool {
            guard goesOn() else { return false }
            heardAt = Exchange.now
            byteCount += bytes.count
            type = (answer.headers["content-type"] ?? "").lowercased()
            guard answer.status == 200, type.hasPrefix("text/event-stream") else {
                let limit =
                    answer.status == 200 && type.hasPrefix("application/json")
                    ? 1 << 20 : ChatService.mostErrorBytes
                whole += bytes.prefix(max(0, limit - whole.count))
                // A page is no answer, however long it is.
                return byteCount <= limit
            }
            guard byteCount <= ChatService.mostBytes else {
                trouble = .notAModel
                return false
            }
            read(stream.read(bytes))
            return trouble == nil && !isCut
        }

        private func read(_ events: [ChatStream.Event]) {
            for event in events where trouble == nil && !isCut {
                switch event {
                case .text(let text): say(thoughts.read(text))
                case .finished(let reason): self.reason = reason
                case .failed(let message): trouble = .failed(status: 200, message)
                case .unreadable: trouble = .notAModel
                }
            }
        }

        /// Passes on what people can read: without control characters, and no more than the limit.
        private func say(_ text: String) {
            let start = said.count
            for scalar in text.unicodeScalars
            where scalar != "\r" && !ReadableText.isHidden(scalar) {
                guard count < ChatService.mostCharacters else {
                    isCut = true
                    break
                }
                // An answer begins with its first word.
                if count == 0, scalar.properties.isWhitespace { continue }
                said += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                count += 1
            }
            // A letter and its marks may come in different pieces.
            marks.apply(to: &said)
            guard said.count > start else { return }
            onText(OwnText.decode(said[start...]))
        }

        /// The service ended its answer.
        func end(_ answer: OutgoingAnswer) throws(ChatTrouble) -> Answer {
            if let trouble { throw trouble }
            guard answer.status == 200 else {
                var answer = answer
                answer.body = whole
                throw ChatTrouble(answer)
            }
            guard type.hasPrefix("text/event-stream") else { return try readWhole() }
            read(stream.end())
            say(thoughts.end())
            if let trouble { throw trouble }
            // Ollama ends the connection without a word when it fails.
            guard reason != nil || stream.isDone else { throw text.isEmpty ? .empty : .broken }
            return try made()
        }

        /// The transfer ended early: by us, or because it broke.
        func end(_ error: OutgoingError) throws(ChatTrouble) -> Answer {
            if isCut { return Answer(text: text, isCut: true) }
            if let trouble { throw trouble }
            guard heardAt != nil else {
                switch error.kind {
                case .unreachable, .untrusted, .impossible, .refused:
                    throw .unreachable(error.description)
                case .interrupted, .tooLarge:
                    throw hasUsedUpTime ? .silent : .broken
                }
            }
            guard type.hasPrefix("text/event-stream") else { throw .notAModel }
            // All was said, and only the farewell is missing.
            if reason != nil { return try made() }
            throw hasUsedUpTime ? .tookTooLong : .broken
        }

        private var hasUsedUpTime: Bool {
            Exchange.now - startedAt >= patience.wholeMilliseconds
        }

        /// A service that doesn't stream says everything at once.
        private func readWhole() throws(ChatTrouble) -> Answer {
            guard type.hasPrefix("application/json"), let value = try? JSONValue(answer: whole),
                case .list(let choices)? = value["choices"], let choice = choices.first,
                case .text(let text)? = choice["message"]?["content"]
            else { throw .notAModel }
            if case .text(let reason)? = choice["finish_reason"] { self.reason = reason }
            say(thoughts.read(text))
            say(thoughts.end())
            return try made()
        }

        private func made() throws(ChatTrouble) -> Answer {
            guard reason != "content_filter" else { throw .refused }
            guard !text.isEmpty else { throw .empty }
            return Answer(text: text, isCut: isCut || reason == "length")
        }
    }
}

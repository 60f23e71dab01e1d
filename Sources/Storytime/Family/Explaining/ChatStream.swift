import Received

/// Reads what a model says while it says it: server-sent events (WHATWG HTML §9.2) with the chunks of
/// OpenAI's chat API in them, as Ollama, llama.cpp and vLLM send them, too.
///
/// Bytes may come in any pieces: a line is only read when all of it is here, so no letter is split.
struct ChatStream {
    enum Event: Equatable {
        case text(String)
        /// The model is done, for this reason: `stop`, `length`, `content_filter`.
        case finished(String)
        /// The service says that it failed.
        case failed(String)
        /// What came isn't a stream of the API.
        case unreadable
    }

    /// A chunk has some words. Anything longer is not one.
    private static let mostBytesOfEvent = 1 << 20

    private var line: [UInt8] = []
    private var data: [UInt8]?
    /// Whether the service said that nothing follows.
    private(set) var isDone = false

    mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            guard byte != UInt8(ascii: "\n") else {
                endLine(&events)
                continue
            }
            line.append(byte)
            guard line.count + (data?.count ?? 0) <= Self.mostBytesOfEvent else {
                line = []
                data = nil
                events.append(.unreadable)
                return events
            }
        }
        return events
    }

    /// The connection has ended: the last line and its event may lack their ends.
    mutating func end() -> [Event] {
        var events: [Event] = []
        endLine(&events)
        endEvent(&events)
        return events
    }

    private mutating func endLine(_ events: inout [Event]) {
        defer { line = [] }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard !line.isEmpty else {
            endEvent(&events)
            return
        }
        // A comment, as llama.cpp sends one every half minute.
        guard line.first != UInt8(ascii: ":") else { return }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let field = line[..<colon]
        if field.elementsEqual("data".utf8) {
            if data != nil { data?.append(UInt8(ascii: "\n")) }
            data = data ?? []
            data?.append(contentsOf: value)
        } else if field.elementsEqual("error".utf8) {
            // Not of the standard: llama.cpp before September 2025.
            events.append(Self.failure(try? JSONValue(answer: Array(value))))
        }
    }

    private mutating func endEvent(_ events: inout [Event]) {
        guard let bytes = data else { return }
        data = nil
        guard !bytes.elementsEqual("[DONE]".utf8) else {
            isDone = true
            return
        }
        guard let value = try? JSONValue(answer: bytes), case .object = value else {
            events.append(.unreadable)
            return
        }
        if let error = value["error"], error != .null {
            events.append(Self.failure(error))
            return
        }
        // The chunk that counts the tokens has no choices.
        guard case .list(let choices)? = value["choices"], let choice = choices.first else {
            return
        }
        if case .text(let text)? = choice["delta"]?["content"], !text.isEmpty {
            events.append(.text(text))
        }
        if case .text(let reason)? = choice["finish_reason"] { events.append(.finished(reason)) }
    }

    private static func failure(_ error: JSONValue?) -> Event {
        .failed(message(of: error) ?? "no reason given")
    }

    /// What a service says about a failure, in any of the shapes that there are.
    static func message(of error: JSONValue?) -> String? {
        switch error {
        case .text(let text): text
        case .object: message(of: error?["message"]) ?? message(of: error?["error"])
        default: nil
        }
    }
}

/// Takes out of an answer what a reasoning model thinks aloud before it: `<think>…</think>`, where a
/// service doesn't send that apart.
struct ThoughtFilter {
    private enum State { case beginning, thinking, answering }

    private static let opening = "<think>".unicodeScalars
    private static let closing = "</think>".unicodeScalars

    private var state = State.beginning
    /// Never more than a tag has, whatever pieces an answer comes in.
    private var pending = String.UnicodeScalarView()

    /// What of it people see.
    mutating func read(_ text: String) -> String {
        guard state != .answering else { return text }
        pending.append(contentsOf: text.unicodeScalars)
        if state == .beginning {
            dropSpace()
            if pending.starts(with: Self.opening) {
                state = .thinking
                pending.removeFirst(Self.opening.count)
            } else if !Self.opening.starts(with: pending) {
                state = .answering
                return takePending()
            }
        }
        guard state == .thinking else { return "" }
        if let end = pending.firstRange(of: Self.closing) {
            state = .answering
            pending.removeSubrange(..<end.upperBound)
            dropSpace()
            return takePending()
        }
        // Only what may be the beginning of the end is still needed.
        pending = String.UnicodeScalarView(pending.suffix(Self.closing.count - 1))
        return ""
    }

    /// What was held back and turned out to be the answer.
    mutating func end() -> String {
        let rest = takePending()
        return state == .beginning ? rest : ""
    }

    private mutating func dropSpace() {
        pending = String.UnicodeScalarView(pending.drop(while: \.properties.isWhitespace))
    }

    private mutating func takePending() -> String {
        defer { pending = String.UnicodeScalarView() }
        return ReceivedText.joined(pending)
    }
}

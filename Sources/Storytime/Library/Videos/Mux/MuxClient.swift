import FoundationEssentials
import Glibc
import HTTP
import Received

/// Calls Mux's API (https://www.mux.com/docs/api-reference), one call after another on its
/// caller's thread.
struct MuxClient {
    /// A parsed answer, with its original bytes, and the time at which Mux gave it by its own
    /// clock.
    struct Answer<Value: Sendable>: Sendable {
        let value: Value
        let body: [UInt8]
        let at: MuxMoment?
    }

    /// Like Mux's own libraries: two more attempts.
    private static let attempts = 3
    /// Far more than a page of a hundred assets has, each of which may be as large as a message that is kept.
    private static let mostAnswerBytes = 2 << 20
    private static let firstPauseMilliseconds = 500
    /// Nobody should have to wait longer than this.
    private static let longestPauseMilliseconds = 30_000

    private let settings: MuxSettings
    private let timeoutMilliseconds: Int
    private let pause: (_ milliseconds: Int) -> Void

    init(
        _ settings: MuxSettings,
        timeoutMilliseconds: Int = 60_000,
        pause: @escaping (_ milliseconds: Int) -> Void = { usleep(UInt32($0) * 1000) }
    ) {
        self.settings = settings
        self.timeoutMilliseconds = timeoutMilliseconds
        self.pause = pause
    }

    var canCall: Bool { settings.canCall }

    // MARK: A call

    /// Calls, and reads `data` from the answer.
    func call<Value: Decodable & Sendable>(
        _ method: String,
        _ path: String,
        _ body: (some Encodable & Sendable)? = Nothing?.none
    ) throws(MuxError) -> Answer<Value> {
        let answer = try send(method, path, body)
        let content: MuxAnswer<Value> = try read(answer)
        return Answer(value: content.data, body: answer.body, at: Self.moment(answer))
    }

    func read<Content: Decodable>(_ answer: OutgoingAnswer) throws(MuxError) -> Content {
        guard let content = try? ReceivedJSON.decode(Content.self, from: answer.body) else {
            throw MuxError(status: answer.status, "Mux answered something that can't be read.")
        }
        return content
    }

    /// Calls, and accepts any successful answer.
    @discardableResult
    func send(
        _ method: String,
        _ path: String,
        _ body: (some Encodable & Sendable)? = Nothing?.none
    ) throws(MuxError) -> OutgoingAnswer {
        guard settings.canCall else { throw .notConfigured }
        let request = OutgoingRequest(
            method: method,
            url: settings.baseURL.description + path,
            headers: [("Accept", "application/json"), ("Content-Type", "application/json")],
            credentials: (settings.tokenID, settings.tokenSecret),
            body: try body.map(Self.json),
            allowsPlainHTTP: settings.baseURL.isLoopback,
            timeoutMilliseconds: timeoutMilliseconds,
            responseLimitBytes: Self.mostAnswerBytes
        )
        return try attempt(request)
    }

    /// An empty body: the type of one that is not sent.
    struct Nothing: Encodable, Sendable {}

    // MARK: Attempts

    private func attempt(_ request: OutgoingRequest) throws(MuxError) -> OutgoingAnswer {
        for attempt in 1..<Self.attempts {
            let backoff = Self.firstPauseMilliseconds << (attempt - 1)
            // Spread out, in case many were refused at once.
            let jittered = backoff + Int.random(in: 0...(backoff / 2))
            do {
                let answer = try Transfer.run(request)
                let wanted = max(Self.retryAfterMilliseconds(answer) ?? 0, jittered)
                guard Self.isWorthRepeating(answer), wanted <= Self.longestPauseMilliseconds else {
                    return try Self.succeeded(answer)
                }
                pause(wanted)
            } catch let error as OutgoingError {
                guard Self.isWorthRepeating(error, request) else { throw MuxError(error) }
                pause(jittered)
            } catch let error as MuxError {
                throw error
            } catch {
                throw MuxError(status: nil, "\(error)")
            }
        }
        return try lastAttempt(request)
    }

    private func lastAttempt(_ request: OutgoingRequest) throws(MuxError) -> OutgoingAnswer {
        let answer: OutgoingAnswer
        do {
            answer = try Transfer.run(request)
        } catch {
            throw MuxError(error)
        }
        return try Self.succeeded(answer)
    }

    private static func isWorthRepeating(_ answer: OutgoingAnswer) -> Bool {
        answer.status == 408 || answer.status == 429 || answer.status >= 500
    }

    /// A call that may have succeeded is not repeated, unless doing it twice is the same as doing
    /// it once.
    private static func isWorthRepeating(_ error: OutgoingError, _ request: OutgoingRequest) -> Bool
    {
        error.kind == .unreachable || (error.kind == .interrupted && request.method != "POST")
    }

    private static func succeeded(_ answer: OutgoingAnswer) throws(MuxError) -> OutgoingAnswer {
        guard (200..<300).contains(answer.status) else { throw MuxError(answer) }
        return answer
    }

    /// RFC 9110 §10.2.3: seconds, or a date.
    private static func retryAfterMilliseconds(_ answer: OutgoingAnswer) -> Int? {
        guard let text = answer.headers["retry-after"] else { return nil }
        if let seconds = ReceivedNumber.integer(text) { return min(max(seconds, 0), 86_400) * 1000 }
        guard let date = HTTPDate.parse(text) else { return nil }
        let now = moment(answer)?.seconds ?? Int(time(nil))
        return min(max(date - now, 0), 86_400) * 1000
    }

    private static func moment(_ answer: OutgoingAnswer) -> MuxMoment? {
        answer.headers["date"].flatMap { HTTPDate.parse($0) }
            .map { MuxMoment(microseconds: $0 * 1_000_000) }
    }

    private static func json(_ body: some Encodable) throws(MuxError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(body))
        } catch {
            throw MuxError(status: nil, "This can’t be sent to Mux: \(error)")
        }
    }
}

import Synchronization

@testable import Storytime

/// A server that stands for Mux's API.
typealias StubMux = StubServer

extension StubServer {
    static let notFound =
        "{\"error\":{\"type\":\"not_found\",\"messages\":[\"There is no such asset\"]}}"

    var settings: MuxSettings {
        var settings = MuxSettings()
        settings.tokenID = "token-id"
        settings.tokenSecret = "token-secret"
        settings.baseURL = origin
        return settings
    }
}

/// Notes how long a client would have waited.
final class Pauses: Sendable {
    private let milliseconds = Mutex<[Int]>([])

    var all: [Int] { milliseconds.withLock(\.self) }

    func client(_ settings: MuxSettings, timeoutMilliseconds: Int = 5000) -> MuxClient {
        MuxClient(settings, timeoutMilliseconds: timeoutMilliseconds) { pause in
            self.milliseconds.withLock { $0.append(pause) }
        }
    }
}

import CCurl
import Received

/// One exchange with another server through libcurl, which owns the connection, TLS, and the
/// verification of the server. It blocks its thread: callers run in the lane for that, or in a job.
///
/// Redirects are not followed: they would take the credentials along to wherever they lead.
final class Transfer {
    private let limit: Int
    private let isWanted: (() -> Bool)?
    /// Takes the content as it comes, instead of keeping it.
    private let sink: Sink?
    private var answer = OutgoingAnswer(status: 0)
    /// Of all heads, and of the fields that may follow the content (RFC 9112 §7.1.2): libcurl limits only the former.
    private static let mostHeadBytes = 256 << 10
    private var headBytes = 0
    private var isTooLarge = false
    /// Whether the rest of a longer answer isn't wanted.
    private let cutsAtLimit: Bool
    private var isCut = false

    /// Gets the status and the headers with each piece of the content; false gives the transfer up.
    typealias Sink = (OutgoingAnswer, UnsafeRawBufferPointer) -> Bool

    private init(
        limit: Int,
        cutsAtLimit: Bool,
        isWanted: (() -> Bool)?,
        sink: Sink?
    ) {
        self.limit = limit
        self.cutsAtLimit = cutsAtLimit
        self.isWanted = isWanted
        self.sink = sink
    }

    /// libcurl's name since its version 7.16, which Debian's package `libcurl4` installs.
    static let library = "libcurl.so.4"

    /// Loads libcurl, for the first transfer of all: most servers never make one, and it takes 4
    /// MB. If it is missing, the next transfer looks again.
    static func load(_ library: String = library) throws(OutgoingError) {
        guard let reason = ccurl_load(library) else { return }
        throw OutgoingError(
            kind: .impossible,
            description: "libcurl can't be used: \(OwnText.decode(cString: reason))"
        )
    }

    static func run(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        try run(request, while: nil)
    }

    /// For transfers that may take minutes: `isWanted` is asked about once a second, and the first no
    /// gives the transfer up.
    /// An answer that is used as it comes goes to `sink`, and the one that is returned has no content.
    static func run(
        _ request: OutgoingRequest,
        while isWanted: (() -> Bool)?,
        to sink: Sink? = nil
    ) throws(OutgoingError) -> OutgoingAnswer {
        try load()
        guard let curl = ccurl_open() else {
            throw OutgoingError(kind: .impossible, description: "libcurl could not be started")
        }
        defer { ccurl_close(curl) }
        let transfer = Transfer(
            limit: request.responseLimitBytes,
            cutsAtLimit: request.cutsAtLimit,
            isWanted: isWanted,
            sink: sink
        )
        return try transfer.perform(request, curl)
    }

    private func perform(_ request: OutgoingRequest, _ curl: UnsafeMutableRawPointer)
        throws(OutgoingError) -> OutgoingAnswer
    {
        let headers = Self.list(request.headers)
        defer { ccurl_free_list(headers) }
        let places = Self.places(request)
        defer { ccurl_free_list(places) }
        let body = request.body ?? []
        let code = body.withUnsafeBytes { bytes in
            guard
                Self.options(request).allSatisfy({ $0.apply(to: curl) }),
                request.body == nil
                    || ccurl_set_body(curl, bytes.baseAddress, bytes.count) == CURLE_OK,
                ccurl_set_list(curl, CURLOPT_HTTPHEADER, headers) == CURLE_OK,
                places == nil
                    || ccurl_set_list(curl, CURLOPT_CONNECT_TO, places) == CURLE_OK,
                isWanted == nil || watch(curl),
                ccurl_set_sinks(
                    curl,
                    { Transfer.take($0, $1 * $2, $3) { $0.takeContent($1) } },
                    { Transfer.take($0, $1 * $2, $3) { $0.takeHeader($1) } },
                    Unmanaged.passUnretained(self).toOpaque()
                ) == CURLE_OK
            else { return CURLE_BAD_FUNCTION_ARGUMENT }
            return ccurl_perform(curl)
        }
        if isTooLarge {
            throw OutgoingError(kind: .tooLarge, description: "the answer is too large")
        }
        guard code == CURLE_OK || isCut else { throw Self.error(code) }
        answer.status = ccurl_status(curl)
        return answer
    }

    private func watch(_ curl: UnsafeMutableRawPointer) -> Bool {
        ccurl_set_watch(
            curl,
            { context, _, _, _, _ in
                guard let context else { return 1 }
                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                return transfer.isWanted?() == false ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        ) == CURLE_OK
    }

    // MARK: What is asked

    /// An option with its value.
    private enum Option {
        case number(CURLoption, Int)
        case text(CURLoption, String)

        func apply(to curl: UnsafeMutableRawPointer) -> Bool {
            switch self {
            case .number(let option, let value): ccurl_set_number(curl, option, value) == CURLE_OK
            case .text(let option, let value): ccurl_set_text(curl, option, value) == CURLE_OK
            }
        }
    }

    private static func options(_ request: OutgoingRequest) -> [Option] {
        var options: [Option] = [
            .text(CURLOPT_URL, request.url),
            .text(CURLOPT_PROTOCOLS_STR, request.allowsPlainHTTP ? "http,https" : "https"),
            .number(CURLOPT_FOLLOWLOCATION, 0),
            // The path exactly as written: an id that somebody typed may be "..".
            .number(CURLOPT_PATH_AS_IS, 1),
            .number(CURLOPT_SSL_VERIFYPEER, 1),
            // 2: the certificate must name the host (curl.se/libcurl/c/CURLOPT_SSL_VERIFYHOST).
            .number(CURLOPT_SSL_VERIFYHOST, 2),
            // Time limits without signals, which belong to no thread.
            .number(CURLOPT_NOSIGNAL, 1),
            .number(CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeoutMilliseconds),
            .number(CURLOPT_TIMEOUT_MS, request.timeoutMilliseconds),
            .text(CURLOPT_USERAGENT, userAgent(request)),
        ]
        // A proxy would look the name up itself.
        if request.address != nil { options.append(.text(CURLOPT_PROXY, "")) }
        if let credentials = request.credentials {
            options += [
                .number(CURLOPT_HTTPAUTH, 1),  // CURLAUTH_BASIC, a macro that Swift can't read.
                .text(CURLOPT_USERNAME, credentials.user),
                .text(CURLOPT_PASSWORD, credentials.password),
            ]
        }
        // Last: a body would make it a POST.
        if request.body != nil { options.append(.number(CURLOPT_POST, 1)) }
        options.append(.text(CURLOPT_CUSTOMREQUEST, request.method))
        return options
    }

    private static func userAgent(_ request: OutgoingRequest) -> String {
        "Storytime/\(Version.current)" + (request.contact.map { " (\($0))" } ?? "")
    }

    /// Any host and any port, to this address at the same port
    /// (https://curl.se/libcurl/c/CURLOPT_CONNECT_TO.html). The certificate must still be that of the
    /// name. Null where the name says where to go.
    private static func places(_ request: OutgoingRequest) -> UnsafeMutablePointer<curl_slist>? {
        guard let address = request.address else { return nil }
        let host = address.bytes.count == 4 ? "\(address)" : "[\(address)]"
        return ccurl_append(nil, "::\(host):")
    }

    private static func list(_ headers: [(name: String, value: String)])
        -> UnsafeMutablePointer<curl_slist>?
    {
        // Without this, a body above 1 MiB would wait a second for the server's permission.
        var list = ccurl_append(nil, "Expect:")
        for (name, value) in headers { list = ccurl_append(list, "\(name): \(value)") ?? list }
        return list
    }

    // MARK: What comes back

    /// Called by libcurl for each piece; fewer bytes than came stop the transfer.
    private static func take(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?,
        _ body: (Transfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return body(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private func takeContent(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if let sink { return sink(answer, bytes) }
        if cutsAtLimit, answer.body.count + bytes.count > limit {
            answer.body.append(contentsOf: bytes.prefix(limit - answer.body.count))
            isCut = true
            return false
        }
        isTooLarge = answer.body.count + bytes.count > limit
        if !isTooLarge { answer.body.append(contentsOf: bytes) }
        return !isTooLarge
    }

    private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headBytes += bytes.count
        isTooLarge = headBytes > Self.mostHeadBytes
        if !isTooLarge { answer.take(headLine: bytes) }
        return !isTooLarge
    }

    private static func error(_ code: CURLcode) -> OutgoingError {
        let kind: OutgoingError.Kind =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
                .unreachable
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CONNECT_ERROR:
                .untrusted
            case CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT,
                CURLE_OUT_OF_MEMORY, CURLE_UNKNOWN_OPTION:
                .impossible
            default: .interrupted
            }
        return OutgoingError(kind: kind, description: OwnText.decode(cString: ccurl_message(code)))
    }
}

/// What stands around the methods and types of the Swift client: how it asks, and how it reads.
enum SwiftClientFrame {
    static func head(version: String) -> String {
        """
        // A client of Storytime's JSON API, made from the operations of version \(version).
        // It is one file without dependencies: put it into your app and change what you like.

        import Foundation

        #if canImport(FoundationNetworking)
            import FoundationNetworking
        #endif

        \(client)
        """
    }

    /// How it is used, for those who see it for the first time.
    static func use(origin: String) -> String {
        """
        let session = StorytimeSession(origin: URL(string: "\(origin)")!) { tokens in
            // Put them into the keychain; nil when nobody is signed in any more.
        }
        try await session.signIn(email: email, password: password)
        let client = StorytimeClient(session: session)
        for child in try await client.listChildren() {
            print(child.name, child.age)
        }
        """
    }

    private static let client = #"""
        /// Asks a Storytime console in the name of whoever a session or an access key belongs to.
        struct StorytimeClient: Sendable {
            /// Where the console is, like `https://stories.example.org`.
            let origin: URL
            /// An access key, or an access token that somebody else refreshes.
            var token: String?
            /// Somebody who has signed in; nil for a key.
            let session: StorytimeSession?

            init(origin: URL, token: String? = nil) {
                self.origin = origin
                self.token = token
                session = nil
            }

            init(session: StorytimeSession) {
                origin = session.origin
                token = nil
                self.session = session
            }

            fileprivate enum Content {
                case nothing
                case json(any Encodable)
                case file(Data, type: String)
            }

            /// What came back, when it is what was asked for.
            fileprivate struct Answer {
                let content: Data
                let tag: String?

                func read<Content: Decodable>(_ type: Content.Type) throws -> Content {
                    let decoder = JSONDecoder()
                    decoder.dateDecodingStrategy = .iso8601
                    return try decoder.decode(type, from: content)
                }
            }

            fileprivate func send(
                _ method: String,
                _ path: String,
                content: Content = .nothing,
                ifMatch tag: String? = nil,
                key: String? = nil,
                query: [(name: String, value: String?)] = []
            ) async throws -> Answer {
                guard var address = URLComponents(url: origin, resolvingAgainstBaseURL: false) else {
                    throw URLError(.badURL)
                }
                address.path = path
                let items = query.compactMap { item in
                    item.value.map { URLQueryItem(name: item.name, value: $0) }
                }
                if !items.isEmpty { address.queryItems = items }
                // A plus is a space in a query, and Foundation leaves it as it is.
                address.percentEncodedQuery = address.percentEncodedQuery?
                    .replacingOccurrences(of: "+", with: "%2B")
                guard let url = address.url else { throw URLError(.badURL) }
                var request = URLRequest(url: url)
                request.httpMethod = method
                request.setValue("application/json", forHTTPHeaderField: "Accept")
                if let tag { request.setValue(tag, forHTTPHeaderField: "If-Match") }
                if let key { request.setValue(key, forHTTPHeaderField: "Idempotency-Key") }
                switch content {
                case .nothing: break
                case .json(let value):
                    let encoder = JSONEncoder()
                    encoder.dateEncodingStrategy = .iso8601
                    request.httpBody = try encoder.encode(value)
                    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                case .file(let data, let type):
                    request.httpBody = data
                    request.setValue(type, forHTTPHeaderField: "Content-Type")
                }
                guard let session else { return try await perform(request, token) }
                let shown = try await session.accessToken()
                do {
                    return try await perform(request, shown)
                } catch let error as StorytimeError where error.code == "invalid_token" {
                    // Once: a new token that is not good either is none.
                    guard let shown, let next = try await session.accessToken(insteadOf: shown) else {
                        throw error
                    }
                    return try await perform(request, next)
                }
            }

            private func perform(_ request: URLRequest, _ token: String?) async throws -> Answer {
                var request = request
                if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
                let (data, response) = try await URLSession.shared.data(for: request)
                guard let response = response as? HTTPURLResponse else {
                    throw URLError(.badServerResponse)
                }
                guard (200..<300).contains(response.statusCode) else {
                    throw StorytimeError(response, data)
                }
                return Answer(content: data, tag: response.value(forHTTPHeaderField: "ETag"))
            }
        }

        /// Somebody who has signed in: their tokens, which are refreshed here and nowhere else, one refresh
        /// at a time. Give it to every client of the app, and what it keeps to the keychain.
        actor StorytimeSession {
            nonisolated let origin: URL
            private var tokens: TokensDTO?
            private var refreshing: Task<TokensDTO, any Error>?
            private let keep: @Sendable (TokensDTO?) -> Void

            /// - Parameters:
            ///   - tokens: What was kept when the app ran before.
            ///   - keep: Is given the tokens whenever there are others, before they are used; nil when they
            ///     are not good any more, and somebody has to sign in.
            init(
                origin: URL,
                tokens: TokensDTO? = nil,
                keep: @escaping @Sendable (TokensDTO?) -> Void
            ) {
                self.origin = origin
                self.tokens = tokens
                self.keep = keep
            }

            /// - Throws: `StorytimeError`; with the code `otp_required`, ask for a code and send it, too.
            func signIn(email: String, password: String, otp: String? = nil) async throws {
                let content = CreateTokenContent(email: email, password: password, otp: otp)
                replace(try await StorytimeClient(origin: origin).createToken(content))
            }

            func signOut() async throws {
                guard let old = tokens else { return }
                replace(nil)
                try await StorytimeClient(origin: origin)
                    .revokeToken(.init(refreshToken: old.refreshToken))
            }

            /// What to show with a request; nil when nobody is signed in.
            func accessToken() async throws -> String? {
                if let refreshing { return try await refreshing.value.accessToken }
                return tokens?.accessToken
            }

            /// A token in the place of one that was refused. Whoever comes while it is being refreshed
            /// waits for the same answer. After a failure of the network the refresh token is still here:
            /// the console takes it once more.
            func accessToken(insteadOf stale: String) async throws -> String? {
                if let refreshing { return try await refreshing.value.accessToken }
                guard let old = tokens else { return nil }
                guard old.accessToken == stale else { return old.accessToken }
                let client = StorytimeClient(origin: origin)
                let task = Task {
                    try await client.refreshToken(.init(refreshToken: old.refreshToken))
                }
                refreshing = task
                defer { refreshing = nil }
                do {
                    let next = try await task.value
                    // Somebody may have signed out meanwhile.
                    guard tokens == old else { return nil }
                    replace(next)
                    return next.accessToken
                } catch let error as StorytimeError where error.code == "invalid_refresh_token" {
                    if tokens == old { replace(nil) }
                    throw error
                }
            }

            private func replace(_ next: TokensDTO?) {
                tokens = next
                keep(next)
            }
        }
        """#

    static let foot = #"""
        // MARK: What holds for all

        /// `{"data": …}`.
        private struct Envelope<Content: Decodable>: Decodable {
            let data: Content
        }

        /// A page of a list.
        struct Page<Item: Codable & Sendable>: Codable, Sendable {
            let data: [Item]
            let page: Int
            let perPage: Int
            let totalCount: Int
            /// Where only changes were asked for: what to remove, and what to ask for the next time.
            let removedIDs: [Int]?
            let updatedUntil: Date?

            /// Whether there is another page behind this one.
            var hasMore: Bool { page * perPage < totalCount }

            enum CodingKeys: String, CodingKey {
                case data, page
                case perPage = "per_page"
                case totalCount = "total_count"
                case removedIDs = "removed_ids"
                case updatedUntil = "updated_until"
            }
        }

        /// A record, and the tag of this version, which a change of it may expect.
        @dynamicMemberLookup
        struct Tagged<Record: Sendable>: Sendable {
            let record: Record
            let tag: String?

            subscript<Value>(dynamicMember path: KeyPath<Record, Value>) -> Value {
                record[keyPath: path]
            }
        }

        /// What a change does to a member: nothing, or it takes the value away, or sets another.
        enum Change<Value: Encodable & Sendable>: Sendable {
            case keep
            case clear
            case set(Value)

            func encode<Key: CodingKey>(
                into container: inout KeyedEncodingContainer<Key>,
                forKey key: Key
            ) throws {
                switch self {
                case .keep: break
                case .clear: try container.encodeNil(forKey: key)
                case .set(let value): try container.encode(value, forKey: key)
                }
            }
        }

        /// Why the console did not do what it was asked.
        struct StorytimeError: Error, Sendable {
            struct Detail: Decodable, Sendable {
                let field: String
                let code: String
                let message: String
            }

            let status: Int
            /// A stable word for what went wrong.
            let code: String
            /// The same as a sentence.
            let message: String
            /// What exactly, member by member.
            let details: [Detail]
            /// After 429 and 503: in how many seconds to go on.
            let retryAfter: Int?

            fileprivate init(_ response: HTTPURLResponse, _ content: Data) {
                struct Shape: Decodable {
                    struct Content: Decodable {
                        let code: String
                        let message: String
                        let details: [Detail]
                    }
                    let error: Content
                }
                let error = try? JSONDecoder().decode(Shape.self, from: content).error
                status = response.statusCode
                code = error?.code ?? "unknown"
                message = error?.message ?? "The console answered with \(response.statusCode)."
                details = error?.details ?? []
                retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
            }
        }
        """#
}

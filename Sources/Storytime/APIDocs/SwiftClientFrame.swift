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
        var client = StorytimeClient(origin: URL(string: "\(origin)")!)
        let tokens = try await client.createToken(.init(email: email, password: password))
        client.token = tokens.accessToken
        for child in try await client.listChildren() {
            print(child.name, child.age)
        }
        """
    }

    private static let client = #"""
        /// Asks a Storytime console in the name of whoever a token belongs to.
        struct StorytimeClient: Sendable {
            /// Where the console is, like `https://stories.example.org`.
            let origin: URL
            /// What is shown with every request: an access token, or an access key.
            var token: String?

            init(origin: URL, token: String? = nil) {
                self.origin = origin
                self.token = token
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
                if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
                if let tag { request.setValue(tag, forHTTPHeaderField: "If-Match") }
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

            /// Whether there is another page behind this one.
            var hasMore: Bool { page * perPage < totalCount }

            enum CodingKeys: String, CodingKey {
                case data, page
                case perPage = "per_page"
                case totalCount = "total_count"
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

import HTTP
import Testing

@testable import Storytime

@Suite("docs/api.md")
struct APIDocumentTests {
    private static let text = Result { try Folder.text(Repository.folder + "/docs/api.md") }

    /// The cells of the table rows that begin with this.
    private func table(_ start: String) throws -> [[Substring]] {
        try Self.text.get().split(separator: "\n").filter { $0.hasPrefix("| `\(start)") }.map {
            $0.dropFirst(2).dropLast(2).split(separator: " | ")
        }
    }

    @Test("It names every route of the API, who may use it, and the scope")
    func routes() throws {
        let rows = try ["GET", "POST", "PUT", "PATCH", "DELETE"].flatMap {
            try table($0 + " /api/")
        }
        let routes = Program.routes.filter(\.isForAPI)
        #expect(rows.count == routes.count)
        for route in routes {
            let name = "`\(route.method) \(route.pattern)`"
            let row = try #require(rows.first { $0[0] == name }, "\(name)")
            let who = ["parent": "parents", "admin": "admins", "signed in": "people"]
            let scope = route.entrance.scope.map { ", `\($0.rawValue)`" } ?? ""
            #expect(row[1] == (who[route.access.rawValue] ?? "everyone") + scope, "\(name)")
        }
    }

    @Test("It names every scope, what it allows and for whom")
    func scopes() throws {
        let rows = try ["read:", "write:"].flatMap { try table($0) }
        #expect(rows.count == Scope.allCases.count)
        for scope in Scope.allCases {
            let row = try #require(rows.first { $0[0] == "`\(scope.rawValue)`" })
            let roles = Role.allCases.filter { Scope.all(for: $0).contains(scope) }
            #expect(row[1] == scope.meaning)
            #expect(row[2] == roles.map { $0.rawValue + "s" }.joined(separator: ", "))
        }
    }

    @Test("It names every word for what can go wrong, its cause, and what to do then")
    func codes() throws {
        let names = Set(ErrorCode.words.map { "`\($0)`" })
        let text = try Self.text.get()
        let section = try #require(text.split(separator: "## Errors").last)
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.dropFirst(2).dropLast(2).split(separator: " | ").map(String.init) }
            .filter { names.contains($0[0]) }
        let expected = ErrorCode.allCases.map { code in
            let statuses = code.statuses.map(String.init).joined(separator: ", ")
            return [
                "`\(code.rawValue)`", statuses.isEmpty ? "–" : statuses, code.cause, code.remedy,
            ]
        }
        #expect(rows == expected)
    }

    @Test("Every failure of the API has a word of the list, with the status that the list says")
    func failures() {
        let failures: [APIFailure] = [
            .badJSON(""), .invalid([]), .notJSON, .notAcceptable, .invalidToken,
            .insufficientScope(.readUsage), .changedMeanwhile, .notPlayable, .wrongCredentials,
            .otpRequired, .wrongOTP(""), .invalidRefreshToken, .muxFailed(""), .keyInUse,
            .lookupFailed(""), .outcomeUnknown, .keyReused, .tooManyRequests(retryAfterSeconds: 1),
            .tooManyAttempts(retryAfterSeconds: 1), .otherType(""),
        ]
        let others: [Failure] = [
            .notFound, .badRequest(""), .crossOrigin, .methodNotAllowed(allowed: []), .notSignedIn,
            .conflict(""), .unsupportedMediaType, .tooLarge(limit: 1), .diskFull,
        ]
        for trouble in failures.map(Trouble.init) + others.map(Trouble.init) + [
            .internalError, .notSaved,
        ] {
            let code = ErrorCode(rawValue: trouble.code)
            #expect(code?.statuses.contains(trouble.status.code) == true, "\(trouble.code)")
        }
    }
}

import Foundation
import HTTP
import Testing

@testable import Storytime

/// Programs, and what they show.
extension Console {
    /// What a program asks the API. It shows a token and no cookie.
    @discardableResult
    func ask(
        _ method: HTTP.Method,
        _ target: String,
        _ json: String? = nil,
        token: String? = nil,
        _ more: [(String, String)] = []
    ) throws -> Answer {
        let authorization = token.map { [("Authorization", "Bearer \($0)")] } ?? []
        let type = json == nil ? [] : [("Content-Type", "application/json")]
        let kept = cookies
        cookies = [:]
        defer { cookies = kept }
        return try send(method, target, authorization + type + more, Array((json ?? "").utf8))
    }

    /// An access token of someone who signs in without the cost of a password.
    func bearer(_ user: ID<User>) throws -> String {
        try accessToken(startProgram(user))
    }

    func accessToken(_ tokens: SessionStore.Tokens) throws -> String {
        try tokens.access.text(#require(site.tokenKeys.current), now: time.now)
    }

    func startProgram(_ user: ID<User>) throws -> SessionStore.Tokens {
        try SessionStore(database).startProgram(
            for: user,
            from: client(),
            userAgent: "Storytime/1.0 CFNetwork/1490",
            now: time.now
        )
    }

    /// An access key of somebody's, good for that.
    func accessKey(_ user: ID<User>, _ scopes: [Scope], expiresAt: Int? = nil) throws -> String {
        let secret = AccessKeySecret(try Random.bytes(AccessKeySecret.length))
        try AccessKeyStore(database: database, now: time.now).insert(
            .init(name: "A script", scopes: scopes, expiresAt: expiresAt),
            secret,
            of: try users.find(user),
            by: .commandLine
        )
        return secret.text
    }
}

extension Answer {
    /// The JSON that came, as Foundation reads it.
    var json: [String: Any] {
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        return object as? [String: Any] ?? [:]
    }

    private var error: [String: Any]? { json["error"] as? [String: Any] }

    /// The word of the error that came.
    var errorCode: String? { error?["code"] as? String }

    /// What is wrong with which member, as "field: code".
    var errorDetails: [String] {
        (error?["details"] as? [[String: String]] ?? []).map {
            "\($0["field"] ?? ""): \($0["code"] ?? "")"
        }
    }
}

import Foundation
import SQLite
import Testing

@testable import Storytime

/// Programs of those who keep the catalog.
extension Console {
    /// An access key of an admin's, good for all that there is to do with the catalog.
    func adminKey(_ email: String = "script@example.test") throws -> String {
        try accessKey(addUser(email, .admin), [.readCatalog, .writeCatalog])
    }

    /// What the audit log says last, like "Ada created book".
    func lastEntry() throws -> String? {
        try texts(
            """
            SELECT actor_name || ' ' || action || ' ' || record_type FROM audit_entries
            ORDER BY id DESC LIMIT 1
            """
        ).first
    }
}

extension Answer {
    /// The record that came.
    func record() throws -> [String: Any] {
        try #require(json["data"] as? [String: Any], "\(text)")
    }

    /// The records of a list.
    func records() throws -> [[String: Any]] {
        try #require(json["data"] as? [[String: Any]], "\(text)")
    }

    /// The address of a neighbouring page, by the `Link` field, without the console's own.
    func link(_ name: String) -> String? {
        let links = (header("Link") ?? "").split(separator: ", ")
        guard let link = links.first(where: { $0.hasSuffix("; rel=\"\(name)\"") }) else {
            return nil
        }
        let address = link.dropFirst().prefix { $0 != ">" }
        return address.range(of: "/api/").map { String(address[$0.lowerBound...]) }
    }
}

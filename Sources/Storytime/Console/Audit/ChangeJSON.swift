extension Change: Decodable {
    private enum CodingKeys: String, CodingKey {
        case field
        case before = "from"
        case after = "to"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(String.self, forKey: .field),
            try values.decodeIfPresent(String.self, forKey: .before),
            try values.decodeIfPresent(String.self, forKey: .after)
        )
    }

    /// The changes as the audit log stores them.
    static func json(_ changes: [Change]) -> String {
        let fields = changes.map { change in
            let before = change.before.map(JSONText.quoted) ?? "null"
            let after = change.after.map(JSONText.quoted) ?? "null"
            return "{\"field\":\(JSONText.quoted(change.field)),\"from\":\(before),\"to\":\(after)}"
        }
        return "[" + fields.joined(separator: ",") + "]"
    }

    static func list(_ json: String) throws -> [Change] {
        if json == "[]" { return [] }
        return try OwnJSON.decode([Change].self, from: json.utf8)
    }
}

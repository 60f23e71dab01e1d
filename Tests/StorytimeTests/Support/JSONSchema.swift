@testable import Storytime

/// Judges JSON by a JSON Schema, of which it knows the words that our document uses; another word is a
/// complaint, so that nothing passes because it was not understood.
struct JSONSchema {
    /// What `$ref` points into.
    let document: JSONValue

    /// What is wrong with a value, each with its path; empty when nothing is.
    func complaints(about value: JSONValue, _ schema: JSONValue, at path: String = "$") -> [String]
    {
        guard case .object(let words) = schema else { return ["\(path): its schema is no object"] }
        if let choices = words["anyOf"]?.items {
            let fits = choices.contains { complaints(about: value, $0, at: path).isEmpty }
            return fits ? [] : ["\(path): fits none of anyOf"]
        }
        return words.flatMap { word, rule in
            complaints(about: value, word, rule, at: path)
        }
    }

    private func complaints(
        about value: JSONValue,
        _ word: String,
        _ rule: JSONValue,
        at path: String
    ) -> [String] {
        let wrong = ["\(path): breaks \(word)"]
        switch word {
        case "description", "default": return []
        case "$ref": return complaints(about: value, target(rule), at: path)
        case "type":
            let types = rule.items ?? [rule]
            return types.contains { Self.has(value, type: $0.string ?? "") } ? [] : wrong
        case "format": return value.string.map { Self.fits($0, rule.string) } == false ? wrong : []
        // Our own answers have only words that are listed, whatever clients shall put up with.
        case "enum", "x-extensible-enum":
            return rule.items?.contains(value) == true || value == .null ? [] : wrong
        case "pattern": return Self.matches(value, rule) ? [] : wrong
        case "minimum": return value.integer.map { $0 < rule.integer ?? 0 } == true ? wrong : []
        case "maximum": return value.integer.map { $0 > rule.integer ?? 0 } == true ? wrong : []
        case "minLength", "minItems":
            return Self.size(value).map { $0 < rule.integer ?? 0 } == true ? wrong : []
        case "maxLength", "maxItems":
            return Self.size(value).map { $0 > rule.integer ?? 0 } == true ? wrong : []
        case "items":
            return (value.items ?? []).enumerated().flatMap {
                complaints(about: $0.element, rule, at: "\(path)[\($0.offset)]")
            }
        // What is answered may have more for a client, and may not for a test.
        case "properties":
            return (value.members ?? [:]).flatMap { name, inner in
                rule.members?[name].map { complaints(about: inner, $0, at: "\(path).\(name)") }
                    ?? ["\(path).\(name): is not described"]
            }
        case "patternProperties":
            return (value.members ?? [:]).flatMap { name, inner in
                (rule.members ?? [:]).filter { Self.matches(.text(name), .text($0.key)) }.values
                    .first.map { complaints(about: inner, $0, at: "\(path).\(name)") }
                    ?? ["\(path).\(name): is not described"]
            }
        case "required":
            guard let members = value.members else { return [] }
            return (rule.items ?? []).compactMap(\.string).filter { members[$0] == nil }
                .map { "\(path).\($0): is missing" }
        case "additionalProperties": return rule == .bool(false) ? [] : ["\(path): is open"]
        default: return ["\(path): no validator for \(word)"]
        }
    }

    /// What a reference like `#/components/schemas/Child` points to.
    private func target(_ reference: JSONValue) -> JSONValue {
        let path = (reference.string ?? "").split(separator: "/").dropFirst().map(String.init)
        return document.at(path) ?? .null
    }

    private static func has(_ value: JSONValue, type: String) -> Bool {
        switch (value, type) {
        case (.null, "null"), (.bool, "boolean"), (.text, "string"), (.list, "array"),
            (.object, "object"):
            true
        case (.number, "integer"): value.integer != nil
        default: false
        }
    }

    private static func matches(_ value: JSONValue, _ pattern: JSONValue) -> Bool {
        guard let text = value.string else { return true }
        guard let pattern = pattern.string, let regex = try? Regex(pattern) else { return false }
        return text.contains(regex)
    }

    private static func size(_ value: JSONValue) -> Int? {
        value.string.map { $0.unicodeScalars.count } ?? value.items?.count
    }

    private static func fits(_ text: String, _ format: String?) -> Bool {
        switch format {
        case "date-time": Timestamp(text) != nil
        case "date": CalendarDay(iso: text) != nil
        case "email": text.contains("@")
        case "uri-reference": text.contains("://") || text.hasPrefix("/")
        default: false
        }
    }
}

extension JSONValue {
    var string: String? { if case .text(let text) = self { text } else { nil } }
    var items: [JSONValue]? { if case .list(let items) = self { items } else { nil } }
    var members: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// What stands at the end of some names.
    func at(_ path: [String]) -> JSONValue? {
        path.reduce(self) { value, name in value?.members?[name] }
    }
}

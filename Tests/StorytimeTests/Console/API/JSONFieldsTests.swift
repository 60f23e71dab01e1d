import Testing

@testable import Storytime

@Suite("The members of what was sent")
struct JSONFieldsTests {
    private enum Kind: String, CaseIterable { case play, pause }

    private static let spec = FieldSpec(name: "title", label: "Title", maximumLength: 5)

    private func fields(_ text: String) throws -> JSONFields {
        guard case .object(let members) = try JSONValue(Array(text.utf8)) else {
            throw JSONError(reason: "no object", offset: 0)
        }
        return JSONFields(members)
    }

    private func details(_ fields: JSONFields) -> [String] {
        fields.closed().map { "\($0.field): \($0.code)" }
    }

    @Test("Values are had by name, of the type that is asked for")
    func values() throws {
        var fields = try fields(
            #"{"title":" Fox ","token":" a ","kind":"play","number":7,"id":3,"yes":true,"#
                + #""at":"2026-11-21T10:40:00.250Z","inner":{"n":1}}"#
        )
        #expect(fields.text(Self.spec) == "Fox")
        #expect(fields.token("token", 1...3) == " a ")
        #expect(fields.choice("kind", Kind.self) == .play)
        #expect(fields.integer("number", 0...9) == 7)
        #expect(fields.id("id", of: Book.self) == ID(3))
        #expect(fields.bool("yes") == true)
        #expect(fields.moment("at") == 1_795_257_600_250)
        let object = fields.object("inner")
        var inner = try #require(object)
        #expect(inner.integer("n", 0...1) == 1)
        fields.take(inner)
        #expect(fields.closed().isEmpty)
    }

    @Test("Everything that is wrong is said at once, with a word and a sentence for each")
    func complaints() throws {
        var fields = try fields(
            #"{"title":"A fox and a hen","token":"a\u0001","kind":"stop","number":10,"id":0,"#
                + #""yes":"true","at":"2026-11-21T10:40:00","inner":[],"colour":1,"Colour":2}"#
        )
        _ = fields.text(Self.spec)
        _ = fields.token("token", 1...3)
        _ = fields.choice("kind", Kind.self)
        _ = fields.integer("number", 0...9)
        _ = fields.id("id", of: Book.self)
        _ = fields.bool("yes")
        _ = fields.moment("at")
        _ = fields.object("inner")
        _ = fields.integer("missing", 0...1)
        #expect(
            details(fields) == [
                "title: too_long", "token: invalid", "kind: not_a_choice", "number: out_of_range",
                "id: out_of_range", "yes: wrong_type", "at: invalid", "inner: wrong_type",
                "missing: required", "Colour: unknown_field", "colour: unknown_field",
            ]
        )
        #expect(fields.closed().allSatisfy { $0.message.hasSuffix(".") })
        #expect(throws: APIFailure.invalid(fields.closed())) { try fields.close() }
    }

    @Test("An empty text is no day and no address: what isn’t there is null", arguments: ["", " "])
    func emptyTexts(text: String) throws {
        var fields = try fields(#"{"day":"\#(text)","address":"\#(text)","title":"\#(text)"}"#)
        let day = FieldSpec(name: "day", label: "Day", kind: .day, isRequired: false)
        let address = FieldSpec(name: "address", label: "E-mail", kind: .email, isRequired: false)
        let title = FieldSpec(name: "title", label: "Title", isRequired: false)
        #expect(fields.text(day) == nil)
        #expect(fields.text(address) == nil)
        _ = fields.text(title)
        #expect(details(fields) == ["day: invalid", "address: invalid"])
    }

    @Test("A member is there, may be left out, or may be null, as its reader says")
    func presence() throws {
        var there = try fields(#"{"a":null,"b":null,"c":null}"#)
        #expect(there.integer("a", 0...9, .nullable) == nil)
        #expect(there.integer("b", 0...9, .optional) == nil)
        #expect(there.integer("c", 0...9) == nil)
        #expect(details(there) == ["c: required"])
        var missing = try fields("{}")
        _ = missing.integer("a", 0...9, .nullable)
        _ = missing.integer("b", 0...9, .optional)
        #expect(details(missing) == ["a: required"])
    }

    @Test("Of a list of objects each has its own complaints, which say where they belong")
    func lists() throws {
        var fields = try fields(#"{"events":[{"n":1},{"n":"x","y":1},7]}"#)
        var events = fields.objects("events", count: 1...3)
        #expect(fields.closed().isEmpty)
        for index in events.indices { _ = events[index].integer("n", 0...9) }
        #expect(
            events.map(details) == [
                [], ["events[1].n: wrong_type", "events[1].y: unknown_field"],
                ["events[2]: wrong_type", "events[2].n: required"],
            ]
        )
        var tooMany = try self.fields(#"{"events":[{},{}]}"#)
        #expect(tooMany.objects("events", count: 1...1).isEmpty)
        #expect(details(tooMany) == ["events: out_of_range"])
        var none = try self.fields(#"{"events":{}}"#)
        #expect(none.objects("events", count: 1...1).isEmpty)
        #expect(details(none) == ["events: wrong_type"])
    }

    @Test("A number of any size is refused, not rounded and not fatal")
    func numbers() throws {
        for number in ["1e400", "-9223372036854775809", "99999999999999999999", "0.5", "1e18"] {
            var fields = try fields("{\"n\":\(number)}")
            #expect(fields.integer("n", Int.min...Int.max) == nil)
            #expect(details(fields) == ["n: out_of_range"], "\(number)")
        }
    }
}

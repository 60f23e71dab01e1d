import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Children, as programs see them")
struct ChildAPITests {
    private static let path = "/api/v1/children"

    @Test("A parent's program gets the children of the family, byte for byte")
    func golden() throws {
        let console = try Console()
        let family = try console.addFamily()
        let parent = try console.addParent("astrid@example.test", in: family)
        try console.addChild("Pippi \"Long\"", in: family, born: "2021-11-22")
        try console.addChild("Annika", in: family, born: "2021-11-21")
        let answer = try console.ask(.get, Self.path, token: console.bearer(parent))
        #expect(answer.status == 200)
        let settings =
            "\"may_scrub\":true,\"has_captions\":false,\"has_reduced_motion\":false,"
            + "\"speaks_titles\":false,\"shows_categories\":false,\"may_read_along\":false,"
            + "\"hidden_category_ids\":[],"
        let times =
            "\"created_at\":\"2026-11-21T10:40:00Z\",\"updated_at\":\"2026-11-21T10:40:00Z\""
        #expect(
            answer.text
                == "{\"data\":[{\"id\":2,\"name\":\"Annika\",\"birth_date\":\"2021-11-21\",\"age\":5,"
                + "\"avatar\":\"owl\",\(settings)\(times)},"
                + "{\"id\":1,\"name\":\"Pippi \\\"Long\\\"\",\"birth_date\":\"2021-11-22\",\"age\":4,"
                + "\"avatar\":\"owl\",\(settings)\(times)}]}"
        )
    }

    @Test("Nobody gets another family's; a parent without one has no children; an admin has none")
    func scope() throws {
        let console = try Console()
        let (ours, theirs) = (try console.addFamily(), try console.addFamily("The Janssons"))
        let parent = try console.addParent("astrid@example.test", in: ours)
        let alone = try console.addUser("alone@example.test", .parent)
        let admin = try console.addUser("ada@example.test", .admin)
        try console.addChild("Moomin", in: theirs)
        for id in [parent, alone] {
            for token in [try console.bearer(id), try console.accessKey(id, [.readLibrary])] {
                #expect(try console.ask(.get, Self.path, token: token).text == "{\"data\":[]}")
            }
        }
        #expect(try console.ask(.get, Self.path, token: console.bearer(admin)).status == 404)
        try console.put(parent, into: theirs)
        #expect(try console.ask(.get, Self.path, token: console.bearer(parent)).contains("Moomin"))
    }

    // MARK: One child

    /// A parent's program.
    private struct Home {
        let console: Console
        let family: Family
        let token: String

        init() throws {
            console = try Console()
            family = try console.addFamily()
            token = try console.bearer(console.addParent("astrid@example.test", in: family))
        }

        @discardableResult
        func ask(
            _ method: HTTP.Method,
            _ target: String,
            _ json: String? = nil,
            _ more: [(String, String)] = []
        ) throws -> Answer {
            try console.ask(method, ChildAPITests.path + target, json, token: token, more)
        }
    }

    private static let pippi =
        #"{"name":" Pippi ","birth_date":"2021-11-22","avatar":"cat","has_captions":true,"#
        + #""hidden_category_ids":[8,2,2]}"#

    @Test("A child is added by the form's rules, and its address answers with the same")
    func adds() throws {
        let home = try Home()
        let answer = try home.ask(.post, "", Self.pippi)
        #expect(answer.status == 201 && answer.location == "\(Self.path)/1")
        #expect(
            answer.text
                == #"{"data":{"id":1,"name":"Pippi","birth_date":"2021-11-22","age":4,"#
                + #""avatar":"cat","may_scrub":true,"has_captions":true,"#
                + #""has_reduced_motion":false,"speaks_titles":false,"shows_categories":false,"#
                + #""may_read_along":false,"hidden_category_ids":[2,8],"#
                + #""created_at":"2026-11-21T10:40:00Z","updated_at":"2026-11-21T10:40:00Z"}}"#
        )
        let same = try home.ask(.get, "/1")
        #expect(same.text == answer.text && same.header("ETag") == answer.header("ETag"))
        let tag = try #require(same.header("ETag"))
        #expect(try home.ask(.get, "/1", nil, [("If-None-Match", tag)]).status == 304)
        let entry = try home.console.texts(
            "SELECT actor_name || ' ' || action FROM audit_entries ORDER BY id DESC LIMIT 1"
        )
        #expect(entry == ["Astrid created"])
    }

    @Test("What the form would refuse is refused with the member's name, all at once")
    func refuses() throws {
        let home = try Home()
        for (json, details) in [
            ("{}", ["name: required", "birth_date: required", "avatar: required"]),
            (
                #"{"name":"","birth_date":"yesterday","avatar":"dragon","may_scrub":1}"#,
                [
                    "name: required", "birth_date: invalid", "avatar: not_a_choice",
                    "may_scrub: wrong_type",
                ]
            ),
            (
                #"{"name":"Pippi","birth_date":"2030-01-01","avatar":"cat","#
                    + #""hidden_category_ids":[1,99]}"#,
                ["birth_date: invalid", "hidden_category_ids: invalid"]
            ),
            (
                #"{"name":"Pippi","birth_date":"1990-01-01","avatar":"cat"}"#,
                ["birth_date: invalid"]
            ),
            (
                #"{"name":"Pippi","birth_date":"2021-01-01","avatar":"cat","#
                    + #""hidden_category_ids":[-1],"family_id":2}"#,
                ["hidden_category_ids[0]: wrong_type", "family_id: unknown_field"]
            ),
        ] {
            let answer = try home.ask(.post, "", json)
            #expect(answer.status == 422 && answer.errorDetails == details, "\(json)")
        }
        #expect(try home.console.children.list(of: home.family.id).isEmpty)
        let answer = try home.ask(
            .post,
            "",
            #"{"name":"P","birth_date":"2030-01-01","avatar":"cat"}"#
        )
        #expect(answer.contains("The birth date is in the future. Check the year."))
    }

    @Test("A family with as many children as it can have takes no more")
    func tooMany() throws {
        let home = try Home()
        for number in 1...Family.maximumChildren {
            try home.console.addChild("\(number)", in: home.family)
        }
        let answer = try home.ask(.post, "", Self.pippi)
        #expect(answer.status == 409 && answer.errorCode == "conflict")
        #expect(answer.contains(ChildForm.tooMany))
    }

    @Test("A change leaves alone what it doesn't name")
    func changes() throws {
        let home = try Home()
        try home.ask(.post, "", Self.pippi)
        home.console.time.now += 60
        let answer = try home.ask(.patch, "/1", #"{"name":"Pippilotta","has_captions":false}"#)
        #expect(answer.status == 200)
        let child = try home.console.children.find(ID(1), of: home.family.id)
        #expect(child.name == "Pippilotta" && child.birthDate.iso == "2021-11-22")
        #expect(child.avatar == .cat && child.settings == Child.Settings())
        #expect(child.hidden == [ID(2), ID(8)] && child.version == 2)
        #expect(answer.contains(#""updated_at":"2026-11-21T10:41:00Z""#))
        try home.ask(.patch, "/1", #"{"hidden_category_ids":[],"may_scrub":false}"#)
        let shown = try home.console.children.find(ID(1), of: home.family.id)
        #expect(shown.hidden.isEmpty && !shown.settings.mayScrub)
        // Nothing is a change of nothing.
        #expect(try home.ask(.patch, "/1", "{}").status == 200)
        #expect(try home.console.children.find(ID(1), of: home.family.id).version == 3)
        let wrong = try home.ask(.patch, "/1", #"{"name":null,"birth_date":"2030-01-01"}"#)
        #expect(wrong.errorDetails == ["name: required"])
    }

    @Test("Of two parents who change one version, the second is told that it was changed")
    func race() throws {
        let home = try Home()
        try home.ask(.post, "", Self.pippi)
        let tag = try #require(try home.ask(.get, "/1").header("ETag"))
        let match = [("If-Match", tag)]
        let first = try home.ask(.patch, "/1", #"{"name":"First"}"#, match)
        #expect(first.status == 200)
        for method in [HTTP.Method.patch, .delete] {
            let json = method == .patch ? #"{"name":"Second"}"# : nil
            let second = try home.ask(method, "/1", json, match)
            #expect(second.status == 412 && second.errorCode == "changed_meanwhile")
        }
        #expect(try home.ask(.get, "/1").contains("First"))
        let newer = [("If-Match", try #require(first.header("ETag")))]
        #expect(try home.ask(.delete, "/1", nil, newer).status == 204)
        #expect(try home.ask(.patch, "/1", "{}", newer).status == 404)
        #expect(try home.ask(.patch, "/1", "{}", [("If-Match", "*")]).status == 404)
    }

    @Test(
        "A removed child is gone with everything, without a question, and the log says who did it"
    )
    func removes() throws {
        let home = try Home()
        try home.ask(.post, "", Self.pippi)
        let answer = try home.ask(.delete, "/1")
        #expect(answer.status == 204 && answer.text.isEmpty)
        #expect(try home.ask(.delete, "/1").status == 404)
        #expect(try home.ask(.get, "").text == "{\"data\":[]}")
        let entry = try home.console.texts(
            "SELECT actor_name || ' ' || action FROM audit_entries ORDER BY id DESC LIMIT 1"
        )
        #expect(entry == ["Astrid binned"])
    }

    @Test("A parent without a family has no child, and adds none")
    func withoutFamily() throws {
        let console = try Console()
        let token = try console.bearer(console.addUser("alone@example.test", .parent))
        for (method, target, json) in [
            (HTTP.Method.post, Self.path, "{}"), (.get, "\(Self.path)/1", nil),
            (.patch, "\(Self.path)/1", "{}"), (.delete, "\(Self.path)/1", nil),
        ] {
            #expect(try console.ask(method, target, json, token: token).status == 404)
        }
    }
}

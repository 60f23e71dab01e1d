import HTTP
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
        let settings = "\"may_scrub\":false,\"has_captions\":false,\"has_reduced_motion\":false,"
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
}

import Testing

@testable import Storytime

@Suite("The index of names")
struct NameIndexTests {
    private let console: Console
    private let names: NameIndex

    init() throws {
        console = try Console()
        names = NameIndex(database: console.database)
        try names.write(.publisher, 1, "Éditions Łódź")
        try names.write(.publisher, 12, "Straße & Sons")
        try names.write(.user, 1, "Zoë Łódź zoe@example.test")
    }

    private func found(_ kind: Subject.Kind, _ words: String) throws -> [Int] {
        let ids = try names.best(kind, SearchWords(words), limit: 10)
        #expect(try names.count(kind, SearchWords(words)) == ids.count)
        return ids
    }

    @Test(
        "Every word must occur, in any case and with any accents; the last may be begun",
        arguments: [
            ("lodz", [1]), ("ÉDIT", [1]), ("édit łódź", []), ("lodz ed", [1]),
            ("strasse", [12]), ("sons", [12]), ("s", [12]), ("strasse lodz", []),
            ("", []), ("&", []), ("publisher12", []), ("\" OR kind:*", []),
        ]
    )
    func finds(words: String, ids: [Int]) throws {
        #expect(try found(.publisher, words) == ids)
    }

    @Test("Each kind is found by itself, people by their addresses too")
    func kinds() throws {
        #expect(try found(.user, "lodz") == [1])
        #expect(try found(.user, "zoe@exam") == [1])
        #expect(try found(.category, "lodz") == [])
        #expect(try found(.category, "bedtime") == [1])
    }

    @Test("A record that is written again is found as it is now, and one that is gone not at all")
    func follows() throws {
        try names.write(.publisher, 1, "Alder")
        #expect(try found(.publisher, "lodz") == [])
        #expect(try found(.publisher, "alder") == [1])
        try names.remove(.publisher, 1)
        #expect(try found(.publisher, "alder") == [])
        // 12 begins with the digit of the one that went.
        #expect(try found(.publisher, "sons") == [12])
        #expect(try found(.user, "zoe") == [1])
    }

    @Test("Whoever fits best comes first, and no more are read than are asked for")
    func ranks() throws {
        for id in 20..<40 { try names.write(.publisher, id, "House of many more words \(id)") }
        try names.write(.publisher, 40, "House")
        let words = SearchWords("house")
        #expect(try names.best(.publisher, words, limit: 3) == [40, 20, 21])
        #expect(try names.count(.publisher, words) == 21)
    }

    @Test("A person who changes name or address is found by the new ones")
    func people() throws {
        let ada = try console.addUser("ada@example.test", .admin, name: "Ada Byron")
        try console.users.update(
            ada,
            version: 1,
            { user in
                user.name = "Ada Lovelace"
            },
            by: .commandLine
        )
        #expect(try found(.user, "lovelace ada") == [ada.value])
        #expect(try found(.user, "byron") == [])
    }

    @Test("A category that is renamed or deleted is found accordingly")
    func categories() throws {
        let draft = Category.Draft(name: "Sagas", slug: "sagas", displayOrder: 4)
        _ = try console.categories.update(ID(4), version: 1, draft, by: .commandLine)
        #expect(try found(.category, "sagas") == [4])
        #expect(try found(.category, "fairy") == [])
        _ = try console.categories.delete(ID(4), version: nil, by: .commandLine)
        #expect(try found(.category, "sagas") == [])
    }
}

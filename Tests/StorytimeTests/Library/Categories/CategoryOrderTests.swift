import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Categories: their order")
struct CategoryOrderTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func order() throws -> [Int] {
        try console.categories.all().map(\.id.value)
    }

    @discardableResult
    private func move(_ id: Int, _ direction: String) throws -> Answer {
        try console.post("/admin/categories/\(id)/move", [("direction", direction)])
    }

    private func reorder(_ ids: [Int]) throws -> Answer {
        try console.post(
            "/admin/categories/order",
            [("ids", ids.map(String.init).joined(separator: ","))]
        )
    }

    // MARK: With buttons

    @Test("A button moves a category by one place")
    func movesByOne() throws {
        try move(3, "up")
        #expect(try order() == [1, 3, 2, 4, 5, 6, 7, 8])
        try move(1, "down")
        #expect(try order() == [3, 1, 2, 4, 5, 6, 7, 8])
    }

    @Test("The list says what was done, and the button that was used keeps the focus")
    func keepsFocus() throws {
        let location = try #require(try move(3, "up").location)
        #expect(location == "/admin/categories?moved=3-up")
        let page = try console.get(location)
        #expect(page.toast?.contains("“Animals & Nature” moved up.") == true)
        #expect(try focused(page) == ["Move Animals & Nature up"])
    }

    @Test("At an end of the list the other button takes the focus")
    func focusAtTheEnds() throws {
        let top = try console.get(try #require(try move(2, "up").location))
        #expect(try focused(top) == ["Move Adventure down"])
        let bottom = try console.get(try #require(try move(7, "down").location))
        #expect(try focused(bottom) == ["Move Family & Friends up"])
    }

    /// What the buttons are called that take the focus.
    private func focused(_ answer: Answer) throws -> [String] {
        answer.markup.all("button").filter { $0["autofocus"] != nil }
            .compactMap { $0["aria-label"] }
    }

    @Test("The buttons that lead nowhere are off")
    func endsAreDisabled() throws {
        let buttons = try console.get("/admin/categories").markup.all("button")
            .filter { $0["name"] == "direction" }
        let off = buttons.indices.filter { buttons[$0]["disabled"] != nil }
        #expect(buttons.count == 16)
        #expect(off == [0, 15])
    }

    @Test("Moving beyond an end changes nothing and says why", arguments: [(1, "up"), (8, "down")])
    func staysAtTheEnds(id: Int, direction: String) throws {
        let before = try console.categories.all()
        let location = try #require(try move(id, direction).location)
        let place = direction == "up" ? "first" : "last"
        #expect(try console.get(location).toast?.contains("is already \(place)") == true)
        #expect(try console.categories.all() == before)
        #expect(try console.count("SELECT count(*) FROM audit_entries WHERE action = 'moved'") == 0)
    }

    @Test("A direction is up or down", arguments: ["", "left", "UP", "up "])
    func refusesOtherDirections(direction: String) throws {
        #expect(try move(3, direction).status == 400)
        #expect(try order() == Array(1...8))
    }

    @Test("Equal places are told apart by name, and moving makes them differ")
    func equalPlaces() throws {
        try console.database.execute("UPDATE categories SET display_order = 5")
        let before = try order()
        try move(before[1], "up")
        #expect(try order() == [before[1], before[0]] + before[2...])
        #expect(try console.count("SELECT count(DISTINCT display_order) FROM categories") == 8)
    }

    @Test("The list opens at the page where the moved category now stands")
    func opensRightPage() throws {
        for number in 1...200 { try console.addCategory("Category \(number)") }
        let last = try #require(try order().dropFirst(199).first)
        let location = try move(last, "down").location
        #expect(location == "/admin/categories?page=2&moved=\(last)-down")
    }

    @Test("What isn't a move marks no button", arguments: ["3", "3-left", "x-up", "", "3-up-up"])
    func ignoresOtherMarks(mark: String) throws {
        #expect(MovedCategory(mark) == nil)
        let page = try console.get("/admin/categories?moved=\(mark)")
        #expect(page.status == 200)
        #expect(try focused(page).isEmpty)
    }

    // MARK: By dragging

    @Test("A page's categories take their new order at once")
    func reorders() throws {
        let answer = try reorder([8, 1, 2, 3, 4, 5, 6, 7])
        #expect(answer.status == 204)
        #expect(try order() == [8, 1, 2, 3, 4, 5, 6, 7])
        let entry = try console.texts(
            "SELECT action || ' ' || record_label || changes FROM audit_entries ORDER BY id DESC"
        ).first
        #expect(
            entry == "moved Holidays & Seasons" + #"[{"field":"place","from":"8","to":"1"}]"#
        )
    }

    @Test("A part of the list keeps its places among the others")
    func reordersPart() throws {
        #expect(try reorder([7, 5, 3]).status == 204)
        #expect(try order() == [1, 2, 7, 4, 5, 6, 3, 8])
    }

    @Test("The order that is there already is no change")
    func sameOrder() throws {
        let before = try console.categories.all()
        #expect(try reorder(Array(1...8)).status == 204)
        #expect(try console.categories.all() == before)
        #expect(try console.count("SELECT count(*) FROM audit_entries WHERE action = 'moved'") == 0)
    }

    @Test("Only rows whose place changed get a new version")
    func writesOnlyChanges() throws {
        #expect(try reorder([2, 1, 3, 4, 5, 6, 7, 8]).status == 204)
        #expect(try console.categories.all().map(\.version) == [2, 2, 1, 1, 1, 1, 1, 1])
    }

    @Test(
        "A list that has changed in between is a conflict and changes nothing",
        arguments: [[1, 2, 99], [1, 2, 2], [99]]
    )
    func staleList(ids: [Int]) throws {
        #expect(try reorder(ids).status == 409)
        #expect(try order() == Array(1...8))
    }

    @Test(
        "What is no list of ids is refused",
        arguments: ["", "a", "1,b", "1,-2", "1,02", "1;2", "1,99999999999999999999", ",", "1, 2"]
    )
    func refusesOtherTexts(text: String) throws {
        #expect(try console.post("/admin/categories/order", [("ids", text)]).status == 400)
        #expect(try order() == Array(1...8))
    }

    @Test("More ids than a page has are refused")
    func refusesTooMany() throws {
        #expect(try reorder(Array(1...201)).status == 400)
    }
}

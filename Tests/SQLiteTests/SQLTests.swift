import SQLite
import Testing

@Suite("SQL")
struct SQLTests {
    private enum Role: String, SQLValue { case admin, parent }

    private struct ID: RawRepresentable, SQLValue { let rawValue: Int64 }

    @Test("Interpolation leaves a parameter in the text and the value beside it")
    func interpolation() {
        let nothing: String? = nil
        let sql: SQL = "a = \(1) AND b = \("x'--") AND c = \(nothing) AND d = \(Role.admin)"
        #expect(sql.text == "a = ? AND b = ? AND c = ? AND d = ?")
        #expect(sql.bindings == [.integer(1), .text("x'--"), .null, .text("admin")])
    }

    @Test("Every type that a column can hold is bound as it is")
    func types() {
        let sql: SQL =
            "\(true)\(2.5)\([1, 2] as [UInt8])\(ID(rawValue: 9))\(Int64.min)\("ab".dropFirst())"
        #expect(
            sql.bindings == [
                .integer(1), .real(2.5), .blob([1, 2]), .integer(9), .integer(.min), .text("b"),
            ]
        )
    }

    @Test("A list becomes as many parameters as the next power of two, an empty one an empty list")
    func list() {
        let sql: SQL = "id IN \(list: [1, 2, 3]) OR slug IN \(list: [String]())"
        #expect(sql.text == "id IN (?,?,?,?) OR slug IN ()")
        #expect(sql.bindings == [.integer(1), .integer(2), .integer(3), .integer(3)])
    }

    @Test("Lists of 1 to 512 values are ten statements, longer ones are as long as they are")
    func fewDifferentLists() {
        let texts = Set(
            (1...512).map { count -> String in
                let sql: SQL = "id IN \(list: 1...count)"
                return sql.text
            }
        )
        #expect(texts.count == 10)
        let long: SQL = "id IN \(list: 1...513)"
        #expect(long.bindings.count == 513)
    }

    @Test("Numbers become a table by one parameter, in their order")
    func numbersAsTable() throws {
        let database = try Database(path: ":memory:")
        let some: SQL = "SELECT k.value FROM \(eachOf: [3, -1, 9_007_199_254_740_993]) AS k"
        #expect(some.text == "SELECT k.value FROM json_each(?) AS k")
        #expect(try database.all(some) { try $0.int(0) } == [3, -1, 9_007_199_254_740_993])
        #expect(try database.all("SELECT value FROM \(eachOf: [])") { try $0.int(0) }.isEmpty)
    }

    @Test("Statements are put together from statements, values in order")
    func composition() {
        let condition: SQL = "WHERE b = \("b")"
        let sql: SQL = "SELECT \(1) \(sql: condition)" + " LIMIT \(9)" + SQL(unsafe: " -- end")
        #expect(sql.text == "SELECT ? WHERE b = ? LIMIT ? -- end")
        #expect(sql.bindings == [.integer(1), .text("b"), .integer(9)])
    }

    @Test(
        "Text survives the way into the database and back",
        arguments: [
            "", "x", "it's \"quoted\"", "'); DROP TABLE categories; --", "a\u{0}b",
            "e\u{301}<\u{338}",
            "👩‍👩‍👧‍👦", String(repeating: "ü", count: 70_000), "%_\\", "?1 :a @b $c",
        ]
    )
    func roundTrip(text: String) throws {
        let database = try Database.sample()
        try database.execute("INSERT INTO categories (id, name, slug) VALUES (9, \(text), 's')")
        let sql: SQL =
            "SELECT name, length(CAST(name AS BLOB)) FROM categories WHERE name = \(text)"
        let row = try database.first(sql) { (try $0.text(0), try $0.int(1)) }
        #expect(row?.0.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        #expect(row?.1 == text.utf8.count)
    }

    @Test("Numbers survive at their limits, an empty blob is not NULL")
    func limits() throws {
        let database = try Database.sample()
        let sql: SQL =
            "SELECT \(Int.max), \(Int.min), \(Double.greatestFiniteMagnitude), \([UInt8]())"
        let row = try database.first(sql) {
            (try $0.int(0), try $0.int(1), try $0.double(2), try $0.blob(3))
        }
        #expect(row?.0 == .max && row?.1 == .min)
        #expect(row?.2 == .greatestFiniteMagnitude && row?.3 == [])
    }
}

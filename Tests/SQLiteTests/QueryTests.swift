import SQLite
import Testing

@Suite("Queries")
struct QueryTests {
    @Test("Rows come back in order with every type")
    func types() throws {
        let database = try Database.sample()
        let rows = try database.all(
            "SELECT id, name, weight, picture, id = 1 FROM categories ORDER BY id"
        ) {
            (
                try $0.int(0), try $0.text(1), try $0.doubleOrNil(2), try $0.blobOrNil(3),
                try $0.bool(4)
            )
        }
        #expect(rows.count == 2)
        #expect(rows[0] == (1, "Dogs", 1.5, [1, 2], true))
        #expect(rows[1] == (2, "Ü & 日本", nil, nil, false))
    }

    @Test("Interpolated values are bound, whatever they contain")
    func binding() throws {
        let database = try Database.sample()
        let hostile = "x'); DROP TABLE categories; --\u{0}\u{301}"
        try database.execute(
            "INSERT INTO categories VALUES (3, \(hostile), 'h', \(2), \([UInt8]()))"
        )
        let row = try database.first("SELECT name, weight, picture FROM categories WHERE id = \(3)")
        {
            (try $0.text(0), try $0.double(1), try $0.blob(2))
        }
        #expect(row?.0 == hostile)
        #expect(row?.1 == 2)
        #expect(row?.2 == [])
    }
}

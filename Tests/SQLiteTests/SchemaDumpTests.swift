import SQLite
import Testing

@Suite("Schema")
struct SchemaDumpTests {
    private let schema = """
        CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE) STRICT;
        CREATE VIRTUAL TABLE books_fts USING fts5(title, content='books', content_rowid='id');
        CREATE INDEX books_by_title ON books (title);
        CREATE TRIGGER books_ai AFTER INSERT ON books BEGIN SELECT 1; END;
        CREATE VIEW titles AS SELECT title FROM books;
        CREATE TABLE authors (id INTEGER PRIMARY KEY) STRICT;
        """

    @Test("The dump is in order, without what SQLite makes by itself")
    func order() throws {
        let database = try Database(path: ":memory:")
        try database.script(schema + "INSERT INTO books VALUES (1, 'a'); ANALYZE;")
        let first = try SchemaDump.text(database).split(separator: "\n").map {
            $0.split(separator: " ")
        }
        #expect(
            first.filter { $0.count > 2 }.map { "\($0[1]) \($0[2])" } == [
                "TABLE authors", "TABLE books", "INDEX books_by_title", "TRIGGER books_ai",
                "VIRTUAL TABLE", "VIEW titles",
            ]
        )
    }

    @Test("A database made from the dump has the same dump")
    func roundTrip() throws {
        let database = try Database(path: ":memory:")
        try database.script(schema)
        let text = try SchemaDump.text(database)
        let copy = try Database(path: ":memory:")
        try copy.script(text)
        #expect(try SchemaDump.text(copy) == text)
        #expect(text.hasSuffix(";\n"))
    }
}

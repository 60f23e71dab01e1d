import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("How each person’s CSV files are written")
struct CSVFilesTests {
    private let console: Console
    private let admin: ID<User>

    init() throws {
        console = try Console()
        admin = try console.signIn(as: .admin)
        try console.addBook("Größe; und \"mehr\"", by: "A, B")
    }

    private func choose(_ files: String, version: Int = 1) throws -> Answer {
        try console.post(
            "/account",
            [
                ("name", "Ada"), ("time_zone", ""), ("language", ""), ("csv_files", files),
                ("version", String(version)),
            ]
        )
    }

    private func text(_ target: String) throws -> String {
        String(decoding: try console.download(target).bytes, as: UTF8.self)
    }

    @Test("Files are UTF-8 with commas until someone chooses otherwise on the account page")
    func plainAtFirst() throws {
        #expect(try text("/admin/books.csv").hasPrefix("id,title,"))
        #expect(try console.get("/account").contains("For Excel (UTF-8 with byte order mark"))
    }

    @Test(
        "Whoever chose Excel gets a byte order mark and semicolons, in every list",
        arguments: [
            "/admin/books.csv", "/admin/categories.csv", "/admin/publishers.csv",
            "/admin/families.csv", "/admin/audit.csv", "/admin/video_assets.csv",
            "/admin/rights.csv", "/admin/usage.csv", "/admin/captions.csv",
        ]
    )
    func excel(target: String) throws {
        let columns = try text(target).prefix { $0 != "\r\n" }.split(separator: ",").count
        #expect(try choose("excel").location == "/account")
        let bytes = try console.download(target).bytes
        #expect(bytes.starts(with: CSVByte.byteOrderMark))
        let line = String(decoding: bytes.dropFirst(3), as: UTF8.self).prefix { $0 != "\r\n" }
        #expect(line.split(separator: ";").count == columns)
    }

    @Test("The import reads both forms, and finds nothing to change in its own file")
    func isReadAgain() throws {
        let plain = try console.downloadRows("/admin/books.csv")
        _ = try choose("excel")
        #expect(try console.downloadRows("/admin/books.csv") == plain)
        #expect(plain.first?["title"] == "Größe; und \"mehr\"")
    }

    @Test("An address that says how its file is written gets that, whatever its reader chose")
    func addressDecides() throws {
        _ = try choose("excel")
        #expect(try text("/admin/books.csv?bom=0&delimiter=comma").hasPrefix("id,title,"))
        #expect(try text("/admin/books.csv?delimiter=tab&bom=0").hasPrefix("id\ttitle\t"))
        _ = try choose("plain", version: 2)
        #expect(try text("/admin/books.csv?delimiter=semicolon").hasPrefix("id;title;"))
        #expect(try text("/admin/books.csv?delimiter=nonsense").hasPrefix("id,title,"))
    }

    @Test("A script with a key gets commas, whatever its owner chose")
    func scripts() throws {
        _ = try choose("excel")
        let key = try console.accessKey(admin, [.readCatalog])
        console.cookies = [:]
        console.headers = [("Authorization", "Bearer \(key)")]
        #expect(try text("/admin/books.csv").hasPrefix("id,title,"))
        #expect(try text("/admin/books.csv?delimiter=semicolon").hasPrefix("id;title;"))
    }

    @Test("Something else is refused beside the field, and the audit log has the change")
    func refuses() throws {
        let answer = try choose("pdf")
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "csv_files") != nil)
        _ = try choose("excel")
        #expect(
            try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC LIMIT 1").first?
                .contains("csv_files") == true
        )
    }
}

import Testing

@testable import Storytime

@Suite("Pages of lists")
struct PaginationTests {
    @Test(
        "The page, its first row and the number of pages",
        arguments: [
            // Page asked for, rows, then: page, offset, pages.
            (1, 0, 1, 0, 1), (5, 0, 1, 0, 1), (1, 50, 1, 0, 1), (2, 50, 1, 0, 1), (1, 51, 1, 0, 2),
            (2, 51, 2, 50, 2), (0, 51, 1, 0, 2), (-7, 51, 1, 0, 2), (Int.max, 101, 3, 100, 3),
            (Int.min, 101, 1, 0, 3), (2, 1_000_000, 2, 50, 20_000),
        ]
    )
    func pages(asked: Int, total: Int, page: Int, offset: Int, pages: Int) {
        let pagination = Pagination(page: asked, perPage: 50, total: total)
        #expect(pagination.page == page)
        #expect(pagination.offset == offset)
        #expect(pagination.pageCount == pages)
    }

    @Test(
        "The summary says which rows are shown",
        arguments: [
            (1, 0, ""), (1, 50, "50"), (1, 202, "1–50 of 202"), (5, 202, "201–202 of 202"),
            (30, 1500, "1,451–1,500 of 1,500"),
        ]
    )
    func summary(page: Int, total: Int, text: String) {
        #expect(Pagination(page: page, perPage: 50, total: total).summary == text)
    }

    @Test(
        "Links lead to the ends and the neighbours, with gaps between",
        arguments: [
            (1, 1, "[1]"), (1, 3, "[1] 2 3"), (5, 10, "1 … 3 4 [5] 6 7 … 10"),
            (1, 10, "[1] 2 3 … 10"), (10, 10, "1 … 8 9 [10]"), (4, 7, "1 2 3 [4] 5 6 7"),
            (1000, 2000, "1 … 998 999 [1,000] 1,001 1,002 … 2,000"),
        ]
    )
    func links(page: Int, pages: Int, text: String) {
        let view = Pagination(page: page, perPage: 10, total: pages * 10).view(path: "/x")
        let shown = view.pages.map { $0.isCurrent ? "[\($0.label)]" : $0.label }
        #expect(shown.joined(separator: " ") == text)
        #expect(view.hasPages == (pages > 1))
        #expect(view.pages.count <= 9)
    }

    @Test("The first page has no number in its address, and filters are kept")
    func addresses() {
        let view = Pagination(page: 2, perPage: 10, total: 30)
            .view(path: "/x", query: [("q", "a b&c"), ("scope", "")])
        #expect(view.previousHref == "/x?q=a%20b%26c")
        #expect(view.nextHref == "/x?q=a%20b%26c&page=3")
        #expect(Pagination(page: 1, perPage: 10, total: 30).view(path: "/x").previousHref == nil)
        #expect(Pagination(page: 3, perPage: 10, total: 30).view(path: "/x").nextHref == nil)
    }

    @Test(
        "A page number that is none shows the first page",
        arguments: ["", "x", "-1", "0", "1e9"]
    )
    func otherNumbers(text: String) throws {
        let console = try Console.asAdmin()
        let page = try console.get("/admin/categories?page=\(text)")
        #expect(page.status == 200)
        #expect(try page.text == console.get("/admin/categories").text)
    }
}

import HTTP
import Testing

@testable import Storytime

@Suite("The last part of the disk is for what is there already")
struct DiskTests {
    @Test("A twentieth of a disk, and 64 MB of a small one, take nothing new")
    func reserved() {
        let large = DiskSpace(free: 60_000_000_000, total: 1_000_000_000_000)
        #expect(large.hasRoom(for: 10_000_000_000))
        #expect(!large.hasRoom(for: 10_000_000_001))
        #expect(!large.hasRoom(for: .max))
        let small = DiskSpace(free: (64 << 20) + 5, total: 200 << 20)
        #expect(small.hasRoom(for: 5) && !small.hasRoom(for: 6))
        #expect(!DiskSpace(free: 0, total: 1 << 40).hasRoom(for: 0))
    }

    @Test(
        "Uploads are refused in words, sized or not; signing in and changes go on; admins are told"
    )
    func uploads() throws {
        let console = try Console.withBook()
        console.site.vitals.disk.pretend(DiskSpace(free: 4_900_000_000, total: 100_000_000_000))
        for headers in [[("Content-Length", "9000000")], [("Transfer-Encoding", "chunked")]] {
            let refused = try #require(
                console.application.refusal(
                    of: try console.request(.post, "/admin/captions/import", headers)
                )
            )
            #expect(refused.status == 507)
        }
        let small = try console.postFile(
            "/admin/captions/import",
            [],
            file: ("files", "a.srt", Array("1\n00:00:01,000 --> 00:00:02,000\nOne\n".utf8))
        )
        #expect(small.status == 507)
        #expect(small.contains("no space left for anything new"))
        #expect(try console.post("/admin/categories", [("name", "Dinosaurs")]).status == 303)
        try console.post("/logout")
        #expect(
            try console.post(
                "/login",
                [("email", "admin@example.test"), ("password", Console.password)]
            ).status == 303
        )
        let page = try console.get("/admin/system")
        #expect(page.contains("Uploads are refused until more than 5 GB are free."))
        console.site.vitals.disk.pretend(.empty)
        #expect(try !console.get("/admin/system").contains("Uploads are refused"))
    }
}

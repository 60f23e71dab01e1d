import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Failed jobs on the page of the system")
struct JobPagesTests {
    let console: Console

    init() throws {
        console = try .asAdmin()
        let kind = JobKind(name: "sample", title: "Doing a sample") { _ in }
        let store = JobStore(database: console.database, now: console.time.now)
        try store.add(kind, 1, label: "Cover of “Fox & Hen”")
        let job = try #require(try store.claim())
        try store.fail(job, "The <picture> is damaged.", attemptsLeft: 0)
    }

    @Test("A failed job is listed with what it was and why it failed")
    func lists() throws {
        let page = try console.get("/admin/system")
        #expect(page.contains("Cover of “Fox &amp; Hen”"))
        #expect(page.contains("The &lt;picture&gt; is damaged."))
        #expect(page.contains("No jobs are waiting."))
        let actions = page.markup.all("button").compactMap { $0["formaction"] }
        #expect(actions == ["/admin/system/jobs/1/retry", "/admin/system/jobs/1/dismiss"])
    }

    @Test("Try again queues it anew; a second click says that it is none of the failed any more")
    func retries() throws {
        let answer = try console.post("/admin/system/jobs/1/retry")
        #expect(answer.location == "/admin/system#jobs")
        let page = try console.get("/admin/system")
        #expect(page.toast?.contains("“Cover of “Fox & Hen”” will be tried again.") == true)
        #expect(page.contains("1 job is waiting or running."))
        #expect(!page.contains("is damaged"))
        for action in ["retry", "dismiss"] {
            try console.post("/admin/system/jobs/1/\(action)")
            let toast = try console.get("/admin/system").toast
            #expect(toast?.contains("no longer in the list of failed jobs") == true)
        }
        #expect(try console.count("SELECT count(*) FROM jobs") == 1)
    }

    @Test("Dismiss forgets it")
    func dismisses() throws {
        try console.post("/admin/system/jobs/1/dismiss")
        let page = try console.get("/admin/system")
        #expect(page.toast?.contains("dismissed.") == true)
        #expect(!page.contains("is damaged"))
        #expect(try console.post("/admin/system/jobs/1/dismiss").status == 404)
    }
}

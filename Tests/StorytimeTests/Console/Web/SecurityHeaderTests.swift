import HTTP
import Server
import Testing

@testable import Storytime

@Suite("Headers that keep visitors safe")
struct SecurityHeaderTests {
    private static let ofPages = [
        "Content-Security-Policy": SecurityHeaders.contentSecurityPolicy,
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
    ]

    private func check(_ answer: Answer, _ what: String) {
        let covers = Dictionary(uniqueKeysWithValues: SecurityHeaders.withCovers)
        let name = "Content-Security-Policy"
        let drawsCovers = answer.header(name) == covers[name]
        let expected =
            drawsCovers ? Self.ofPages.merging(covers, uniquingKeysWith: { $1 }) : Self.ofPages
        for (name, value) in expected {
            #expect(answer.response.headers.all(name) == [value], "\(name) of \(what)")
        }
        #expect(answer.header("Permissions-Policy") != nil, "\(what)")
        #expect(answer.header("X-Request-ID")?.isEmpty == false, "\(what)")
        #expect(answer.header("Strict-Transport-Security") == nil, "\(what)")
    }

    @Test("Every page of every role carries them, error pages too")
    func everyPage() throws {
        for role in [nil, Role.parent, .admin] {
            let console = try Console()
            try console.addBook("Journey")
            if let role { try console.signIn(as: role) }
            for route in Program.routes where route.method == .get {
                let target = route.sampleTarget
                let answer = try console.get(target)
                guard answer.header("Content-Type")?.hasPrefix("text/html") == true else {
                    continue
                }
                check(answer, "\(target) as \(role?.rawValue ?? "visitor")")
            }
            check(try console.get("/nowhere"), "404")
            check(try console.send(.put, "/"), "405")
            check(try console.post("/login", [("email", "")]), "422")
        }
    }

    @Test("Answers that are no pages are never sniffed and never kept")
    func otherAnswers() throws {
        let console = try Console()
        for answer in [
            try console.get("/healthz"), try console.get("/"), try console.post("/logout"),
        ] {
            #expect(answer.header("X-Content-Type-Options") == "nosniff")
            #expect(answer.header("Cache-Control") == "no-store")
        }
    }

    @Test("The policy allows nothing inline, nothing from elsewhere, no frames")
    func policy() {
        let policy = SecurityHeaders.contentSecurityPolicy
        for part in [
            "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'",
            "form-action 'self'", "script-src 'self'", "style-src 'self'",
        ] {
            #expect(policy.contains(part))
        }
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
    }

    @Test(
        "Pages with covers differ in nothing but pictures, which may come from elsewhere over TLS"
    )
    func policyWithCovers() throws {
        let (name, policy) = try #require(SecurityHeaders.withCovers.first)
        #expect(name == "Content-Security-Policy")
        let plain = policy.replacing("img-src 'self' https:;", with: "img-src 'self';")
        #expect(plain == SecurityHeaders.contentSecurityPolicy)
        #expect(plain != policy)
    }

    @Test("Over TLS browsers are told to stay with it")
    func strictTransport() throws {
        let console = try Console { $0.publicURL = Origin("https://stories.example") }
        let value = try console.get("/login").header("Strict-Transport-Security")
        #expect(value?.hasPrefix("max-age=63072000") == true)
    }

    @Test("What the server itself refuses looks the same and is as safe")
    func staticErrorPages() throws {
        let pages = try StaticErrorPages(try Console().site)
        for code in [400, 408, 411, 413, 414, 417, 431, 500, 501, 503, 505] {
            let refused = RefusedRequest(path: nil)
            let answer = Answer(pages.response(Status(code: code), to: refused))
            #expect(answer.status == code)
            #expect(answer.contains("Error \(code)"))
            for (name, value) in Self.ofPages { #expect(answer.header(name) == value) }
        }
    }

    @Test("Each request has a number of its own")
    func requestIDs() throws {
        let console = try Console()
        let ids = try (0..<50).map { _ in try console.get("/healthz").header("X-Request-ID") }
        #expect(Set(ids).count == 50)
    }
}

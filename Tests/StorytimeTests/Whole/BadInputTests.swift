import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Every form against hostile values")
struct BadInputTests {
    /// Sends the form with the value in its field.
    private func send(_ input: HostileInputs.Input, _ target: Target, _ console: Console) throws
        -> Answer
    {
        let others = target.fields.filter { $0.0 != target.field }.map { (name: $0.0, value: $0.1) }
        let value = Bytes.percentEncoded(input.bytes)
        let rest = others.isEmpty ? "" : "&" + PercentEncoding.encodeQuery(others)
        return try console.post(
            target.path,
            body: Array("\(target.field)=".utf8) + value + Array(rest.utf8)
        )
    }

    /// What must be true of any answer.
    private func expectHarmless(_ answer: Answer, _ input: HostileInputs.Input, _ label: Comment) {
        #expect(answer.status < 500, label)
        for header in answer.response.headers {
            #expect(header.value.utf8.allSatisfy { $0 >= 32 && $0 != 127 }, label)
        }
        if let location = answer.location {
            #expect(LocalPath(location) != nil, label)
        }
        if let text = input.text, text.utf8.count > 3, text.contains("<") {
            #expect(!Bytes.has(text, in: answer.bytes), label)
        }
        #expect(!answer.contains("<script>"), label)
    }

    /// What was typed stands in the form again, to the last scalar.
    private func expectKept(_ answer: Answer, _ text: String, _ target: Target, _ label: Comment) {
        // These are chosen or shown to nobody.
        let unseen: Set = ["icon_name", "password", "territory", "days", "scopes"]
        guard target.fields.contains(where: { $0.0 == target.field }),
            !unseen.contains(target.field)
        else { return }
        // A NUL is dropped by browsers wherever it stands; the page shows what stands for one.
        let shown = text.replacing("\0", with: "\u{FFFD}")
        let markup = answer.markup
        let value = markup.value(of: target.field)
        #expect(value.map { Array($0.utf8) } == Array(shown.utf8), label)
        for (name, typed) in target.fields
        where name != target.field && !unseen.contains(name) {
            #expect(markup.value(of: name) == typed, label)
        }
        #expect(markup.text(id: "errors")?.isEmpty == false, label)
    }

    /// What was taken is what was sent, but for white space around it, which the notice says.
    private func expectStored(
        _ text: String,
        _ target: Target,
        _ notice: String?,
        _ console: Console,
        _ label: Comment
    ) throws {
        guard let sql = target.stored else { return }
        let stored = try #require(try console.texts(sql).first)
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
        let end = scalars.lastIndex { !$0.properties.isWhitespace }.map { scalars.index(after: $0) }
        let trimmed = String(scalars[start..<(end ?? start)])
        let optional = ["slug", "display_order", "last_day"]
        if trimmed.isEmpty && optional.contains(target.field) { return }
        #expect(Array(stored.utf8) == Array(trimmed.utf8), label)
        if text.unicodeScalars.count != trimmed.unicodeScalars.count {
            #expect(notice?.contains("Spaces around the text were removed.") == true, label)
        }
    }

    private func attack(_ target: Target, _ console: Console, _ input: HostileInputs.Input) throws {
        let label: Comment = "\(input.name) as \(target.field) of \(target.path)"
        let answer = try send(input, target, console)
        expectHarmless(answer, input, label)
        guard let text = input.text else {
            #expect(answer.status == 400, label)
            return
        }
        if answer.status == 422 || answer.status == 409 {
            expectKept(answer, text, target, label)
        } else if answer.status == 303 {
            let page = try console.get(try #require(answer.location))
            expectHarmless(page, input, label)
            #expect(page.status == 200 || page.location != nil, label)
            try expectStored(text, target, page.toast, console, label)
            if let cleanUp = target.cleanUp { try console.database.execute(cleanUp) }
        }
    }

    @Test("There are enough kinds of them")
    func kinds() {
        #expect(HostileInputs.own.count >= 40)
        #expect(Set(HostileInputs.own.map(\.name)).count == HostileInputs.own.count)
    }

    @Test(
        "What an admin's form is sent is refused with its text kept, or stored as it is",
        arguments: adminTargets
    )
    func adminForms(target: Target) throws {
        let console = try Console.asAdmin()
        try console.addBook("Old")
        try console.addPublisher("Old")
        try console.addChild("Old", in: try console.addFamily("Old"))
        for input in HostileInputs.all { try attack(target, console, input) }
        for path in ["/admin", "/admin/audit", "/admin/categories", "/admin/books"] {
            let page = try console.get(path)
            #expect(page.status == 200)
            #expect(
                !page.contains("<script>") && !page.contains("<img src=x") && !page.contains("M49M")
            )
        }
        #expect(try console.database.damages().isEmpty)
    }

    @Test(
        "The sign-in form keeps the address and never the password",
        arguments: ["email", "password"]
    )
    func signInForm(field: String) throws {
        let console = try Console()
        let target = Target(
            path: "/login",
            field: field,
            fields: [("email", "ada@example.test"), ("password", "guess")]
        )
        // A password is checked only with an address beside it, and that is slow on purpose.
        let half = Target(path: "/login", field: field, fields: [("email", ""), ("password", "")])
        for (number, input) in HostileInputs.own.enumerated() {
            // Each from elsewhere, so that the throttle lets them all come.
            console.peer = "198.51.\(number / 250).\(number % 250)"
            let target = number % 8 == 0 ? target : half
            let answer = try send(input, target, console)
            let label: Comment = "\(input.name) as \(field)"
            expectHarmless(answer, input, label)
            guard let text = input.text else { continue }
            #expect([422, 429].contains(answer.status), label)
            expectKept(answer, text, target, label)
            #expect(answer.markup.value(of: "password") == "", label)
        }
    }

    @Test("The setup form keeps everything but the password", arguments: ["code", "name", "email"])
    func setupForm(field: String) throws {
        let console = try Console()
        let target = Target(
            path: "/setup",
            field: field,
            fields: [
                ("code", "AAAA-AAAA-AAAA"), ("name", "Ada"), ("email", "ada@example.test"),
                ("password", Console.password),
            ]
        )
        for input in HostileInputs.all { try attack(target, console, input) }
        #expect(try console.count("SELECT count(*) FROM users") == 0)
    }

    @Test("The first admin's name is stored as it is")
    func setupStores() throws {
        // Some of them, because hashing the password is slow on purpose.
        let inputs = HostileInputs.own.enumerated()
            .filter { $0.offset % 6 == 0 || $0.element.name.contains("around") }.map(\.element)
        for input in inputs {
            let console = try Console()
            let target = Target(
                path: "/setup",
                field: "name",
                fields: [
                    ("code", console.site.setupCode.text), ("name", "Ada"),
                    ("email", "ada@example.test"), ("password", Console.password),
                ],
                stored: "SELECT name FROM users"
            )
            try attack(target, console, input)
        }
    }

    @Test(
        "Queries are taken or refused, never fatal, and shown as text",
        arguments: [
            "/admin/books?q=", "/admin/publishers?q=", "/admin/search?q=", "/admin/books?category=",
            "/admin/families?q=", "/admin/families?sort=", "/admin/families/1/children/1/move?q=",
            "/admin/books?page=",
            "/admin/categories?moved=",
            "/admin/categories?page=", "/admin/audit?page=", "/admin/categories/1?page=",
            "/login?next=",
            "/admin/books?", "/nowhere/",
        ]
    )
    func queries(prefix: String) throws {
        let console = try Console.asAdmin()
        try console.addBook("Old")
        try console.addChild("Old", in: try console.addFamily("Old"))
        try console.addPublisher("Old")
        // The server takes a request line of 8 KiB.
        for input in HostileInputs.all where input.bytes.count < 2_500 {
            let value = String(decoding: Bytes.percentEncoded(input.bytes), as: UTF8.self)
            var headers = Headers([("Host", console.host)])
            headers["Cookie"] = console.cookies.map { "\($0.key)=\($0.value)" }.joined()
            // What the parser refuses never comes here.
            guard let request = Request(method: .get, target: prefix + value, headers: headers)
            else {
                continue
            }
            let answer = Answer(console.application.respond(to: request))
            let label: Comment = "\(input.name) in \(prefix)"
            expectHarmless(answer, input, label)
            #expect([200, 303, 400, 404].contains(answer.status), label)
            guard prefix.hasSuffix("q="), answer.status == 200, let text = input.text else {
                continue
            }
            let shown = answer.markup.value(of: "q") ?? ""
            let start = String(text.replacing("\0", with: "\u{FFFD}").prefix(200))
            #expect(Array(shown.utf8) == Array(start.utf8), label)
        }
    }

    @Test("Cookies and headers can't be anything that hurts")
    func headers() throws {
        let console = try Console.asAdmin()
        for input in HostileInputs.all where input.bytes.count < 4_000 {
            guard let text = input.text else { continue }
            for name in [
                "Cookie", "X-Forwarded-For", "X-Forwarded-Proto", "Accept", "Accept-Encoding",
                "User-Agent", "Content-Type", "Origin", "Sec-Fetch-Site", "Referer",
            ] {
                let headers = Headers([("Host", "127.0.0.1"), (name, text)])
                for method in [HTTP.Method.get, .post] {
                    guard let request = Request(method: method, target: "/login", headers: headers)
                    else { continue }
                    let answer = Answer(console.application.respond(to: request))
                    expectHarmless(answer, input, "\(input.name) as \(name)")
                }
            }
        }
    }
}

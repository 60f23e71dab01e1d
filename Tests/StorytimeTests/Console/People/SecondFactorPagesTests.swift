import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("One's own second factor")
struct SecondFactorPagesTests {
    private static let path = "/account/second-factor"

    /// The secret on the page that sets it up.
    private func secret(_ page: Answer) throws -> String {
        try #require(page.markup.text(id: "secret")).filter { $0 != " " }
    }

    /// The codes on the page that shows them once.
    private func codes(_ page: Answer) -> [String] {
        page.markup.all("li").map(\.text).map { $0.filter { !$0.isWhitespace } }
            .filter { $0.count == 14 && $0.contains("-") }
    }

    @Test("It is set up with a picture, a text and a link, and turned on with the first code")
    func setsUp() throws {
        let console = try Console()
        let id = try console.signIn(as: .parent)
        #expect(try console.get("/account").contains("Set up a second factor"))
        #expect(try console.post(Self.path + "/setup").location == Self.path + "/setup")
        let page = try console.get(Self.path + "/setup")
        let totp = try #require(try console.secondFactors.proposal(for: id))
        #expect(try secret(page) == totp.base32)
        let link = page.markup.all("a").compactMap { $0["href"] }.first { $0.hasPrefix("otp") }
        #expect(
            link == "otpauth://totp/Storytime:parent%40example.test?secret=\(totp.base32)"
                + "&issuer=Storytime"
        )
        let picture = try QRCode(#require(link))
        #expect(page.markup.all("path").contains { $0["d"] == picture?.path })
        #expect(try !console.secondFactors.isOn(for: id))

        let done = try console.post(Self.path, [("code", try console.code(totp))])
        #expect(done.status == 200)
        #expect(codes(done).count == 10 && Set(codes(done)).count == 10)
        #expect(try console.secondFactors.isOn(for: id))
        let shown = try console.get(Self.path)
        #expect(shown.contains("10 codes") && shown.contains("21 November 2026"))
        #expect(codes(shown).isEmpty)
    }

    @Test("A wrong code turns nothing on, and the same secret is shown again")
    func refusesWrongCode() throws {
        let console = try Console()
        let id = try console.signIn(as: .parent)
        try console.post(Self.path + "/setup")
        let totp = try #require(try console.secondFactors.proposal(for: id))
        for typed in ["", "12345", "abcdef", try console.wrongCode(totp)] {
            let answer = try console.post(Self.path, [("code", typed)])
            #expect(answer.status == 422)
            #expect(answer.markup.error(of: "code") != nil)
            #expect(try secret(answer) == totp.base32)
        }
        #expect(try !console.secondFactors.isOn(for: id))
    }

    @Test("A code may be typed in two groups")
    func takesGroups() throws {
        let console = try Console()
        let id = try console.signIn(as: .parent)
        try console.post(Self.path + "/setup")
        let totp = try #require(try console.secondFactors.proposal(for: id))
        let code = try console.code(totp)
        let typed = " \(code.prefix(3)) \(code.suffix(3)) "
        #expect(try console.post(Self.path, [("code", typed)]).status == 200)
    }

    @Test("A secret that nobody turned on is gone after a quarter of an hour, page and row")
    func forgetsProposals() throws {
        let console = try Console()
        let id = try console.signIn(as: .parent)
        try console.post(Self.path + "/setup")
        let totp = try #require(try console.secondFactors.proposal(for: id))
        console.time.now += 900
        #expect(try console.get(Self.path + "/setup").location == Self.path)
        let late = try console.post(Self.path, [("code", try console.code(totp))])
        #expect(late.location == Self.path)
        #expect(try !console.secondFactors.isOn(for: id))
        try Caretaker(site: console.site).work(console.database, cleans: true)
        #expect(try console.count("SELECT count(*) FROM second_factors") == 0)
    }

    @Test("Setting it up again changes nothing while it is on")
    func keepsWhatIsOn() throws {
        let console = try Console()
        let id = try console.addUser("parent@example.test", .parent)
        let totp = try console.turnOnSecondFactor(of: id)
        try console.signIn(id)
        try console.post(Self.path + "/setup")
        #expect(try console.get(Self.path + "/setup").location == Self.path)
        #expect(try console.secondFactors.find(id)?.totp == totp)
    }

    @Test("Turning it on signs out everywhere else: those sessions knew the password only")
    func endsOtherSessions() throws {
        let console = try Console()
        let id = try console.signIn(as: .parent)
        let other = console.cookies
        try console.signIn(id)
        try console.post(Self.path + "/setup")
        let totp = try #require(try console.secondFactors.proposal(for: id))
        #expect(try console.post(Self.path, [("code", try console.code(totp))]).status == 200)
        #expect(try console.get("/account").status == 200)
        console.cookies = other
        #expect(try console.get("/account").status == 303)
    }

    @Test("New recovery codes take the place of the old ones")
    func replacesCodes() throws {
        let console = try Console()
        let id = try console.addUser("parent@example.test", .parent)
        try console.turnOnSecondFactor(of: id)
        try console.signIn(id)
        let old = try Console.recoveryCodes.get().texts
        let page = try console.post(Self.path + "/recovery-codes")
        let new = codes(page)
        #expect(new.count == 10 && Set(new).isDisjoint(with: old))
        let user = try UserStore(database: console.database, now: 0).find(id)
        #expect(try !console.secondFactors.use(recoveryCode: old[0], of: user))
        #expect(try console.secondFactors.use(recoveryCode: new[0].lowercased(), of: user))
        #expect(try !console.secondFactors.use(recoveryCode: new[0], of: user))
        #expect(try console.get(Self.path).contains("9 codes"))
    }

    @Test("Turning it off asks for a code each time, however lately one was given")
    func turnsOff() throws {
        let console = try Console()
        let id = try console.addUser("parent@example.test", .parent)
        let totp = try console.turnOnSecondFactor(of: id)
        try console.signIn(id)
        let question = try console.post(Self.path + "/off")
        #expect(question.status == 403)
        #expect(try console.secondFactors.isOn(for: id))
        let wrong = try console.confirm(question, "code", try console.wrongCode(totp))
        #expect(wrong.status == 422)
        #expect(try console.confirm(wrong, "code", try console.code(totp)).location == Self.path)
        #expect(try !console.secondFactors.isOn(for: id))
        #expect(try console.count("SELECT count(*) FROM recovery_codes") == 0)
        #expect(try console.get(Self.path).toast?.contains("turned off") == true)
    }

    @Test("Who has none is led to the page that begins it, whatever they send")
    func withoutFactor() throws {
        let console = try Console()
        try console.signIn(as: .parent)
        #expect(try console.post(Self.path, [("code", "123456")]).location == Self.path)
        #expect(try console.post(Self.path + "/recovery-codes").location == Self.path)
        let question = try console.post(Self.path + "/off")
        #expect(try console.confirm(question, "password", Console.password).location == Self.path)
        #expect(try console.texts("SELECT action FROM audit_entries") == ["created"])
    }

    @Test("What happens is in the audit log, and no secret is")
    func audits() throws {
        let console = try Console()
        let id = try console.signIn(as: .parent)
        try console.post(Self.path + "/setup")
        let totp = try #require(try console.secondFactors.proposal(for: id))
        let shown = codes(try console.post(Self.path, [("code", try console.code(totp))]))
        let user = try UserStore(database: console.database, now: 0).find(id)
        #expect(try console.secondFactors.use(recoveryCode: shown[3], of: user))
        let more = codes(try console.post(Self.path + "/recovery-codes"))
        console.waitForNextCode()
        let code = try console.code(totp)
        try console.confirm(try console.post(Self.path + "/off"), "code", code)
        let actions = try console.texts("SELECT action FROM audit_entries ORDER BY id")
        #expect(
            actions == [
                "created", "turned on the second factor of", "used a recovery code of",
                "made new recovery codes for", "turned off the second factor of",
            ]
        )
        let written = try console.texts(
            "SELECT actor_name || action || record_label || changes FROM audit_entries"
        ).joined()
        for secret in shown + more + [totp.base32, code] { #expect(!written.contains(secret)) }
    }

    @Test("The database has hashes of recovery codes, one salt for one person's")
    func hashesCodes() throws {
        let console = try Console()
        let id = try console.addUser("parent@example.test", .parent)
        try console.turnOnSecondFactor(of: id)
        let hashes = try console.texts("SELECT hash FROM recovery_codes")
        #expect(hashes.count == 10)
        #expect(hashes.allSatisfy { $0.hasPrefix("scrypt$") })
        #expect(Set(hashes.map { $0.split(separator: "$")[4] }).count == 1)
    }
}

import HTTP
import Markup
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("The way out of Kids Mode")
struct KidsLeaveTests {
    @Test("The PIN brings the parent’s session back, with another cookie")
    func pin() throws {
        let home = try KidsHome()
        let answer = try home.leave()
        #expect(answer.location == "/children")
        #expect(home.console.cookies != home.parentCookies)
        #expect(try home.console.get("/children").status == 200)
        #expect(try home.console.get("/kids").location == "/family/kids")
    }

    @Test("After Kids Mode, dangerous acts ask again who it is")
    func proof() throws {
        let home = try KidsHome()
        try home.leave()
        #expect(try home.console.post("/family/pin", [("pin", "1357")]).status == 403)
    }

    @Test("A session that would have ended meanwhile does not come back")
    func lateParent() throws {
        let home = try KidsHome()
        home.console.time.now += SessionStore.idleSeconds
        #expect(try home.console.get("/kids").contains("Lantern Fox"))
        #expect(try home.leave().location == "/login")
        #expect(try home.console.get("/children").location?.hasPrefix("/login") == true)
    }

    @Test(
        "Spaces in a PIN don’t matter; what can’t be one isn’t counted",
        arguments: [
            "", "123", "123456789", "12a4", "①②③④", "\u{0}",
        ]
    )
    func malformed(pin: String) throws {
        let home = try KidsHome()
        for _ in 0..<6 { #expect(try home.leave(pin).status == 422) }
        #expect(try home.leave(" 47 11 ").location == "/children")
    }

    @Test("Wrong PINs wait longer and longer, and a right one too while it waits")
    func waits() throws {
        let home = try KidsHome()
        for _ in 0..<5 { #expect(try home.leave("0000").status == 422) }
        let early = try home.leave()
        #expect(early.status == 429)
        #expect(early.header("Retry-After") == "30")
        #expect(early.contains("Try again in 30 seconds."))
        home.console.time.now += 30
        #expect(try home.leave("0000").status == 422)
        #expect(try home.leave().header("Retry-After") == "60")
        home.console.time.now += 60
        #expect(try home.leave().location == "/children")
    }

    @Test("The waits outlive a restart and don’t end with another shelf")
    func waitsStay() throws {
        let home = try KidsHome()
        for _ in 0..<5 { try home.leave("0000") }
        try home.console.restart()
        #expect(try home.leave().status == 429)
    }

    @Test("A wait is never longer than an hour, and all is forgotten after a day")
    func longestWait() throws {
        let home = try KidsHome()
        for _ in 0..<14 {
            try home.leave("0000")
            home.console.time.now += 3600
        }
        try home.leave("0000")
        let wait = try #require(Int(home.leave().header("Retry-After") ?? ""))
        #expect(wait == 3600)
        home.console.time.now += 86_400
        for _ in 0..<4 { #expect(try home.leave("0000").status == 422) }
        #expect(try home.leave("0000").status == 422)
    }

    @Test("Guessing on several devices is no quicker in the end")
    func manyDevices() throws {
        let home = try KidsHome()
        let desk = KidsPINDesk(database: home.console.database, now: home.console.time.now)
        let wrong = try #require(KidsPIN("0000"))
        let store = KidsDeviceStore(database: home.console.database, now: home.console.time.now)
        for _ in 0..<4 {
            try home.inAnotherBrowser { try home.handOver() }
            let device = try #require(try store.list(of: home.family.id).first)
            for _ in 0..<4 { _ = try desk.judge(wrong, on: device) }
        }
        let devices = try store.list(of: home.family.id)
        #expect(try desk.judge(wrong, on: #require(devices.first)) == .mustWait(seconds: 30))
        // Where nothing wrong was typed, nobody waits for the others.
        #expect(try desk.waitSeconds(on: #require(devices.last)) == 0)
    }

    @Test("A right PIN takes away what was typed on its own device, and nothing of the others")
    func ownDevice() throws {
        let home = try KidsHome()
        for _ in 0..<5 { try home.leave("0000") }
        try home.inAnotherBrowser {
            try home.handOver()
            for _ in 0..<2 { try home.leave("1111") }
            #expect(try home.leave().location == "/children")
            #expect(try home.console.get("/family/kids").contains("5 wrong PINs were entered"))
        }
        #expect(try home.leave().header("Retry-After") == "30")
    }

    @Test("Parents see that wrong PINs were typed")
    func attempts() throws {
        let home = try KidsHome()
        try home.leave("0000")
        try home.leave("1111")
        let (settings, history) = try home.inAnotherBrowser {
            (try home.console.get("/family/kids"), try home.console.get("/family/history"))
        }
        #expect(settings.contains("2 wrong PINs were entered"))
        #expect(history.contains("wrong Kids Mode PIN"))
    }

    @Test("The way out leads parents who are not in Kids Mode to its settings")
    func outside() throws {
        let home = try KidsHome(isHandedOver: false)
        #expect(try home.console.get("/kids/leave").location == "/family/kids")
    }

    @Test(
        "A PIN that children would try first is refused",
        arguments: ["1234", "0123456", "9876", "0000", "1212", "2 2 2 2 3", "2580"]
    )
    func easyPIN(pin: String) throws {
        let home = try KidsHome(isHandedOver: false)
        let answer = try home.console.post("/family/pin", [("pin", pin)])
        #expect(answer.status == 422)
        #expect(answer.contains("too easy to guess"))
    }

    @Test(
        "A child’s birthday is no PIN, however it is written",
        arguments: ["0305", "0503", "2021", "030521", "050321", "210503", "03052021", "20210503"]
    )
    func birthday(pin: String) throws {
        let day = try #require(CalendarDay(iso: "2021-05-03"))
        #expect(try #require(KidsPIN(pin)).isBirthday(day))
        #expect(KidsPIN("4711")?.isBirthday(day) == false)
        let home = try KidsHome(isHandedOver: false)
        try home.console.database.execute("UPDATE children SET birth_date = '2021-05-03'")
        let answer = try home.console.post("/family/pin", [("pin", pin)])
        #expect(answer.status == 422 && answer.contains("is a birthday"))
    }

    @Test("No PIN at all is asked for by its name")
    func noPIN() throws {
        let home = try KidsHome(isHandedOver: false)
        #expect(try home.console.post("/family/pin", [("pin", "")]).contains("Enter a PIN."))
    }

    // MARK: A forgotten PIN

    private func signIn(_ home: KidsHome, _ email: String, _ password: String = Console.password)
        throws -> Answer
    {
        try home.console.post("/kids/leave/parent", [("parent", email), ("phrase", password)])
    }

    @Test("A parent who forgot the PIN leaves with address and password, and may set another")
    func forgotten() throws {
        let home = try KidsHome()
        let answer = try signIn(home, "astrid@example.test")
        #expect(answer.location == "/family/kids")
        #expect(try home.console.post("/family/pin", [("pin", "1357")]).status == 303)
        try home.handOver()
        #expect(try home.leave("1357").location == "/children")
    }

    @Test("Wrong words, strangers and admins stay outside, with one message for all")
    func strangers() throws {
        let home = try KidsHome()
        try home.console.addUser("ada@example.test", .admin)
        let others = try home.console.addFamily("Strangers")
        try home.console.addParent("stranger@example.test", in: others)
        let answers = [
            try signIn(home, "astrid@example.test", "wrong horse"),
            try signIn(home, "ada@example.test"),
            try signIn(home, "stranger@example.test"), try signIn(home, "nobody@example.test"),
        ]
        for answer in answers {
            #expect(answer.status == 422)
            #expect(answer.contains("The e-mail address, password or code is wrong."))
        }
        let attempts = try home.console.count("SELECT count(*) FROM audit_entries")
        #expect(try signIn(home, "", "").contains("Enter a parent’s e-mail address and password."))
        #expect(try home.console.count("SELECT count(*) FROM audit_entries") == attempts)
        #expect(try home.isInKidsMode)
        let history = try home.inAnotherBrowser { try home.console.get("/family/history") }
        #expect(history.contains("failed to sign in to leave Kids Mode"))
    }

    @Test("A parent with a second factor needs its code as well")
    func secondFactor() throws {
        let home = try KidsHome(isHandedOver: false)
        let totp = try home.console.turnOnSecondFactor(of: home.parent)
        try home.console.signIn(home.parent)
        try home.handOver()
        let asked = try signIn(home, "astrid@example.test")
        #expect(asked.status == 422)
        #expect(asked.contains("Enter the code from your authenticator app"))
        #expect(asked.markup.first(id: "code")?["required"] != nil)
        let fields = { (code: String) in
            [("parent", "astrid@example.test"), ("phrase", Console.password), ("code", code)]
        }
        let wrong = try fields(home.console.wrongCode(totp))
        #expect(try home.console.post("/kids/leave/parent", wrong).status == 422)
        #expect(try home.isInKidsMode)
        let right = try fields(home.console.code(totp))
        #expect(try home.console.post("/kids/leave/parent", right).location == "/family/kids")
        #expect(try home.console.get("/children").status == 200)
    }

    @Test("Too many wrong passwords have to wait, and the answer says how long")
    func tooMany() throws {
        let home = try KidsHome()
        var answer = try signIn(home, "astrid@example.test", "wrong horse")
        for _ in 0..<30 where answer.status == 422 {
            answer = try signIn(home, "astrid@example.test", "wrong horse")
        }
        #expect(answer.status == 429)
        #expect(answer.response.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
        #expect(answer.contains("Too many attempts. Try again"))
    }

    // MARK: From elsewhere

    @Test("“End Kids Mode” on a parent’s own device leaves a friendly page on the other")
    func endedElsewhere() throws {
        let home = try KidsHome()
        let ended = try home.inAnotherBrowser {
            let forms = try home.console.get("/family/kids").markup.forms
            let form = try #require(forms.first { $0.action.hasSuffix("/end") })
            return try home.console.submit(form)
        }
        #expect(ended.status == 303)
        #expect(try home.console.get("/kids").contains("Kids Mode is off"))
        for path in ["/kids/watch/\(home.fox.id)", "/", "/login", "/children", "/admin/books"] {
            #expect(try home.console.get(path).location == "/kids", "\(path)")
        }
        #expect(try home.leave().location == "/kids")
        #expect(try home.console.get("/kids/leave").contains("Kids Mode is off"))
        // What its player asks is refused in words that it understands.
        let asked = try home.console.send(
            .get,
            "/kids/stories/\(home.fox.id)",
            [("Accept", "application/json")]
        )
        #expect(asked.status == 401)
        #expect(try home.console.post("/kids/done").location == "/login")
        #expect(try home.console.get("/children").location?.hasPrefix("/login") == true)
    }

    @Test("Another family’s parent can’t end it")
    func endedByStrangers() throws {
        let home = try KidsHome()
        let kept = home.console.cookies
        let others = try home.console.addFamily("Strangers")
        home.console.cookies = [:]
        try home.console.signIn(try home.console.addParent("stranger@example.test", in: others))
        for id in 1...3 { try home.console.post("/family/kids/\(id)/end") }
        #expect(!(try home.console.get("/family/kids").contains("Pippi")))
        home.console.cookies = kept
        #expect(try home.console.get("/kids").contains("Lantern Fox"))
    }

    @Test("A new password of the parent’s ends Kids Mode")
    func newPassword() throws {
        let home = try KidsHome()
        let user = try home.console.users.find(home.parent)
        try home.console.users.endSessions(of: user)
        #expect(try home.console.get("/kids").contains("Kids Mode is off"))
        #expect(try home.console.get("/children").location == "/kids")
    }

    @Test("A parent who sets the PIN doesn’t get into the other parent’s session with it")
    func otherParent() throws {
        let home = try KidsHome()
        let other = try home.console.addParent("tove@example.test", in: home.family, name: "Tove")
        let kept = home.console.cookies
        home.console.cookies = [:]
        try home.console.signIn(other)
        #expect(try home.console.post("/family/pin", [("pin", "2468")]).status == 303)
        home.console.cookies = kept
        #expect(try home.leave("2468").location == "/login")
    }

    @Test("What is ended while a PIN is judged stays ended")
    func endedMeanwhile() throws {
        let home = try KidsHome()
        let store = KidsDeviceStore(database: home.console.database, now: home.console.time.now)
        let device = try #require(try store.list(of: home.family.id).first)
        _ = try store.end(device.id, of: home.family.id, by: .commandLine)
        #expect(throws: Failure.notFound) { try store.leave(device, in: home.console.client()) }
        #expect(try home.console.count("SELECT count(*) FROM sessions") == 0)
    }

    @Test("Without its child or its parent a device shows a friendly page, and no console")
    func lost() throws {
        let losing: [(KidsHome) throws -> Void] = [
            {
                try $0.console.database.execute(
                    "UPDATE children SET deleted_at = 1, deleted_by = 'x' WHERE id = \($0.pippi.id.value)"
                )
            },
            { home in
                let other = try home.console.addFamily("Others")
                _ = try home.console.children.move(
                    home.pippi.id,
                    of: home.family.id,
                    to: other.id,
                    by: .commandLine
                )
            },
            {
                try $0.console.database.execute(
                    "UPDATE users SET is_disabled = 1 WHERE id = \($0.parent.value)"
                )
            },
        ]
        for lose in losing {
            let home = try KidsHome()
            try lose(home)
            #expect(try home.console.get("/kids").contains("No stories here right now"))
            #expect(try home.console.get("/kids/film/\(home.fox.id)").status == 404)
            #expect(try home.isInKidsMode)
        }
    }
}

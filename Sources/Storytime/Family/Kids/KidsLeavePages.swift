import HTTP
import SQLite
import Server

/// The way out of Kids Mode: the family's PIN, or a parent who signs in.
enum KidsLeavePages {
    static let path = "/kids/leave"

    static let routes: [Route] = [
        get("/kids/leave", for: .everyone, ask).sharedWithChildren(),
        // Both are a matter of scrypt.
        post("/kids/leave", for: .child, lane: .signIn, leave),
        post("/kids/leave/parent", for: .child, lane: .signIn, signIn),
        // Where Kids Mode was ended from elsewhere.
        post("/kids/done", for: .everyone, done),
    ]

    static func ask(_ visit: Visit) throws -> Response {
        guard visit.visitor.device != nil else { return try KidsShelfPages.outside(visit) }
        let device = try visit.kidsDevice()
        return try visit.page(page(visit, device, trouble: visit.pinTrouble(on: device)))
    }

    fileprivate static func page(_ visit: Visit, _ device: KidsDevice, trouble: PINTrouble?) throws
        -> KidsLeavePage
    {
        KidsLeavePage(hasStories: try visit.journeys.hasStories(on: device.id), trouble: trouble)
    }

    static func leave(_ visit: Visit) throws -> Response {
        let device = try visit.kidsDevice()
        guard let pin = KidsPIN(try visit.fields().text("pin")) else {
            return try visit.page(page(visit, device, trouble: .malformed), status: 422)
        }
        let verdict = try visit.kidsPINs.judge(pin, on: device)
        guard verdict == .right else {
            let page = try page(visit, device, trouble: PINTrouble(verdict))
            return try visit.pinPage(page, after: verdict)
        }
        let opened: SessionStore.Opened?
        do {
            opened = try visit.kidsDevices.leave(device, in: visit.client)
        } catch Failure.notFound {
            return try visit.redirect(to: KidsShelfPages.path)
        }
        guard let opened else {
            return try forget(
                visit,
                to: "/login",
                Flash(.info, "Kids Mode has ended. Sign in to continue.")
            )
        }
        var response = try visit.redirect(to: ChildPages.path)
        response.headers.add(
            "Set-Cookie",
            visit.client.cookie(
                .session,
                opened.cookie,
                maxAgeSeconds: opened.maxAgeSeconds
            )
        )
        return response
    }

    /// For parents who don't know the PIN: any of the family, with everything that signing in takes.
    static func signIn(_ visit: Visit) throws -> Response {
        let device = try visit.kidsDevice()
        let fields = try visit.fields()
        let attempt = ParentAttempt(
            visit: visit,
            device: device,
            email: fields.text("parent") ?? ""
        )
        let password = fields.text("phrase") ?? ""
        // An empty form is a child's tap, and nobody's attempt.
        guard !attempt.email.isEmpty, !password.isEmpty else {
            return try attempt.refuse("Enter a parent’s e-mail address and password.")
        }
        let user: User
        switch try visit.signInDesk.judge(email: attempt.email, password: password) {
        case .known(let known): user = known
        case .wrong: return try attempt.refuseWrong()
        case .mustWait(let seconds): return try attempt.hold(seconds)
        }
        guard user.role == .parent, user.family == device.family.id else {
            return try attempt.refuseWrong()
        }
        if let refusal = try attempt.refusal(ofCode: fields.text("code") ?? "", of: user) {
            return refusal
        }
        var response = try visit.redirect(
            to: KidsSettingsPages.path,
            notice: Flash(.good, "Kids Mode has ended. You can choose a new PIN here.")
        )
        do {
            try visit.database.write {
                try visit.kidsDevices.end(device, by: Actor(id: user.id.value, name: user.name))
                try SessionPages.start(
                    user.id,
                    version: user.version,
                    isRemembered: false,
                    visit,
                    &response
                )
            }
        } catch is SessionStore.AccountChanged {
            return try attempt.refuseWrong()
        }
        return response
    }

    /// Lets a browser go on whose Kids Mode a parent ended on another device.
    static func done(_ visit: Visit) throws -> Response {
        guard visit.session == nil else { return try visit.redirect(to: "/") }
        return try forget(visit, to: "/login", nil)
    }

    private static func forget(_ visit: Visit, to target: String, _ notice: Flash?) throws
        -> Response
    {
        var response = try visit.redirect(to: target, notice: notice)
        response.headers.add("Set-Cookie", visit.client.cookie(.session, "", maxAgeSeconds: 0))
        return response
    }
}

/// Somebody who signs in to leave Kids Mode, and the pages on which they stay there.
private struct ParentAttempt {
    let visit: Visit
    let device: KidsDevice
    let email: String

    /// Nil if no second factor is needed, or the code is right.
    func refusal(ofCode text: String, of user: User) throws -> Response? {
        guard try visit.secondFactors.isOn(for: user.id) else { return nil }
        let code = text.filter { !$0.isWhitespace }
        guard !code.isEmpty else {
            return try refuse(
                "Enter the code from your authenticator app as well.",
                isCodeNeeded: true
            )
        }
        switch try visit.proofs.judge(.code(code), of: user) {
        case .proven: return nil
        case .wrong(let complaint):
            try note()
            return try refuse(complaint, isCodeNeeded: true)
        case .mustWait(let seconds): return try hold(seconds)
        }
    }

    func refuseWrong() throws -> Response {
        try note()
        return try refuse("The e-mail address, password or code is wrong.")
    }

    func refuse(_ complaint: String, isCodeNeeded: Bool = false) throws -> Response {
        try visit.page(page(complaint, isCodeNeeded: isCodeNeeded), status: 422)
    }

    func hold(_ seconds: Int) throws -> Response {
        let complaint = "Too many attempts. Try again \(Trouble.wait(seconds))."
        return try visit.pinPage(page(complaint), after: .mustWait(seconds: seconds))
    }

    /// The PIN above may have to wait all the same.
    private func page(_ complaint: String, isCodeNeeded: Bool = false) throws -> KidsLeavePage {
        var page = try KidsLeavePages.page(
            visit,
            device,
            trouble: visit.pinTrouble(on: device)
        )
        // A wrong attempt leaves nobody’s address on a screen that goes back to a child.
        page.email = isCodeNeeded ? email : ""
        page.parentError = complaint
        page.isCodeNeeded = isCodeNeeded
        return page
    }

    /// Parents see in the history that somebody tried to sign in.
    private func note() throws {
        try visit.database.write {
            try AuditLog(visit.database, visit.now).write(
                Actor(id: nil, name: "Someone (\(Device.name(device.userAgent)))"),
                "failed to sign in to leave Kids Mode for",
                device.family.subject,
                []
            )
        }
    }
}

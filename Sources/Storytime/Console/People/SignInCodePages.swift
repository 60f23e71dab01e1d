import HTTP
import Quill
import Server

/// The second step of signing in: the code, from someone whose password was right and who has a
/// second factor.
enum SignInCodePages {
    static let path = "/login/code"

    static let routes = [
        get("/login/code", for: .everyone, new),
        // A recovery code is hashed like a password.
        post("/login/code", for: .everyone, lane: .signIn, create),
    ]

    /// Redirects someone whose password was right to the page that asks for the code.
    static func ask(
        _ user: User,
        isRemembered: Bool,
        _ next: LocalPath?,
        _ kept: PendingForm?,
        _ visit: Visit
    ) throws -> Response {
        let cookie = try visit.pendingSignIns.start(
            for: user,
            isRemembered: isRemembered,
            next: next,
            kept: kept
        )
        var response = try visit.redirect(to: path)
        response.headers.add(
            "Set-Cookie",
            visit.client.cookie(
                .pendingSignIn,
                cookie,
                maxAgeSeconds: PendingSignInStore.seconds
            )
        )
        return response
    }

    static func new(_ visit: Visit) throws -> Response {
        guard try pending(visit) != nil else { return try startAgain(visit) }
        return try visit.page(SignInCodePage(form: CodeForm()))
    }

    static func create(_ visit: Visit) throws -> Response {
        guard let pending = try pending(visit) else { return try startAgain(visit) }
        var form = CodeForm(try visit.fields())
        guard let proof = form.proof else {
            return try visit.page(SignInCodePage(form: form), status: 422)
        }
        let user = try visit.users.find(pending.user)
        let verdict = try visit.proofs.judge(proof, of: user)
        if let complaint = verdict.complaint { form.reject(complaint) }
        switch verdict {
        case .proven: return try enter(pending, proof, visit)
        case .mustWait(let seconds):
            var response = try visit.page(SignInCodePage(form: form), status: 429)
            response.headers.add("Retry-After", String(seconds))
            return response
        case .wrong:
            guard try visit.pendingSignIns.recordFailure(pending) else {
                return try startAgain(visit, "Too many wrong codes. Sign in again.")
            }
            return try visit.page(SignInCodePage(form: form), status: 422)
        }
    }

    private static func pending(_ visit: Visit) throws -> PendingSignIn? {
        try visit.pendingSignIns.find(visit.cookie(.pendingSignIn))
    }

    /// Goes back to the password if no sign-in waits for a code any more.
    private static func startAgain(
        _ visit: Visit,
        _ reason: String = "That took too long. Sign in again."
    ) throws -> Response {
        let isOver = visit.cookie(.pendingSignIn) != nil
        var response = try visit.redirect(
            to: "/login",
            notice: isOver ? Flash(.info, reason) : nil
        )
        forget(visit, &response)
        return response
    }

    private static func enter(_ pending: PendingSignIn, _ proof: Proof, _ visit: Visit) throws
        -> Response
    {
        guard try visit.pendingSignIns.end(pending) else { return try startAgain(visit) }
        var notice: Flash?
        if case .recoveryCode = proof {
            let left = try visit.secondFactors.recoveryCodesLeft(of: pending.user)
            notice = Flash(.info, RecoveryCodes.usedNote(left: left))
        }
        do {
            var response = try SessionPages.enter(
                pending.user,
                version: pending.version,
                isRemembered: pending.isRemembered,
                pending.next,
                pending.kept,
                visit,
                notice: notice
            )
            forget(visit, &response)
            return response
        } catch is SessionStore.AccountChanged {
            return try startAgain(visit, "Your account was changed just now. Sign in again.")
        }
    }

    private static func forget(_ visit: Visit, _ response: inout Response) {
        let cookie = visit.client.cookie(.pendingSignIn, "", maxAgeSeconds: 0)
        response.headers.add("Set-Cookie", cookie)
    }
}

extension Visit {
    fileprivate var pendingSignIns: PendingSignInStore {
        PendingSignInStore(database: database, now: now)
    }
}

/// The page that asks for the code.
struct SignInCodePage: Page {
    static let template = "console/sessions/code.html"

    let form: CodeForm

    static let fields: [Field<SignInCodePage>] = [
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
    ]
}

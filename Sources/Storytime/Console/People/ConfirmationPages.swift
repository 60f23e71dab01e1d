import HTTP
import Quill
import Server

/// Asks people to confirm who they are before something dangerous is done (see `Route.confirms`),
/// and then does it.
///
/// The page that asks contains the original form; with the proof it comes back and goes to its
/// route at once. Nothing is done by just opening an address, and nothing is stored.
enum ConfirmationPages {
    static let routes = [
        // The proof may be a password; the form is carried out with it, whatever it is.
        post("/confirm", for: .signedIn, lane: .signIn, create)
    ]

    /// The page that replaces the answer to a form.
    static func ask(_ visit: Visit) throws -> Response {
        guard let kept = PendingForm(visit.request, visit.site.router, until: .confirmation) else {
            throw Failure.badRequest(
                "This form is too long to keep while you confirm it’s you. Sign in again, "
                    + "then send it."
            )
        }
        let user = try visit.currentUser()
        return try visit.page(
            ConfirmationPage(
                form: ConfirmationForm(hasSecondFactor: try visit.secondFactors.isOn(for: user.id)),
                kept: kept,
                back: LocalPath(referrerOf: visit)
            ),
            status: 403
        )
    }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        guard let session = visit.session,
            let kept = PendingForm(fields, visit.site.router, until: .confirmation)
        else { throw Failure.badRequest("You can only get to this page from a form.") }
        let user = try visit.currentUser()
        var form = ConfirmationForm(
            fields,
            hasSecondFactor: try visit.secondFactors.isOn(for: user.id)
        )
        var verdict: ProofDesk.Verdict?
        if let proof = form.proof {
            verdict = try visit.proofs.judge(proof, of: user)
            if let complaint = verdict?.complaint { form.reject(complaint) }
        }
        guard verdict == .proven else {
            return try visit.page(
                ConfirmationPage(form: form, kept: kept, back: LocalPath(fields.text("back"))),
                status: 422
            )
        }
        return try carryOut(kept, session, visit)
    }

    /// Sends the cookie of the confirmed session with whatever the form's handler answers: without
    /// it the browser would be signed out.
    private static func carryOut(_ kept: PendingForm, _ session: Session, _ visit: Visit) throws
        -> Response
    {
        let confirmed = try SessionStore(visit.database).confirm(session, now: visit.now)
        guard let confirmed else { throw Failure.notSignedIn }
        var response: Response
        do {
            let answer = try kept.send(visit, until: .confirmation) { visit.sending($0) }
            guard let answer else { throw Failure.notFound }
            response = answer
        } catch let failure as Failure {
            response = try visit.page(
                ErrorPage(trouble: Trouble(failure), leadsToStart: true),
                status: failure.status
            )
        }
        // Kids Mode may have begun with the form, and its cookie is the one to keep.
        let name = visit.client.name(.session) + "="
        guard !response.headers.all("Set-Cookie").contains(where: { $0.hasPrefix(name) }) else {
            return response
        }
        let cookie = visit.client.cookie(
            .session,
            confirmed.cookie,
            maxAgeSeconds: confirmed.maxAgeSeconds
        )
        response.headers.add("Set-Cookie", cookie)
        return response
    }
}

extension LocalPath {
    /// The page of this console from which a request came (RFC 9110 §10.1.3).
    init?(referrerOf visit: Visit) {
        guard let referrer = visit.request.headers["referer"],
            let scheme = referrer.firstRange(of: "://"),
            let slash = referrer[scheme.upperBound...].firstIndex(of: "/"),
            String(referrer[scheme.upperBound..<slash]) == visit.request.headers["host"]
        else { return nil }
        self.init(String(referrer[slash...]))
    }
}

/// The question: a code from someone with a second factor, the password from everybody else.
struct ConfirmationForm {
    private(set) var code: CodeForm?
    private(set) var password: FormField?

    init(hasSecondFactor: Bool) {
        code = hasSecondFactor ? CodeForm() : nil
        password = hasSecondFactor ? nil : FormField(AccountFields.password)
    }

    init(_ fields: Fields, hasSecondFactor: Bool) {
        code = hasSecondFactor ? CodeForm(fields) : nil
        password = hasSecondFactor ? nil : FormField(AccountFields.password, fields)
    }

    /// The code or password that was typed; nil if it can't be right.
    var proof: Proof? { code?.proof ?? password?.value.map { .password($0) } }

    mutating func reject(_ complaint: String) {
        code?.reject(complaint)
        password?.reject(complaint)
    }

    var errors: [FormError] { code?.errors ?? [password].compactMap(\.self).errors }
}

/// The page that asks.
struct ConfirmationPage: Page {
    static let template = "console/confirmation/new.html"

    let form: ConfirmationForm
    let kept: PendingForm
    /// Where people go who change their mind.
    let back: LocalPath?

    static let fields: [Field<ConfirmationPage>] = [
        .optionalRecord("code_form") { $0.form.code },
        .optionalRecord("password") { $0.form.password },
        .list("errors") { $0.form.errors },
        .text("kept_path") { $0.kept.path.text },
        .text("kept_body") { $0.kept.body },
        .text("back") { $0.back?.text ?? "/" },
    ]
}

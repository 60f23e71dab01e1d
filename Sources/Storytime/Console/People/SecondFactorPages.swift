import HTTP
import Quill
import Server

/// A person's own second factor: setting it up, its recovery codes, turning it off.
enum SecondFactorPages {
    static let path = "/account/second-factor"
    private static let setupPath = "/account/second-factor/setup"

    static let routes = [
        get("/account/second-factor", for: .signedIn, show),
        // Ten recovery codes are hashed like passwords.
        post("/account/second-factor", for: .signedIn, lane: .signIn, turnOn),
        get("/account/second-factor/setup", for: .signedIn, setup),
        post("/account/second-factor/setup", for: .signedIn, confirms: .recently, propose),
        post(
            "/account/second-factor/recovery-codes",
            for: .signedIn,
            lane: .signIn,
            confirms: .recently,
            replaceRecoveryCodes
        ),
        post("/account/second-factor/off", for: .signedIn, confirms: .everyTime, turnOff),
    ]

    static func show(_ visit: Visit) throws -> Response {
        let user = try visit.currentUser()
        return try visit.page(
            SecondFactorPage(
                factor: try visit.secondFactors.find(user.id),
                codesLeft: try visit.secondFactors.recoveryCodesLeft(of: user.id),
                times: visit.times
            )
        )
    }

    // MARK: Setting it up

    /// Creates the secret. The person has just proved who they are: otherwise a stranger at an
    /// unlocked screen could lock the owner out with a phone of their own.
    static func propose(_ visit: Visit) throws -> Response {
        try visit.secondFactors.propose(for: try visit.currentUser().id)
        return try visit.redirect(to: setupPath)
    }

    static func setup(_ visit: Visit) throws -> Response {
        let user = try visit.currentUser()
        guard let proposal = try visit.secondFactors.proposal(for: user.id) else {
            return try visit.redirect(to: path)
        }
        return try visit.page(
            SecondFactorSetupPage(proposal, user, code: FormField(CodeForm.codeSpec))
        )
    }

    /// Turns on the proposed secret, for a code that shows that the phone has it.
    static func turnOn(_ visit: Visit) throws -> Response {
        let user = try visit.currentUser()
        guard let proposal = try visit.secondFactors.proposal(for: user.id) else {
            return try visit.redirect(
                to: path,
                notice: Flash(.info, "The setup has expired. Start again.")
            )
        }
        var field = FormField(CodeForm.codeSpec, try visit.fields())
        if let code = field.value.map(CodeForm.bare) {
            // Checked before the recovery codes are hashed, which is too expensive for a wrong
            // code.
            let isRight = try !proposal.steps(of: code, at: visit.now).isEmpty
            let codes = isRight ? try RecoveryCodes() : nil
            if let codes,
                try visit.secondFactors.turnOn(
                    for: user,
                    code: code,
                    codes,
                    keeping: visit.session
                )
            {
                var response = try visit.page(RecoveryCodesPage(codes: codes, isNew: true))
                try SessionPages.renew(visit, &response)
                return response
            }
            field.reject(
                "Wrong code. Check that your phone’s clock is right, then enter the current code."
            )
        }
        return try visit.page(SecondFactorSetupPage(proposal, user, code: field), status: 422)
    }

    // MARK: Once it is on

    static func replaceRecoveryCodes(_ visit: Visit) throws -> Response {
        let user = try visit.currentUser()
        guard try visit.secondFactors.isOn(for: user.id) else {
            return try visit.redirect(to: path)
        }
        let codes = try RecoveryCodes()
        guard try visit.secondFactors.replaceRecoveryCodes(of: user, with: codes) else {
            // It was turned off while the codes were hashed.
            return try visit.redirect(to: path)
        }
        return try visit.page(RecoveryCodesPage(codes: codes, isNew: false))
    }

    static func turnOff(_ visit: Visit) throws -> Response {
        try visit.secondFactors.turnOff(for: try visit.currentUser())
        return try visit.redirect(
            to: path,
            notice: Flash(.good, "Second factor turned off. You sign in with your password only.")
        )
    }
}

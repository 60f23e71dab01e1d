import Markup
import Testing

@testable import Storytime

extension Console {
    /// Recovery codes, made once for all tests: their hashes are slow on purpose.
    static let recoveryCodes = Result { try RecoveryCodes() }

    var secondFactors: SecondFactorStore { SecondFactorStore(database: database, now: time.now) }

    /// Turns a second factor on as its owner would, with a code of half a minute ago: the one that
    /// the phone shows now is still good.
    @discardableResult
    func turnOnSecondFactor(of id: ID<User>) throws -> TOTP {
        let user = try UserStore(database: database, now: time.now).find(id)
        try secondFactors.propose(for: id)
        let totp = try #require(try secondFactors.proposal(for: id))
        let code = try totp.code(step: TOTP.step(at: time.now) - 1)
        let codes = try Self.recoveryCodes.get()
        #expect(try secondFactors.turnOn(for: user, code: code, codes, keeping: nil))
        return totp
    }

    /// What the phone shows now.
    func code(_ totp: TOTP) throws -> String {
        try totp.code(step: TOTP.step(at: time.now))
    }

    /// Half a minute later the phone shows another code.
    func waitForNextCode() { time.now += 30 }

    /// A code that the phone does not show, now or around now.
    func wrongCode(_ totp: TOTP) throws -> String {
        let candidates = ["000000", "111111", "222222", "333333"]
        return try #require(
            try candidates.first { try totp.steps(of: $0, at: time.now).isEmpty }
        )
    }

    /// Sends the page that asks for a proof, with what it carries and the given proof.
    @discardableResult
    func confirm(_ page: Answer, _ name: String, _ value: String) throws -> Answer {
        try post(
            "/confirm",
            [
                ("kept_path", try #require(page.markup.value(of: "kept_path"))),
                ("kept_body", try #require(page.markup.value(of: "kept_body"))),
                ("back", try #require(page.markup.value(of: "back"))), (name, value),
            ]
        )
    }
}

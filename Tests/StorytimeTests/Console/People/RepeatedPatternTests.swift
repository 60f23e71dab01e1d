import Testing

@testable import Storytime

@Suite("Passwords that are a pattern")
struct RepeatedPatternTests {
    @Test(
        "One short thing over and over is found, whatever its case, and with an end cut off",
        arguments: [
            "aaaaaaaa", "AaAaAaAa", "        ", "\t \u{A0}\u{2003}     ", "abababab", "abcabcabc",
            "12341234", "1234123412", "ööööööööö", "🦊🦊🦊🦊🦊🦊🦊🦊", "éÉéÉéÉéÉ",
        ]
    )
    func finds(_ password: String) {
        #expect(RepeatedPattern.isAll(of: password))
        #expect(AccountFields.newPassword.complaint(about: password) != nil)
    }

    @Test(
        "A common one is no better for digits and signs behind it",
        arguments: ["password", "Password1234", "sunshine2026!"]
    )
    func common(_ password: String) {
        #expect(AccountFields.newPassword.complaint(about: password)?.contains("common") == true)
    }

    @Test("One with words around a common one is taken")
    func around() {
        #expect(AccountFields.newPassword.complaint(about: "password on a green owl") == nil)
    }

    @Test(
        "What has more in it is none",
        arguments: ["abcdeabcde", "aaaaaaab", "baaaaaaa", "correct horse", "aaaa bbbb cccc", "ab"]
    )
    func leaves(_ password: String) {
        #expect(!RepeatedPattern.isAll(of: password))
    }
}

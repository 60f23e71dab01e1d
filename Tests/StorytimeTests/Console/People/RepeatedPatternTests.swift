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
        "What has more in it is none",
        arguments: ["abcdeabcde", "aaaaaaab", "baaaaaaa", "correct horse", "aaaa bbbb cccc", "ab"]
    )
    func leaves(_ password: String) {
        #expect(!RepeatedPattern.isAll(of: password))
    }
}

/// The fields that forms about people share.
enum AccountFields {
    static let email = FieldSpec(
        name: "email",
        label: "E-mail address",
        kind: .email,
        maximumLength: 254,
        autocomplete: "username",
        isVerbatim: true,
        rule: emailComplaint
    )

    static let name = FieldSpec(
        name: "name",
        label: "Name",
        maximumLength: 100,
        autocomplete: "name"
    )

    /// A password that is made up now; ASVS 5.0 6.2.1 asks for at least 8, 6.2.9 for at least 64.
    static let newPassword = FieldSpec(
        name: "password",
        label: "Password",
        kind: .password,
        hint: "At least \(minimumPasswordLength) characters; a sentence is a good one.",
        maximumLength: 128,
        autocomplete: "new-password",
        rule: passwordComplaint
    )

    /// A password that someone has: any will do, only the right one matches.
    static let password = FieldSpec(
        name: "password",
        label: "Password",
        kind: .password,
        maximumLength: 1000,
        autocomplete: "current-password"
    )

    static let minimumPasswordLength = 8

    /// A mail address is what a mail server takes; this only catches what is surely none.
    @Sendable private static func emailComplaint(_ text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isPlausible =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !text.unicodeScalars.contains { $0.properties.isWhitespace }
        return isPlausible ? nil : "Enter an e-mail address like name@example.com."
    }

    @Sendable private static func passwordComplaint(_ text: String) -> String? {
        text.count < minimumPasswordLength
            ? "Choose a password of at least \(minimumPasswordLength) characters." : nil
    }
}

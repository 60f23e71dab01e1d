/// The fields that forms about people have in common.
enum AccountFields {
    static let email = FieldSpec(
        name: "email",
        label: "E-mail address",
        kind: .email,
        maximumLength: 254,
        autocomplete: "email",
        isVerbatim: true,
        rule: emailComplaint
    )

    static let name = FieldSpec(
        name: "name",
        label: "Name",
        maximumLength: 100,
        autocomplete: "name"
    )

    /// A new password; ASVS 5.0 6.2.1 asks for at least 8, 6.2.9 for at least 64.
    static let newPassword = FieldSpec(
        name: "password",
        label: "Password",
        kind: .password,
        hint: "At least \(minimumPasswordLength) characters. A short sentence works well.",
        maximumLength: 128,
        autocomplete: "new-password",
        rule: passwordComplaint
    )

    /// An existing password: any text will do, only the right one matches.
    static let password = currentPassword(named: "password", label: "Password")

    static func currentPassword(named name: String, label: String) -> FieldSpec {
        FieldSpec(
            name: name,
            label: label,
            kind: .password,
            demand: "Enter your \(label.lowercased()).",
            maximumLength: 1000,
            autocomplete: "current-password"
        )
    }

    static let minimumPasswordLength = 8

    /// Only a mail server knows which addresses are valid; this catches what certainly isn't one.
    @Sendable private static func emailComplaint(_ text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isPlausible =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !text.unicodeScalars.contains { $0.properties.isWhitespace }
        return isPlausible ? nil : "Enter an e-mail address like name@example.com."
    }

    @Sendable
    private static func passwordComplaint(_ text: String) -> String? {
        if text.count < minimumPasswordLength {
            return "Choose a password with at least \(minimumPasswordLength) characters."
        }
        if RepeatedPattern.isAll(of: text) {
            return "This password just repeats a short pattern, so it’s easy to guess. "
                + "Choose another."
        }
        return CommonPasswords.contains(text)
            ? "This password is too common. Choose another." : nil
    }

    /// What is wrong with a password for that person: their name or address would be guessed first
    /// (ASVS 5.0 6.2.11).
    static func complaint(about password: String, email: String, name: String) -> String? {
        let folded = Folding.fold(password)
        let own = [email, String(email.prefix { $0 != "@" }), name, "storytime"].map(Folding.fold)
        return own.contains(folded)
            ? "This password is too close to your name or e-mail address. Choose another." : nil
    }
}

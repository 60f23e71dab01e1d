import Received

/// The 3,000 most common passwords of at least eight characters, which guessers try first (ASVS
/// 5.0 6.2.4).
///
/// The words are facts from the frequency list that zxcvbn 4.5.0 publishes (leaked passwords by
/// how many people had them), in its order: `common-passwords.txt`, which is built into the
/// program.
enum CommonPasswords {
    private static let all = Set(
        OwnText.decode(PackageResources.common_passwords_txt)
            .split(separator: "\n").map(String.init)
    )

    /// Whether it is one of them, ignoring case and digits and signs behind it: guessers try
    /// "password1234!" right after "password".
    static func contains(_ password: String) -> Bool {
        let password = password.lowercased()
        if all.contains(password) { return true }
        guard let last = password.lastIndex(where: \.isLetter) else { return false }
        return all.contains(String(password[...last]))
    }
}

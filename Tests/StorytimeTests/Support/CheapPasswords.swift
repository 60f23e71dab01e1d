import Testing

@testable import Storytime

extension PasswordHash {
    /// A hash that is checked like any other, and made with so little work that a thousand tests can
    /// sign in. PasswordHashTests hold what real ones cost.
    static func cheap(of password: String) throws -> PasswordHash {
        let model = PasswordHash(text: "scrypt$1$1$1$AAAAAAAAAAAAAAAAAAAAAA$")
        return try #require(try PasswordHash(password: password, saltOf: model))
    }
}

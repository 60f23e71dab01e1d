import HTTP
import Quill

/// Whether the second factor is on, and what can be done about it.
struct SecondFactorPage: Page {
    static let template = "console/second-factor/show.html"

    let factor: SecondFactor?
    let codesLeft: Int
    let times: TimeText

    static let fields: [Field<SecondFactorPage>] = [
        .optionalText("since_text") { page in page.factor.map { page.times.day($0.since) } },
        .int("codes_left") { $0.codesLeft },
    ]
}

/// The secret as a QR code, as text and as a link, and the field for the first code.
struct SecondFactorSetupPage: Page {
    static let template = "console/second-factor/setup.html"

    private let secret: String
    private let address: String
    private let picture: QRCode?
    private let code: FormField

    /// The address has the form that Google Authenticator defined and every app reads
    /// (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). Whatever is left out
    /// has the value that apps assume: SHA-1, six digits, 30 seconds.
    init(_ proposal: TOTP, _ user: User, code: FormField) {
        secret = proposal.base32
        let account = PercentEncoding.encodeComponent(user.email)
        address = "otpauth://totp/Storytime:\(account)?secret=\(secret)&issuer=Storytime"
        picture = QRCode(address)
        self.code = code
    }

    /// In groups of four: easier to copy, and apps ignore spaces.
    private var groupedSecret: String {
        let letters = Array(secret)
        return stride(from: 0, to: letters.count, by: 4)
            .map { String(letters[$0..<min($0 + 4, letters.count)]) }.joined(separator: " ")
    }

    static let fields: [Field<SecondFactorSetupPage>] = [
        .record("code") { $0.code },
        .list("errors") { [$0.code].errors },
        .text("secret") { $0.groupedSecret },
        .text("address") { $0.address },
        .int("picture_size") { $0.picture?.size ?? 0 },
        .optionalText("picture_path") { $0.picture?.path },
    ]
}

/// The recovery codes, shown only this once.
struct RecoveryCodesPage: Page {
    static let template = "console/second-factor/codes.html"

    let codes: RecoveryCodes
    /// Whether the second factor was turned on just now.
    let isNew: Bool

    static let fields: [Field<RecoveryCodesPage>] = [
        .texts("codes") { $0.codes.texts },
        .bool("is_new") { $0.isNew },
    ]
}

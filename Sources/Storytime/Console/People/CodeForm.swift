import Quill

/// A code from the app, or a recovery code instead: two forms on one page, of which one is sent.
struct CodeForm: Record {
    var code: FormField
    var recoveryCode: FormField
    private let usesRecoveryCode: Bool

    /// The code in an app: six digits, which many people type in two groups.
    static let codeSpec = FieldSpec(
        name: "code",
        label: "Code",
        kind: .code,
        demand: "Enter the code from your app.",
        hint: "The six digits your authenticator app shows now.",
        maximumLength: 20,
        autocomplete: "one-time-code",
        isVerbatim: true
    ) { typed in
        let code = bare(typed).utf8
        let isCode = code.count == TOTP.digits && code.allSatisfy { (48...57).contains($0) }
        return isCode ? nil : "Enter the \(TOTP.digits) digits of the code."
    }

    private static let recoveryCodeSpec = FieldSpec(
        name: "recovery_code",
        label: "Recovery code",
        hint: "One you haven’t used yet, like ABCD-EFGH-JKLM.",
        maximumLength: 40,
        autocomplete: "off",
        isVerbatim: true
    )

    init() {
        code = FormField(Self.codeSpec)
        recoveryCode = FormField(Self.recoveryCodeSpec)
        usesRecoveryCode = false
    }

    init(_ fields: Fields) {
        self.init(fields, usesRecoveryCode: fields.isOn("recovery_code"))
    }

    private init(_ fields: Fields, usesRecoveryCode: Bool) {
        let spec = (Self.codeSpec, Self.recoveryCodeSpec)
        code = usesRecoveryCode ? FormField(spec.0) : FormField(spec.0, fields)
        recoveryCode = usesRecoveryCode ? FormField(spec.1, fields) : FormField(spec.1)
        self.usesRecoveryCode = usesRecoveryCode
    }

    /// The code that was typed; nil if it can't be right.
    var proof: Proof? {
        usesRecoveryCode
            ? recoveryCode.value.map { .recoveryCode($0) }
            : code.value.map { .code(Self.bare($0)) }
    }

    mutating func reject(_ complaint: String) {
        if usesRecoveryCode { recoveryCode.reject(complaint) } else { code.reject(complaint) }
    }

    var errors: [FormError] { [code, recoveryCode].errors }

    static func bare(_ typed: String) -> String { typed.filter { $0 != " " } }

    static let fields: [Field<CodeForm>] = [
        .record("code") { $0.code },
        .record("recovery_code") { $0.recoveryCode },
    ]
}

import Quill

/// What people can change about themselves: their name, how they read times, how the console
/// looks to them, and how their files are written.
struct ProfileForm: Record {
    struct Draft: Sendable {
        let name: String
        /// Nil for the configured one.
        let timeZone: String?
        let language: String?
        let look: Look
        let csvFiles: CSVFiles
    }

    var name: FormField
    var timeZone: SelectField
    var language: SelectField
    var theme: SelectField
    var density: SelectField
    var csvFiles: SelectField

    /// The form with someone's current data.
    init(_ user: User, _ configuration: Configuration, familyZone: String?) {
        name = FormField(AccountFields.name, initially: user.name)
        timeZone = SelectField(
            name: "time_zone",
            label: "Time zone",
            hint: familyZone == nil
                ? nil
                : "Times are shown in this zone. Reports always use your family’s.",
            options: [("", Self.usualZone(configuration, familyZone))]
                + TimeText.zones.map { ($0, $0) },
            initially: user.timeZone ?? ""
        )
        language = SelectField(
            name: "language",
            label: "Language of dates",
            hint: "How dates are written. The console itself is in English.",
            options: [("", "Server default (\(configuration.language.name))")]
                + DateLanguage.all.map { ($0.tag, $0.name) },
            initially: user.language ?? ""
        )
        theme = SelectField(
            name: "theme",
            label: "Colors",
            options: Look.Theme.allCases.map { ($0.rawValue, $0.label) },
            initially: user.look.theme.rawValue
        )
        density = SelectField(
            name: "density",
            label: "Lists",
            hint: "Compact lists show more rows on large screens.",
            options: Look.Density.allCases.map { ($0.rawValue, $0.label) },
            initially: user.look.density.rawValue
        )
        csvFiles = SelectField(
            name: "csv_files",
            label: "CSV files",
            hint: "How your lists and reports are saved. Imports accept both formats.",
            options: CSVFiles.allCases.map { ($0.rawValue, $0.label) },
            initially: user.csvFiles.rawValue
        )
    }

    /// The form that was sent.
    init(
        _ fields: Fields,
        _ user: User,
        _ configuration: Configuration,
        familyZone: String?
    ) {
        self.init(user, configuration, familyZone: familyZone)
        name = FormField(AccountFields.name, fields)
        timeZone.read(fields)
        language.read(fields)
        // A program that sends only what it knows changes nothing else.
        if fields.text("theme") != nil { theme.read(fields) }
        if fields.text("density") != nil { density.read(fields) }
        if fields.text("csv_files") != nil { csvFiles.read(fields) }
    }

    /// The zone of someone who chose none: parents have that of their family.
    private static func usualZone(_ configuration: Configuration, _ familyZone: String?) -> String {
        familyZone.map { "Same as your family (\($0))" }
            ?? "Server default (\(configuration.timeZone))"
    }

    var draft: Draft? {
        guard let name = name.value, let timeZone = timeZone.value, let language = language.value,
            let theme = theme.value.flatMap(Look.Theme.init),
            let density = density.value.flatMap(Look.Density.init),
            let csvFiles = csvFiles.value.flatMap(CSVFiles.init)
        else { return nil }
        return Draft(
            name: name,
            timeZone: timeZone.isEmpty ? nil : timeZone,
            language: language.isEmpty ? nil : language,
            look: Look(theme: theme, density: density),
            csvFiles: csvFiles
        )
    }

    var errors: [FormError] {
        [name].errors + timeZone.formErrors + language.formErrors
            + theme.formErrors + density.formErrors + csvFiles.formErrors
    }

    /// What the form would save, field by field, to compare with what was saved meanwhile.
    func differences(from theirs: User) -> [ConflictRow] {
        [
            ConflictRow(field: "Name", theirs: theirs.name, yours: name.typed),
            ConflictRow(
                field: timeZone.label,
                theirs: timeZone.text(of: theirs.timeZone ?? ""),
                yours: timeZone.text(of: timeZone.chosen)
            ),
            ConflictRow(
                field: language.label,
                theirs: language.text(of: theirs.language ?? ""),
                yours: language.text(of: language.chosen)
            ),
            ConflictRow(
                field: theme.label,
                theirs: theirs.look.theme.label,
                yours: theme.text(of: theme.chosen)
            ),
            ConflictRow(
                field: density.label,
                theirs: theirs.look.density.label,
                yours: density.text(of: density.chosen)
            ),
            ConflictRow(
                field: csvFiles.label,
                theirs: theirs.csvFiles.label,
                yours: csvFiles.text(of: csvFiles.chosen)
            ),
        ].filter { $0.theirs != $0.yours }
    }

    static let fields: [Field<ProfileForm>] = [
        .record("name") { $0.name },
        .record("time_zone") { $0.timeZone },
        .record("language") { $0.language },
        .record("theme") { $0.theme },
        .record("density") { $0.density },
        .record("csv_files") { $0.csvFiles },
    ]
}

/// A new e-mail address, with the password: somebody who finds an unlocked screen can't take over
/// the account.
struct EmailForm: Record {
    var email: FormField
    var password: FormField

    private static let passwordSpec = AccountFields.currentPassword(
        named: "email_password",
        label: "Password"
    )

    init(_ user: User) {
        email = FormField(AccountFields.email, initially: user.email)
        password = FormField(Self.passwordSpec)
    }

    init(_ fields: Fields) {
        email = FormField(AccountFields.email, fields)
        password = FormField(Self.passwordSpec, fields)
    }

    var errors: [FormError] { [email, password].errors }

    static let fields: [Field<EmailForm>] = [
        .record("email") { $0.email },
        .record("password") { $0.password },
    ]
}

/// A new password, with the current one.
struct PasswordForm: Record {
    var current: FormField
    var new: FormField

    private static let currentSpec = AccountFields.currentPassword(
        named: "current_password",
        label: "Current password"
    )

    private static let newSpec: FieldSpec = {
        var spec = AccountFields.newPassword
        spec.name = "new_password"
        spec.label = "New password"
        return spec
    }()

    init() {
        current = FormField(Self.currentSpec)
        new = FormField(Self.newSpec)
    }

    init(_ fields: Fields) {
        current = FormField(Self.currentSpec, fields)
        new = FormField(Self.newSpec, fields)
    }

    var errors: [FormError] { [current, new].errors }

    static let fields: [Field<PasswordForm>] = [
        .record("current") { $0.current },
        .record("new") { $0.new },
    ]
}

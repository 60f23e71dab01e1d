import Quill

/// Fields in each of their states, and what is said about two versions of a record.
struct FormSamples: Record {
    private static let name = FieldSpec(
        name: "sample_name",
        label: "Name",
        hint: "Shown to parents and children.",
        maximumLength: 100
    )
    private static let slug = FieldSpec(
        name: "sample_slug",
        label: "Slug",
        isRequired: false,
        isVerbatim: true
    )
    private static let title = FieldSpec(name: "sample_title", label: "Title")
    private static let counted = FieldSpec(
        name: "sample_counted",
        label: "Short title",
        hint: "Stands where there is little room.",
        maximumLength: 30
    )
    private static let wrong = FieldSpec(
        name: "sample_wrong",
        label: "E-mail",
        kind: .email,
        hint: "You sign in with it."
    )
    private static let password = FieldSpec(
        name: "sample_password",
        label: "Password",
        kind: .password,
        autocomplete: "off"
    )
    private static let place = FieldSpec(
        name: "sample_place",
        label: "Position",
        kind: .number,
        range: 0...1000
    )
    private static let about = FieldSpec(
        name: "sample_about",
        label: "Description",
        kind: .lines,
        hint: "Two or three sentences, for parents.",
        isRequired: false,
        maximumLength: 300
    )
    private static let status = SelectField(
        name: "sample_status",
        label: "Status",
        options: Book.Status.allCases.map { ($0.rawValue, $0.label) },
        initially: Book.Status.active.rawValue
    )

    private var wrongEmail: FormField {
        var field = FormField(Self.wrong, initially: "ada at example")
        field.reject("Enter an e-mail address, like name@example.org.")
        return field
    }

    private var wrongPlace: FormField {
        FormField(Self.place, Fields([("sample_place", "first")]))
    }

    private var conflict: Conflict {
        Conflict(
            other: Conflict.Other(name: "Grace", whenText: "2 minutes ago", isSelf: false),
            changes: [
                ConflictRow(field: "Title", theirs: "The Lantern Fox", yours: "The Lantern Foxes"),
                ConflictRow(field: "Author", theirs: "", yours: "ليلى حداد"),
                ConflictRow(
                    field: "Description",
                    theirs: "A fox carries a lantern through the winter wood and finds a friend.",
                    yours: "A young fox carries a lantern through the snowy wood and finds her way."
                ),
            ]
        )
    }

    static let fields: [Field<FormSamples>] = [
        .record("name") { _ in FormField(name) },
        .record("slug") { _ in FormField(slug, initially: "fairy-tales") },
        .record("title") { _ in FormField(title, initially: "ألف ليلة وليلة") },
        .record("counted") { _ in FormField(counted, initially: "The fox who lit the wood") },
        .record("email") { $0.wrongEmail },
        .record("password") { _ in FormField(password) },
        .record("place") { $0.wrongPlace },
        .record("about") { _ in FormField(about) },
        .record("status") { _ in status },
        .list("errors") { [$0.wrongEmail, $0.wrongPlace].errors },
        .record("conflict") { $0.conflict },
    ]
}

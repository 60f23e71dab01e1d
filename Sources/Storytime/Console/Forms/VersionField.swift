/// Which version of a record an edit form shows. It travels in a hidden field, so that a save knows
/// whether somebody else saved in between.
///
/// A form that comes without it could overwrite anything, so it is shown again, with the version that
/// there is now.
struct VersionField: Sendable {
    static let name = "version"

    /// What the form carries when it is shown.
    let shown: String
    /// What a store may use; nil when the form came without a version.
    let value: Int?
    let errors: [FormError]

    /// The version of a record as it is.
    init(_ version: Int) {
        shown = String(version)
        value = version
        errors = []
    }

    /// The version of a form that was sent; `current` is the record's now. The form has the id
    /// "record".
    init(_ fields: Fields, current: Int) {
        let typed = fields.text(Self.name) ?? ""
        value = Int(typed)
        shown = value == nil ? String(current) : typed
        errors =
            value == nil
            ? [
                FormError(
                    href: "#record",
                    message: "This form didn’t say which version it is based on, so it could "
                        + "not be saved safely. Check it and save it again."
                )
            ] : []
    }
}

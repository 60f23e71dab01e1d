import Received

/// The version of a record that an edit form shows. It travels in a hidden field, so that saving
/// detects whether somebody else saved meanwhile.
///
/// A form without it could overwrite anything, so it is shown again, with the current version.
struct VersionField: Sendable {
    static let name = "version"

    /// The version in the form when it is shown.
    let shown: String
    /// The version for a store; nil if the form came without one.
    let value: Int?
    let errors: [FormError]

    /// The current version of a record.
    init(_ version: Int) {
        shown = String(version)
        value = version
        errors = []
    }

    /// The version of a form that was sent; `current` is the record's now. The form has the id
    /// "record".
    init(_ fields: Fields, current: Int) {
        let typed = fields.text(Self.name) ?? ""
        value = ReceivedNumber.integer(typed)
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

/// Why a form cannot be read (400): what a browser sends never is such.
package enum FormError: Error, Equatable, Sendable {
    /// A "%" without two hexadecimal digits.
    case badEscape
    case notUTF8
    case tooManyFields
    /// Content that does not follow the grammar of multipart/form-data.
    case malformed(String)
}

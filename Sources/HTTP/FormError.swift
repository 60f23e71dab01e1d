import Received

/// Why a form cannot be read (400). Forms that browsers send always can.
package enum FormError: Error, Equatable, Sendable {
    /// A "%" without two hexadecimal digits.
    case badEscape
    case notUTF8
    /// A letter with more marks than `ReceivedText.maximumMarks`.
    case tooManyMarks
    case tooManyFields
    /// More text than `MultipartForm.maximumTextBytes`; files do not count.
    case tooMuchText
    /// Content that does not follow the grammar of multipart/form-data.
    case malformed(String)
    /// Not the form's fault: its content is in a file, and the disk can't return it.
    case unreadable(ReadError)
}

extension FormError {
    init(_ refusal: ReceivedText.Refusal) {
        switch refusal {
        case .notUTF8: self = .notUTF8
        case .tooManyMarks: self = .tooManyMarks
        }
    }
}

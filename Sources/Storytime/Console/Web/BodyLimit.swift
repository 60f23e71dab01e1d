/// How much content a route accepts, which also decides where it is kept while it arrives.
enum BodyLimit: Sendable, Equatable {
    /// In memory: 1 MiB is more text than any form here takes.
    case form
    /// This many bytes. Anything beyond 1 MiB is only read after the visitor's session and role
    /// were checked, and goes to a file in `tmp` of the data folder.
    case upload(Int)
    /// A video in a form, as large as the configuration allows.
    case video

    /// 1 MiB; a form has no more around its file.
    static let formBytes = 1 << 20

    func bytes(_ configuration: Configuration) -> Int {
        switch self {
        case .form: Self.formBytes
        case .upload(let bytes): bytes
        case .video: configuration.videoLimitBytes + Self.formBytes
        }
    }
}

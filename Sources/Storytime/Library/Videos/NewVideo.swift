/// A program's request for a book's video: one of two things.
struct NewVideo: JSONContent {
    let members: SentMembers
    /// Whether it is already at Mux.
    let isAsset: Bool

    init?(_ fields: inout JSONFields) {
        members = SentMembers(new: MuxForm.members, &fields)
        isAsset = fields.hasValue("mux_asset")
        if isAsset == fields.hasValue("video_address") {
            fields.reject("video_address", "required", "or “mux_asset” is required; send one.")
        }
    }

    static let meanings = [
        "video_address": "The address Mux fetches the video from.",
        "mux_asset": "The id of an existing asset at Mux, instead of an address.",
    ]

    static let example = #"{"video_address": "https://media.example.org/owl.mp4"}"#
}

extension MuxError {
    /// Whether a different address, or asset, would have been accepted. Anything else is due to
    /// this server's account at Mux, or to the connection.
    var isAboutTheRequest: Bool {
        status.map { (400..<500).contains($0) && ![401, 403, 429].contains($0) } ?? false
    }
}

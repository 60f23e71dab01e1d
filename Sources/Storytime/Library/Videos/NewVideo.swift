/// What a program says of a video that a book shall get: one of two things.
struct NewVideo: JSONContent {
    let members: SentMembers
    /// Whether it is at Mux already.
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
    /// Whether another address, or another asset, would have been taken. All else is a matter of this
    /// server's account at Mux, or of the way to it.
    var isAboutTheRequest: Bool {
        status.map { (400..<500).contains($0) && ![401, 403, 429].contains($0) } ?? false
    }
}

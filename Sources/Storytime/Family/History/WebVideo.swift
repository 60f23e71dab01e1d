/// A video that parents open by its address. Here it is only known by its key.
enum WebVideo {}

/// The pages of videos at addresses, as other pages lead to them.
enum WebVideoLinks {
    /// Where an address is typed or pasted: `?url=` fills it in.
    static let open = "/watch/open"

    static func href(_ video: ID<WebVideo>) -> String { "/watch/web/\(video)" }
}

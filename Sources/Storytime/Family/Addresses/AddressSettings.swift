/// The settings of videos at addresses.
struct AddressSettings: FeatureSettings {
    /// Whether parents may play videos at YouTube, in YouTube's own player.
    var allowsYouTube = false
}

extension Configuration {
    var addresses: AddressSettings {
        get { self[AddressSettings.self] }
        set { self[AddressSettings.self] = newValue }
    }

    static let addressSettings: [Setting] = [
        Setting(
            "STORYTIME_YOUTUBE",
            \.addresses.allowsYouTube,
            (no: "off", yes: "on"),
            range: "off or on",
            help: "Whether parents may play videos on YouTube, on a page with YouTube’s own player."
        )
    ]
}

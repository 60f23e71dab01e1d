/// The settings of family photos.
struct PhotoSettings: FeatureSettings {
    /// The program that makes their sizes: a path, or a name that is looked up in PATH.
    var vips = "vips"
}

extension Configuration {
    var photos: PhotoSettings {
        get { self[PhotoSettings.self] }
        set { self[PhotoSettings.self] = newValue }
    }

    static let photoSettings: [Setting] = [
        Setting(
            "STORYTIME_VIPS",
            \.photos.vips,
            range: "a name or a path",
            help: "The program that reads family photos; a name is looked up in PATH.",
            check: isNotEmpty
        )
    ]
}

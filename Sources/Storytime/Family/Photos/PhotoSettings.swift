/// The settings of family photos.
struct PhotoSettings: FeatureSettings {
    /// The program that makes their sizes: a path, or a name that is looked up in PATH.
    var vips = "vips"
    /// What the files of one family's photos may take, in megabytes.
    var limitMegabytes = 20_000

    var limitBytes: Int { limitMegabytes * 1_000_000 }
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
        ),
        Setting(
            "STORYTIME_PHOTO_LIMIT_MB",
            \.photos.limitMegabytes,
            1...1_000_000_000,
            help: "Disk space that the photos of one family may take, in megabytes."
        ),
    ]
}

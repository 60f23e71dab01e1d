import Received

/// A picture with a high dynamic range (HDR): brighter and more colorful than most screens, so that
/// it looks pale where nobody converts it. Telephones film so.
enum HighRange: Sendable {
    /// SMPTE ST 2084, "HDR10".
    case pq
    /// ARIB STD-B67.
    case hlg

    /// What a white page has, in nits (ITU-R BT.2408); it becomes the white of every screen.
    private static let white = 203

    /// The filters that bring it to BT.709, for a picture with these properties. The curves of brightness are
    /// computed exactly: some processors approximate them otherwise, and lose a sixth of a full red.
    func filters(for video: VideoProbe.Stream) -> [String] {
        var input = ["transferin=" + (self == .pq ? "smpte2084" : "arib-std-b67")]
        if !VideoProbe.isKnown(video.primaries) { input.append("primariesin=bt2020") }
        if !VideoProbe.isKnown(video.matrix) { input.append("matrixin=2020_ncl") }
        return [
            "zscale=agamma=false:" + input.joined(separator: ":")
                + ":transfer=linear:npl=\(Self.white)", "format=gbrpf32le", "zscale=primaries=709",
            "tonemap=clip:desat=0",
            "zscale=agamma=false:transfer=709:matrix=709:range=limited",
        ]
    }
}

extension VideoProbe.Stream {
    /// Nil for a picture as all screens show it, and for one that says nothing.
    var highRange: HighRange? {
        switch transfer {
        case "smpte2084": .pq
        case "arib-std-b67": .hlg
        default: VideoProbe.isKnown(transfer) ? nil : dolbyFallback
        }
    }

    /// What a film in Dolby Vision is without it, for everybody else (Dolby’s specification of
    /// streams in ISO files, §2.2: the compatibility of the base layer).
    private var dolbyFallback: HighRange? {
        switch dolby?.compatibility?.value {
        case 1, 6: .pq
        case 4: .hlg
        default: nil
        }
    }

    /// Whether it is Dolby Vision that nobody else can show: its colors are in a space of its own.
    var isOnlyDolby: Bool { dolby?.profile == 5 && dolby?.compatibility ?? 0 == 0 }

    private var dolby: VideoProbe.SideData? { sideData?.first { $0.profile != nil } }
}

/// Films in HDR: on the left white as paper is (203 nits), on the right the red of BT.709 as bright.
extension VideoFiles {
    /// The numbers of both colors in BT.2020 with 10 bits, and what they are called.
    static let pq = highRange("pq.mov", [573, 512, 512], [392, 438, 608], "smpte2084")
    static let hlg = highRange("hlg.mov", [721, 512, 512], [392, 395, 715], "arib-std-b67")

    private static func highRange(_ name: String, _ left: [Int], _ right: [Int], _ transfer: String)
        -> File
    {
        let planes = zip(["lum", "cb", "cr"], zip(left, right)).map { plane, values in
            "\(plane)='if(lt(X,W/2),\(values.0),\(values.1))'"
        }
        let graph = "format=yuv420p10le,geq=" + planes.joined(separator: ":")
        return File(
            name,
            [
                "-f", "lavfi", "-i", "color=duration=1:size=64x64:rate=10,\(graph)",
                "-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1",
                "-color_trc", transfer, "-color_primaries", "bt2020", "-colorspace", "bt2020nc",
                "-color_range", "tv",
            ]
        )
    }
}

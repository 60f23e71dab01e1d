import Quill

/// The sizes of a video, on its page.
struct VideoSizesView: Record {
    let asset: VideoAsset
    let versions: [VideoVersion]
    /// Whether Mux can be called.
    let canCall: Bool
    /// The name of a program that is needed to make one and is missing.
    let missingProgram: String?

    private var isAtMux: Bool { asset.provider == .mux }

    /// Nil where a video has no sizes: it isn't ready.
    init?(_ visit: Visit, _ asset: VideoAsset) throws {
        guard asset.status == .ready, asset.deletedAt == nil else { return nil }
        self.asset = asset
        versions = try visit.videoVersions.all(of: asset.id)
        canCall = visit.muxClient.canCall
        missingProgram = visit.site.configuration.missingVideoProgram
    }

    private var offers: [VideoSize] {
        let possible =
            isAtMux
            ? canCall ? MuxVideos.sizes(for: asset, beside: versions) : []
            : LocalVersions.sizes(for: asset)
        return possible.filter { size in !versions.contains { $0.size == size } }
    }

    private var original: String? {
        guard !isAtMux else { return nil }
        let picture = asset.picture
        let pixels = picture.width.flatMap { width in picture.height.map { "\(width) × \($0)" } }
        return [pixels, picture.sizeBytes.map(ByteCount.text)].compactMap(\.self)
            .joined(separator: ", ")
    }

    private var note: String? {
        if isAtMux {
            guard asset.mux.assetID != nil else { return nil }
            guard canCall else { return "Mux can’t be asked: its access token isn’t set." }
            return versions.contains { $0.size == .highest }
                ? "Mux makes either the highest size or single ones. To get single sizes, delete "
                    + "“Highest” first. Mux charges for each." : nil
        }
        let waits = versions.contains { !$0.status.isSettled }
        if waits, let missingProgram {
            return "\(missingProgram) isn’t installed on this server. "
                + "Sizes will be made as soon as it is."
        }
        return versions.isEmpty && offers.isEmpty
            ? "This video is already small. Smaller sizes wouldn’t help." : nil
    }

    private var total: String? {
        let files = versions.filter { $0.status == .ready && $0.sizeBytes != nil }
        guard files.count > 1 || (files.count == 1 && !isAtMux) else { return nil }
        let bytes = files.reduce(0) { $0 + ($1.sizeBytes ?? 0) }
        return "Other sizes take \(ByteCount.text(bytes))\(isAtMux ? " at Mux" : "")."
    }

    static let fields: [Field<VideoSizesView>] = [
        .optionalText("original") { $0.original },
        .list("rows") { view in
            view.versions.map {
                VideoVersionRow(version: $0, asset: view.asset, canCall: view.canCall)
            }
        },
        .bool("is_pending") { $0.versions.contains { !$0.status.isSettled } },
        .list("offers") { $0.offers.map { VideoSizeOffer(size: $0) } },
        .text("action") { $0.asset.href + "/versions" },
        .optionalText("note") { $0.note },
        .optionalText("total") { $0.total },
    ]
}

/// A size of a video, with what became of it.
struct VideoVersionRow: Record {
    let version: VideoVersion
    let asset: VideoAsset
    let canCall: Bool

    private var isAtMux: Bool { asset.provider == .mux }

    private var status: String {
        guard version.status == .preparing, let percent = version.progressPercent, percent > 0
        else {
            return version.status.label
        }
        return "Preparing, \(percent)%"
    }

    private var detail: String {
        let pixels = version.width.flatMap { width in version.height.map { "\(width) × \($0)" } }
        return [pixels, version.sizeBytes.map(ByteCount.text)].compactMap(\.self)
            .joined(separator: ", ")
    }

    private var canDelete: Bool {
        isAtMux ? canCall && version.muxRenditionID != nil : true
    }

    /// What was made is asked about; what isn't there yet is not.
    private var isAsked: Bool { isAtMux || version.fileKey != nil }

    static let fields: [Field<VideoVersionRow>] = [
        .text("label") { $0.version.size.label },
        .text("detail") { $0.detail },
        .text("status") { $0.status },
        .text("status_kind") { $0.version.status.kind },
        .optionalText("error") { $0.version.error },
        .bool("is_pending") { !$0.version.status.isSettled },
        .optionalText("retry_href") { row in
            row.version.status == .errored && row.canDelete
                ? row.version.href(of: row.asset) + "/retry" : nil
        },
        .optionalText("ask_href") { row in
            row.canDelete && row.isAsked ? row.version.href(of: row.asset) + "/delete" : nil
        },
        .optionalText("delete_href") { row in
            row.canDelete && !row.isAsked ? row.version.href(of: row.asset) + "/delete" : nil
        },
    ]
}

/// A size that can be asked for.
struct VideoSizeOffer: Record {
    let size: VideoSize

    static let fields: [Field<VideoSizeOffer>] = [
        .text("value") { $0.size.rawValue },
        .text("label") { $0.size == .highest ? "Make the largest size" : "Make \($0.size.label)" },
    ]
}

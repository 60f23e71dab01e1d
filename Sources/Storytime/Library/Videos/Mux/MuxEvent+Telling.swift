import Received

/// An event as a line of the asset's timeline.
extension MuxEvent {
    /// A word for the icon, and a sentence; nil if it isn't news to people.
    var line: (kind: String, text: String)? {
        switch content {
        case .asset(let asset): line(asset)
        case .track(let track): track.isCaptions ? ("captions", text(track)) : nil
        case .rendition(let rendition):
            line(rendition)
        case .upload(let upload): line(upload)
        case .gone: ("deleted", "No longer at Mux")
        case .summary, .none: nil
        }
    }

    private func line(_ asset: MuxAsset) -> (kind: String, text: String)? {
        switch type {
        case "video.asset.created": ("preparing", "Mux is preparing it")
        case "video.asset.ready": ("ready", "Ready at Mux" + Self.length(asset))
        case "video.asset.errored":
            (
                "errored",
                "Mux could not prepare it: " + (asset.errors?.text ?? "no reason was given")
            )
        case "video.asset.updated": ("updated", "Changed at Mux")
        case "video.asset.deleted": ("deleted", "Deleted at Mux")
        default: ("checked", "Status at Mux: \(asset.status ?? "unknown")")
        }
    }

    private static func length(_ asset: MuxAsset) -> String {
        guard let duration = asset.duration, (0..<1e9).contains(duration) else { return "" }
        let seconds = Int(clamping: duration.rounded())
        let rest = seconds % 60
        return ", \(seconds / 60):\(rest < 10 ? "0" : "")\(rest) long"
    }

    private func text(_ track: MuxTrack) -> String {
        let name = "Captions “\(track.name ?? "")” (\(track.language ?? "und"))"
        return switch type.split(separator: ".").last {
        case "created": "\(name) are being prepared"
        case "ready": "\(name) are ready"
        case "deleted": "\(name) were deleted"
        case "skipped": "\(name) were skipped: there is no speech"
        default: "\(name) failed: " + (track.error?.text ?? "no reason was given")
        }
    }

    private func line(_ rendition: MuxRendition) -> (kind: String, text: String)? {
        let file = "The file \(rendition.name ?? rendition.resolution ?? "")"
        return switch type.split(separator: ".").last {
        case "ready": ("ready", "\(file) is ready at Mux")
        case "skipped": ("version", "\(file) was skipped by Mux: it would have to be enlarged")
        case "errored":
            (
                "errored",
                "\(file) failed at Mux: " + (rendition.error?.text ?? "no reason was given")
            )
        case "deleted": ("deleted", "\(file) was deleted at Mux")
        default: nil
        }
    }

    private func line(_ upload: MuxUpload) -> (kind: String, text: String)? {
        switch upload.status {
        case "asset_created": ("uploaded", "Uploaded to Mux")
        case "cancelled": ("errored", "The upload was canceled")
        case "timed_out": ("errored", "Nothing was uploaded in time")
        case "errored": ("errored", "The upload failed: " + (upload.error?.text ?? "no reason"))
        default: nil
        }
    }
}

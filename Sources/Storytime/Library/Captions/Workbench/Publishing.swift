import HTTP
import Quill
import Received
import Server

/// Making a track of ours at Mux, which fetches it from a public address.
enum PublishingPages {
    static let routes = [
        post("/admin/video_assets/{id}/captions/{id}/publish", lane: .outgoing, publish),
        // Mux has neither a cookie nor a token: the address says that it may.
        get("/media/captions/{id}", for: .everyone, lane: .worker, file),
    ]

    static func publish(_ visit: Visit, _ video: ID<VideoAsset>, _ track: ID<CaptionTrack>) throws
        -> Response
    {
        let bench = try visit.workbench(video, track)
        guard let publishing = try visit.publishing(bench), publishing.isPossible else {
            let notice = Flash(.info, "These captions can’t be published to Mux at the moment.")
            return try visit.redirect(to: bench.path, notice: notice)
        }
        let pass = try CaptionPass(
            to: track,
            until: visit.now + CaptionPass.seconds,
            key: visit.site.filmKey
        )
        let captions = MuxClient.Captions(
            url: visit.absolute("/media/captions/\(track)?pass=\(pass.text)"),
            language: bench.track.language,
            name: bench.track.name,
            isClosedCaptions: bench.track.kind == .captions
        )
        do {
            try visit.muxVideos.addCaptions(captions, to: bench.video.asset)
            try visit.videos.tell(
                video,
                "captions",
                "\(bench.track.fullName) published to Mux",
                by: visit.actor
            )
            let notice = Flash(.good, "Mux is fetching the captions.")
            return try visit.redirect(to: bench.video.asset.href + "#captions", notice: notice)
        } catch let error as MuxError {
            return try visit.redirect(to: bench.path, notice: Flash(.bad, error.description))
        }
    }

    static func file(_ visit: Visit, _ id: ID<CaptionTrack>) throws -> Response {
        guard let text = try visit.query().text("pass"),
            let pass = try CaptionPass(text, to: id, key: visit.site.filmKey),
            pass.expiresAt > visit.now, let file = try visit.captions.find(id).fileKey
        else { throw Failure.notFound }
        return try VideoFolder(visit.site.configuration)
            .response(file, as: "text/vtt; charset=utf-8", to: visit.request)
    }
}

/// A right to fetch the WebVTT of one track for some hours, as part of an address. It is signed by us.
struct CaptionPass: Sendable, Equatable {
    /// Mux fetches within minutes, and tries again for a while.
    static let seconds = 6 * 3600
    /// 128 bits: nobody finds one by trying.
    private static let signatureLength = 16

    let expiresAt: Int
    /// The text in the address.
    let text: String

    init(to track: ID<CaptionTrack>, until expiry: Int, key: [UInt8]) throws {
        expiresAt = expiry
        let code = try Digest.hmac(Array("captions \(track) \(expiry)".utf8), key: key)
        text = "\(expiry).\(Base64URL.encode(Array(code.prefix(Self.signatureLength))))"
    }

    /// Nil if it wasn’t made for that track.
    init?(_ text: String, to track: ID<CaptionTrack>, key: [UInt8]) throws {
        guard let expiry = text.split(separator: ".").first.flatMap({ ReceivedNumber.integer($0) })
        else { return nil }
        try self.init(to: track, until: expiry, key: key)
        guard Digest.isEqual(Array(self.text.utf8), Array(text.utf8)) else { return nil }
    }
}

/// Whether a track can be published to Mux, on its page.
struct PublishingView: Record {
    let bench: Workbench
    /// Whether Mux can reach this server.
    let isPossible: Bool

    static let fields: [Field<PublishingView>] = [
        .text("action") { $0.bench.path + "/publish" },
        .bool("is_possible") { $0.isPossible },
    ]
}

extension Visit {
    /// Nil if the video isn’t at Mux, or Mux isn’t set up.
    func publishing(_ bench: Workbench) throws -> PublishingView? {
        guard muxClient.canCall, VideoView.takesCaptions(bench.video.asset),
            bench.track.fileKey != nil
        else { return nil }
        let origin = site.configuration.publicURL
        return PublishingView(
            bench: bench,
            isPossible: origin.map { $0.isSecure && !$0.isNearby } ?? false
        )
    }
}

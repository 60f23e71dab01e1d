import HTTP
import Server

/// Choosing the poster of a video, on its page.
enum VideoPosterPages {
    static let routes = [
        // ffmpeg makes the picture while somebody waits.
        post("/admin/video_assets/{id}/poster/moment", lane: .slow, chooseMoment),
        post(
            "/admin/video_assets/{id}/poster/picture",
            bodyLimit: PosterForm.bodyLimit,
            choosePicture
        ),
        post("/admin/video_assets/{id}/poster/reset", reset),
    ]

    static func chooseMoment(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        try choosing(visit, id, PosterForm(try visit.fields())) { form, asset in
            guard let seconds = form.seconds else { return }
            do {
                try visit.videoPosters.choose(seconds, of: asset, by: visit.actor)
            } catch let refusal as VideoPosters.Refusal {
                form.moment.reject(refusal.description)
            }
        }
    }

    static func choosePicture(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        try choosing(visit, id, PosterForm(try visit.videos.find(id))) { form, asset in
            do {
                guard let file = try visit.upload("picture"), file.size > 0 else {
                    form.pictureError = "Choose a picture."
                    return
                }
                guard file.size <= PosterForm.maximumBytes else {
                    form.pictureError =
                        "Choose a smaller file: at most \(ByteCount.text(PosterForm.maximumBytes)). "
                        + "This one has \(ByteCount.text(file.size))."
                    return
                }
                let image = try ImageFile(try file.bytes(limit: PosterForm.maximumBytes))
                try visit.videoPosters.choose(image, for: asset, by: visit.actor)
            } catch let refusal as ImageRefusal {
                form.pictureError = refusal.description
            } catch let refusal as VideoPosters.Refusal {
                form.pictureError = refusal.description
            }
        }
    }

    static func reset(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        let asset = try visit.videos.find(id)
        guard VideoPosters.canChoose(asset) else { throw Failure.notFound }
        try visit.videoPosters.reset(asset, by: visit.actor)
        let notice = Flash(.good, "The automatic poster is back.")
        return try visit.redirect(to: asset.href + "#poster", notice: notice)
    }

    /// Tries to change the poster, and shows the form again if something is wrong.
    private static func choosing(
        _ visit: Visit,
        _ id: ID<VideoAsset>,
        _ form: @autoclosure () throws -> PosterForm,
        _ change: (inout PosterForm, VideoAsset) throws -> Void
    ) throws -> Response {
        let asset = try visit.videos.find(id)
        guard VideoPosters.canChoose(asset) else { throw Failure.notFound }
        var form = try form()
        try change(&form, asset)
        guard form.errors.isEmpty else {
            return try visit.page(
                try VideoShowPages.page(visit, asset, poster: form),
                status: visit.formStatus
            )
        }
        let notice = Flash(.good, "Poster saved.")
        return try visit.redirect(to: asset.href + "#poster", notice: notice)
    }
}

import HTTP
import Server

/// Saving a story’s film as a file, for parents, where an admin allows it. Their copy stays with them,
/// so it is off unless somebody turns it on.
enum SavingPages {
    static let routes = [
        // Opening a file may wait for a disk; addresses at Mux are signed.
        get("/watch/{book}/save/{form}", for: .parent, lane: .worker, save)
    ]

    static func href(_ book: ID<Book>, _ form: VideoForm) -> String {
        "\(ReadingPages.href(book))/save/\(form)"
    }

    /// What the family may watch today can be saved today, in the forms that are files.
    static func save(_ visit: Visit, _ id: ID<Book>, _ form: VideoForm) throws -> Response {
        guard visit.site.configuration.saving.isOn else { throw Failure.notFound }
        let story = try visit.story(id)
        guard let choice = try visit.choices(of: story.asset).first(where: { $0.form == form }),
            choice.isFile
        else { throw Failure.notFound }
        let name = FileName(
            story.book.title,
            or: "story",
            (plain: "\(form)", full: "\(form)"),
            ending: choice.file?.ending ?? "mp4"
        )
        if let file = choice.file {
            return try VideoFolder(visit.site.configuration).response(
                file.name,
                as: file.mediaType,
                to: visit.request,
                disposition: name.disposition
            )
        }
        guard let file = choice.muxName, let files = story.playback.files else {
            throw Failure.notFound
        }
        // Mux adds the ending.
        let title = String(name.full.dropLast(".mp4".count))
        return Response(status: 302, headers: ["Location": files.saving(file, as: title)])
    }
}

/// The settings of saving films.
struct SavingSettings: FeatureSettings {
    var isOn = false
}

extension Configuration {
    var saving: SavingSettings {
        get { self[SavingSettings.self] }
        set { self[SavingSettings.self] = newValue }
    }

    static let savingSettings: [Setting] = [
        Setting(
            "STORYTIME_DOWNLOADS",
            \.saving.isOn,
            (no: "off", yes: "on"),
            range: "off or on",
            help: "Whether parents can save videos as files."
        )
    ]
}

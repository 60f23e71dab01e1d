import SQLite
import Server

/// The making of a photo's sizes, in the background.
struct PhotoSizing: Codable {
    /// The photo's id.
    let photo: Int

    /// For the photo's parents, when attempts ended and nobody knows whether the file is to blame.
    private static let givenUp =
        "This photo couldn’t be prepared. Its file is kept: open it to try again."

    fileprivate static func make(_ run: JobRun) throws {
        let id = ID<Photo>(try run.payload(PhotoSizing.self).photo)
        let store = PhotoStore(run.site, run.database, now: run.now)
        guard let photo = try store.findIfAny(id) else { return }
        guard photo.isPending || photo.canTryAgain else { return }
        guard let vips = ProgramFile.path(of: run.site.configuration.photos.vips) else {
            throw JobRun.NotYet()
        }
        guard let source = store.folder.source(of: photo) else {
            throw JobFailure("The file of photo \(id) is missing.", isFinal: true)
        }
        let maker = PhotoMaker(vips: vips, work: try run.folder()) { program, arguments in
            do {
                try run.run(
                    program,
                    arguments,
                    limitSeconds: PhotoMaker.limitSeconds,
                    largestFileBytes: PhotoMaker.fileBytes
                )
            } catch let failure as JobFailure {
                throw ToolFailure(reason: failure.description)
            } catch is JobRun.FileTooLarge {
                throw ToolFailure(reason: "Its picture is too large.")
            }
        }
        let made: PhotoMaker.Made
        do {
            made = try maker.make(source.path, turnedBy: source.quarters)
        } catch let failure as ToolFailure
            where failure.isOfTheMachine && !(failure.tookTooLong && run.job.attempts > 1)
        {
            throw JobFailure(failure.reason)
        } catch let failure as ToolFailure {
            let refusal: PhotoRefusal =
                failure.isBeyondDecoder ? .unusual(photo.format) : .damaged(photo.format)
            return try store.failed(id, refusal.description)
        }
        let key = try PhotoKey()
        for file in made.files {
            try store.folder.keep(file.bytes, as: PhotoFolder.name(key, file.size))
        }
        let bytes = made.files.reduce(0) { $0 + $1.bytes.count }
        let isTaken = try store.made(
            photo,
            as: key,
            made.picture,
            turns: photo.turns,
            bytes: bytes
        )
        if !isTaken { store.folder.remove(unused: key.text) }
    }

    /// Keeps the file: what isn't its fault must not be its end.
    fileprivate static func gaveUp(_ job: Job, _ jobs: JobStore, _ reason: String) throws {
        let id = try Job.payload(PhotoSizing.self, of: job.payload).photo
        try jobs.database.execute(
            """
            UPDATE photos SET state = 'failed', trouble = \(givenUp)
            WHERE id = \(id) AND state = 'waiting'
            """
        )
    }
}

extension JobKind {
    static let photoSizes = JobKind(
        name: "photo-sizes",
        title: "Preparing a family photo",
        missingProgram: { configuration in
            let vips = configuration.photos.vips
            return ProgramFile.path(of: vips) == nil ? vips : nil
        },
        gaveUp: PhotoSizing.gaveUp,
        handle: PhotoSizing.make
    )
}

extension ToolFailure {
    /// Whether the photo may be whole, but the decoder of this machine doesn't know what is in it: another
    /// copy would fail as well.
    fileprivate var isBeyondDecoder: Bool {
        reason.contains("Unsupported") || reason.contains("not a known file format")
    }
}

extension PhotoFolder {
    /// What a photo's sizes are made of, and how far it is to be turned: the file that was uploaded,
    /// or the largest one that was made of it.
    fileprivate func source(of photo: Photo) -> (path: String, quarters: Int)? {
        let original = path(of: Self.originalName(photo.family, photo.contentHash))
        if photo.hasOriginal { return Folder.exists(original) ? (original, photo.turns) : nil }
        guard let size = photo.picture?.size,
            let largest = PhotoSize.made(of: max(size.width, size.height)).last
        else { return nil }
        let path = path(of: Self.name(photo.key, largest))
        return Folder.exists(path) ? (path, photo.turns - photo.turnsMade) : nil
    }

    /// The size of the file that was uploaded; 0 if it is gone.
    func bytes(ofOriginal photo: Photo) -> Int {
        VideoFolder.bytes(at: path(of: Self.originalName(photo.family, photo.contentHash)))
    }
}

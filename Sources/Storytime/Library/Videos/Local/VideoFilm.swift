import HTTP
import Received

/// The film itself, as it was made of a file, and what it has of it.
struct VideoFilm {
    let path: String
    /// What ffprobe says of the film.
    let probe: VideoProbe
    var contents: VideoContents
}

extension VideoFilm {
    /// How a film is made: in one call of ffmpeg, or in two if something goes on behind its end.
    struct Making {
        var plan: VideoPlan
        /// Of the file it is made of, with its path.
        let probe: VideoProbe
        let source: String
        /// The folder for what is made.
        let work: String
        /// Runs ffmpeg for so many seconds of film.
        let run: ([String], Double) throws -> Void
        /// Asks ffprobe.
        let look: (String) throws -> VideoProbe

        func film() throws -> VideoFilm {
            var making = self
            let path = "\(work)/video.\(plan.container)"
            try making.makeFilm(at: path)
            return try making.finished(path)
        }

        /// With the colors of every screen, if this ffmpeg has the filters for it.
        private mutating func makeFilm(at path: String) throws {
            do {
                try run(arguments(to: path), plan.seconds)
            } catch let failure as ToolFailure where plan.convertsColors && failure.lacksFilter {
                plan.convertsColors = false
                try run(arguments(to: path), plan.seconds)
            }
        }

        private func arguments(to path: String) -> [String] {
            plan.arguments(from: source, to: path, progress: work + "/progress")
        }

        private func finished(_ path: String) throws -> VideoFilm {
            let result = try look(path)
            let seconds = result.seconds
            var contents = VideoContents(probe, plan)
            if let note = try shortness(seconds) { contents.notes.append(note) }
            contents.chapters.removeAll { Double($0.seconds) >= seconds }
            guard let end = result.end, end > seconds + 1 else {
                return VideoFilm(path: path, probe: result, contents: contents)
            }
            if result.isLonger(than: seconds) {
                contents.notes.append("Sound that goes on after the film was cut at its end.")
            }
            let trimmed = "\(work)/trimmed.\(plan.container)"
            try run(Self.trimming(path, to: trimmed, seconds, plan.container), seconds)
            return VideoFilm(path: trimmed, probe: try look(trimmed), contents: contents)
        }

        /// Players take the longest track for the length of a film.
        private static func trimming(
            _ path: String,
            to output: String,
            _ seconds: Double,
            _ container: VideoContainer
        ) -> [String] {
            ["-nostdin", "-v", "error", "-y"] + VideoProbe.reading + [
                "-i", "file:" + path, "-map", "0:v", "-map", "0:a?", "-c", "copy", "-t",
                "\(seconds)",
            ] + container.words(for: output)
        }

        /// A file whose index promises more than follows is copied without an error. If it ends in
        /// the middle, it is refused; if it is whole and only claims more, that is told.
        private func shortness(_ seconds: Double) throws(VideoFailure) -> String? {
            guard plan.seconds - seconds > max(1, plan.seconds / 20) else { return nil }
            let (has, claims) = (Int(clamping: seconds), Int(clamping: plan.seconds))
            if let file = OpenFile(path: source), FilmEnd.isMissing(in: PhotoBytes(file)) {
                throw .cutOff(seconds: has, of: claims)
            }
            return
                "The file says that it is \(PlayingTime.text(claims)) long. All that can be read "
                + "of it is here: \(PlayingTime.text(has))."
        }
    }
}

import Glibc
import Subtitles

/// Takes the texts out of a video's file, with one call of ffmpeg for each.
struct TextTracks {
    let run: JobRun
    let tools: VideoTools
    let source: String
    /// The folder of the attempt.
    let work: String
    /// The language of the book, if it is known.
    let spoken: String?

    /// What was found, and sentences on what wasn't or not wholly.
    func read(_ texts: [EmbeddedCaptions], beat: () throws -> Void) throws -> (
        captions: [NewCaptions], notes: [String]
    ) {
        var (captions, notes) = ([NewCaptions](), [String]())
        var left: [(text: EmbeddedCaptions, refusal: EmbeddedCaptions.Refusal)] = []
        var bytes = 0
        for text in texts {
            do {
                guard captions.count < EmbeddedCaptions.maximumCount else {
                    throw EmbeddedCaptions.Refusal.tooMany
                }
                let found = try read(text, beat)
                let size = found.document.codedBytes
                guard bytes + size <= EmbeddedCaptions.maximumBytes else {
                    throw EmbeddedCaptions.Refusal.tooMuch
                }
                bytes += size
                captions.append(found)
                if let note = text.note(on: found.document) { notes.append(note) }
            } catch let refusal as EmbeddedCaptions.Refusal {
                left.append((text, refusal))
            }
        }
        return (captions, notes + EmbeddedCaptions.notes(on: left))
    }

    private func read(_ text: EmbeddedCaptions, _ beat: () throws -> Void) throws -> NewCaptions {
        let form = try text.form()
        let output = "\(work)/text-\(text.stream)"
        let list = output + "-list"
        defer { for path in [output, list] { unlink(path) } }
        do {
            try tools.run(
                run,
                tools.ffmpeg,
                text.arguments(form, from: source, to: output, list: list),
                limitSeconds: VideoTools.readingSeconds,
                largestFileBytes: CaptionFile.maximumBytes,
                beat: beat
            )
        } catch is JobRun.FileTooLarge {
            throw EmbeddedCaptions.Refusal.tooLarge
        } catch let failure as ToolFailure where !failure.isOfTheMachine {
            throw EmbeddedCaptions.Refusal.unreadable
        }
        return try text.captions(
            form,
            bytes(output),
            list: form == .timedText ? bytes(list) : [],
            spoken: spoken
        )
    }

    /// What was written.
    private func bytes(_ path: String) throws(EmbeddedCaptions.Refusal) -> [UInt8] {
        guard let bytes = try? Folder.read(path).bytes else { throw .unreadable }
        return bytes
    }
}

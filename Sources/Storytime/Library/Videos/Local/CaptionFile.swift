import Received
import Subtitles

/// Captions that somebody brings as a file, in any format that can be read.
struct CaptionFile: Sendable, Equatable {
    /// Why a file can't be used, in words for people.
    enum Refusal: Error, Equatable, CustomStringConvertible {
        case tooLarge(Int)
        case unreadable(ReadingError)
        case hasNone
        case empty
        /// The number of a cue that nobody could read while it is shown.
        case longCue(Int)
        /// More pieces with styles or times of their own than can be kept.
        case tooManyPieces
        /// WebVTT with the times of SRT, and so without a cue.
        case commas
        /// A film, a picture, an archive.
        case notText

        var description: String {
            switch self {
            case .tooLarge(let size):
                "Choose a smaller file: at most \(ByteCount.text(maximumBytes)). "
                    + "This one has \(ByteCount.text(size))."
            case .unreadable(.tooManyCues(let limit)):
                "This file has more than \(Counted.number(limit)) cues. Split it into several files, "
                    + "or check the format."
            case .unreadable(let error): error.description
            case .empty: "This file is empty."
            case .longCue(let number):
                "Cue \(Counted.number(number)) is too long: a cue may have at most "
                    + "\(ByteCount.text(mostBytesOfCue)) of text. "
                    + "Split it into several cues, or check the format."
            case .tooManyPieces:
                "This file has too many styles or times within its cues. Convert it to SRT without "
                    + "styles, then try again."
            case .commas:
                "The times have commas, as in SRT, but the file begins as WebVTT. "
                    + "Write dots in them, or read the file as SRT."
            case .notText: "This isn’t a text file. Choose a caption file."
            case .hasNone:
                "This file has no captions. Choose one with times and texts, as SRT, WebVTT, SBV, "
                    + "CSV, LRC, TTML or ASS."
            }
        }

        /// Whether the file might be read in another format or encoding.
        var mayBeMisread: Bool {
            switch self {
            case .empty, .tooLarge, .unreadable(.otherFile), .unreadable(.unsupported): false
            default: true
            }
        }
    }

    /// The words of a feature film are a hundredth of it, and styles make them a few times as long.
    static let maximumBytes = 8_000_000
    /// An hour of speech in one cue, as transcripts without times have it, and many screens full.
    static let mostBytesOfCue = 64_000

    /// What a document may take when it is kept: each look at it reads all of that. The largest plain file takes
    /// two thirds of it.
    static let maximumCodedBytes = 16_000_000

    let document: Captions

    /// The name says the format if the content doesn’t; a format or an encoding that somebody chose
    /// counts more than either.
    init(_ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()) throws(Refusal) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLarge(bytes.count) }
        guard !bytes.isEmpty else { throw .empty }
        let document: Captions
        do {
            document = try Captions.read(bytes, options: options)
        } catch let error as ReadingError {
            switch error {
            case .otherFile, .unsupported: throw .unreadable(error)
            default: break
            }
            // UTF-16 has zeros, too, but is read.
            guard !bytes.contains(0) else { throw .notText }
            throw error == .unknownFormat ? .hasNone : .unreadable(error)
        } catch {
            throw .hasNone
        }
        try self.init(document)
    }

    /// What was read elsewhere, if it is something to show.
    init(_ document: Captions) throws(Refusal) {
        self.document = document
        let isShown = document.cues.contains { cue in cue.end.map { $0 > cue.start } ?? true }
        let hasCommas = document.problems.contains { $0.kind == .commaInTime }
        guard isShown else { throw document.cues.isEmpty && hasCommas ? .commas : .hasNone }
        try Self.check(document)
    }

    /// Whether a document is within what can be kept and looked at, wherever it comes from.
    static func check(_ document: Captions) throws(Refusal) {
        let most = ReadingOptions().cueLimit
        guard document.cues.count <= most else { throw .unreadable(.tooManyCues(limit: most)) }
        let long = document.cues.firstIndex { $0.text.utf8.count > Self.mostBytesOfCue }
        if let long { throw .longCue(long + 1) }
        guard document.codedBytes <= Self.maximumCodedBytes else { throw .tooManyPieces }
    }
}

import Received

/// How a file is read.
package struct ReadingOptions: Sendable {
    /// nil: the content says it, or else the name.
    package var format: CaptionFormat?
    /// nil: the content says it.
    package var encoding: TextEncoding?
    /// The file’s name, which decides if the content doesn’t.
    package var fileName: String?
    /// What is spoken in it, if that is known: some languages had encodings of their own (BCP 47).
    package var language: String?
    /// Refuses what would otherwise be mended or left out.
    package var isStrict = false
    /// A file of captions has some hundred kilobytes.
    package var byteLimit = 64 << 20
    /// A feature film has some two thousand cues, and songs whose syllables are cues of their own have some
    /// ten thousand. Whoever keeps cues one by one does it in one transaction, for which others wait.
    package var cueLimit = 20_000

    package init(
        format: CaptionFormat? = nil,
        encoding: TextEncoding? = nil,
        fileName: String? = nil,
        language: String? = nil,
        isStrict: Bool = false
    ) {
        self.format = format
        self.encoding = encoding
        self.fileName = fileName
        self.language = language
        self.isStrict = isStrict
    }
}

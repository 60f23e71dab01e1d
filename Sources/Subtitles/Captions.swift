import Received

/// What a file of captions says: its cues in the order of the file, and everything else in it.
///
/// One model for six formats. What only some of them can say has a place here if another can say it
/// too; the rest is kept, word for word, for the format it came from.
package struct Captions: Codable, Equatable, Sendable {
    /// The format it was read from. What is `kept` belongs to it.
    package var format: CaptionFormat
    package var cues: [Cue]
    /// A BCP 47 tag, if the file says it.
    package var language: String?
    /// The rest of WebVTT's first line, and the lines up to the first blank one.
    package var header = ""
    package var notes: [Note] = []
    /// WebVTT's style sheets.
    package var styles: [String] = []
    package var regions: [Region] = []
    /// LRC's title, artist, and so on, in the order of the file. TTML has a title, too.
    package var tags: [Tag] = []
    /// The names of the columns of a CSV file that say something else than ours.
    package var columns: [String] = []
    /// The root element and the head of a TTML file.
    package var frame: TTMLFrame?
    /// What was odd in the file: the first thousand things.
    package var problems: [Problem] = []
    /// How many problems there were in all.
    package var problemCount = 0
    /// What the bytes of the file were.
    package var encoding: TextEncoding = .utf8

    package init(format: CaptionFormat, cues: [Cue] = []) {
        self.format = format
        self.cues = cues
    }

    /// The value of the tag, whatever the case of its key.
    package func tag(_ key: String) -> String? {
        tags.first { $0.key.lowercased() == key }?.value
    }
}

/// A remark that nobody sees who watches.
package struct Note: Codable, Equatable, Sendable {
    package var text: String
    /// The number of cues before it.
    package var position: Int

    package init(_ text: String, position: Int) {
        self.text = text
        self.position = position
    }
}

/// A line of LRC that says something about the whole: `[ti:Title]`.
package struct Tag: Codable, Equatable, Sendable {
    package var key: String
    package var value: String

    package init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
    }
}

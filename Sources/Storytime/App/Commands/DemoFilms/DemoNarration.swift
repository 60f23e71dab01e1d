/// When each word of a story is said and each page is shown, in samples of its voice: exact,
/// because every word is spoken by itself and put in its place.
struct DemoNarration: Sendable, Equatable {
    /// A word and when it is said.
    struct Word: Sendable, Equatable {
        let text: String
        let samples: Range<Int>
    }

    /// A page: when it is shown, and the words that are said meanwhile.
    struct Page: Sendable, Equatable {
        let samples: Range<Int>
        let words: [Word]
    }

    /// What the voice has in a second.
    static let rate = 16_000
    /// Enough for drawings that move a little, and a picture begins on one of them.
    static let picturesPerSecond = 8
    static let samplesPerPicture = rate / picturesPerSecond

    /// How long there is silence, in samples: before a line, after a word, after a phrase, and
    /// after a line; and for how long the last page stays.
    private static let lead = rate * 5 / 10
    private static let gap = rate * 9 / 100
    private static let phraseGap = rate * 30 / 100
    private static let tail = rate * 6 / 10
    private static let ending = rate * 2
    /// How long a caption stays after its last word.
    private static let captionTail = rate * 4 / 10

    let pages: [Page]

    /// `length` is how many samples a word takes.
    init(_ lines: [[DemoStory.Word]], length: (DemoStory.Word) -> Int) {
        var pages: [Page] = []
        var start = 0
        for (index, line) in lines.enumerated() {
            var words: [Word] = []
            var at = start + Self.lead
            for word in line {
                let end = at + length(word)
                words.append(Word(text: word.text, samples: at..<end))
                at = end + (word.endsPhrase ? Self.phraseGap : Self.gap)
            }
            let spoken = words.last?.samples.upperBound ?? at
            let wanted = spoken + (index == lines.count - 1 ? Self.ending : Self.tail)
            let pictures = (wanted + Self.samplesPerPicture - 1) / Self.samplesPerPicture
            let end = pictures * Self.samplesPerPicture
            pages.append(Page(samples: start..<end, words: words))
            start = end
        }
        self.pages = pages
    }

    var sampleCount: Int { pages.last?.samples.upperBound ?? 0 }
    var seconds: Double { Double(sampleCount) / Double(Self.rate) }

    /// The captions as WebVTT: a cue for each line, with a time before each further word (§4.2.2,
    /// "WebVTT timestamp object"), by which a player can show which word is being said.
    var captions: String {
        var text = "WEBVTT\n"
        for page in pages {
            guard let first = page.words.first, let last = page.words.last else { continue }
            let end = min(last.samples.upperBound + Self.captionTail, page.samples.upperBound)
            text += "\n\(Self.time(first.samples.lowerBound)) --> \(Self.time(end))\n"
            text += first.text
            for word in page.words.dropFirst() {
                text += " <\(Self.time(word.samples.lowerBound))>\(word.text)"
            }
            text += "\n"
        }
        return text
    }

    private static func time(_ sample: Int) -> String {
        let milliseconds = (sample * 1000 + rate / 2) / rate
        let padded = { (number: Int, width: Int) -> String in
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let seconds = milliseconds / 1000
        return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
            + padded(seconds % 60, 2) + "." + padded(milliseconds % 1000, 3)
    }
}

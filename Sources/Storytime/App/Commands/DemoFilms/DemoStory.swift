/// A story of the demo that becomes a short film: a drawn page for each line, spoken word by word
/// over a music box.
struct DemoStory: Sendable {
    /// A line of a story and the picture that belongs to it.
    struct Page: Sendable {
        let text: String
        let picture: DemoPicture
    }

    /// The title as it stands on the first page.
    let titleLines: [String]
    let author: String
    let description: String
    let categories: [String]
    let tune: DemoTune
    /// What the title stands on; also the cover and the poster.
    let opening: DemoPicture
    let pages: [Page]

    /// The publisher of all of them.
    static let publisher = "Storytime (demo)"
    static let ages = AgeRange(minimum: 2, maximum: 6)
    static let language = "en"

    var title: String { titleLines.joined(separator: " ") }

    /// Everything that is said, a line for each page: first the title.
    var lines: [[Word]] {
        ([title] + pages.map(\.text)).map { $0.split(separator: " ").map { Word(String($0)) } }
    }

    /// A word as it is written, with its punctuation.
    struct Word: Sendable, Hashable {
        let text: String

        init(_ text: String) {
            self.text = text
        }

        /// What the voice is given: letters only. An article by itself would be read as the name
        /// of the letter.
        var spoken: String {
            let letters = text.lowercased().filter(\.isLetter)
            return letters == "a" ? "uh" : letters
        }

        /// Whether a reader pauses after it.
        var endsPhrase: Bool { text.contains { ",.;:!?".contains($0) } }
    }
}

import HTTP
import Server

/// How a child wants the captions of a series, for players that are no pages of ours.
enum SeriesCaptionAPI {
    private static let operation = Operations(.libraries, for: .parent, scope: .writeLibrary)

    static let routes = [
        operation(
            .put,
            "/api/v1/children/{child_id}/playback/{book_id}/captions",
            "setCaptions",
            "Remember captions for a series",
            "Remembers for all stories of the book’s series whether the child wants captions, and "
                + "in which language. `captions_choice` of “Get the addresses to play a story” "
                + "says so from then on, and Kids Mode and the console begin with it.",
            refuses: [.conflict],
            set
        )
    ]

    static func set(
        _ visit: Visit,
        _ sent: Sent<SentCaptionChoice>,
        _ child: ID<Child>,
        _ book: ID<Book>
    ) throws -> NoContent {
        guard try visit.library(of: child).holds(book) else { throw Failure.notFound }
        let choice = try sent.read().choice
        guard try visit.seriesCaptions.remember(choice, of: child, for: book) else {
            throw Failure.conflict("This book isn’t in a series. Keep the choice in your app.")
        }
        return NoContent()
    }
}

/// What a player sends.
struct SentCaptionChoice: JSONContent {
    /// Nil: nothing is chosen any more.
    let choice: CaptionChoice?

    init?(_ fields: inout JSONFields) {
        let text = fields.token("captions", 1...CaptionChoice.maximumLength, .nullable)
        choice = text.flatMap(CaptionChoice.init)
        if text != nil, choice == nil {
            fields.reject("captions", "invalid", "must be “off”, a language such as “en”, or null.")
        }
    }

    static let meanings = [
        "captions":
            "`off`, or the language of the captions as a tag (BCP 47). Null forgets the choice."
    ]

    static let example = #"{"captions": "off"}"#
}

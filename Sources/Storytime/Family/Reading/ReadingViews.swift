import HTTP
import Quill
import Received
import Subtitles

/// With whom a parent reads along: a child, for whom it counts, or nobody.
struct ReadingCompany: Sendable {
    let children: [Child]
    let child: Child?
    let user: ID<User>
    /// Whether the child has the story, so that their place in it is kept.
    let isKept: Bool
    /// Where the film starts; nil at its beginning.
    let start: Int?

    var reader: Reader { child.map { .child($0.id) } ?? .parent(user) }

    var note: String {
        guard let child else {
            return "This doesn’t count for any child. Your own place in the story is saved."
        }
        let owner = Possessive.text(child.name)
        return isKept
            ? "This counts as \(owner) watching time, and \(owner) place in the story is saved."
            : "This counts as \(owner) watching time. To save the place, add the story to "
                + "\(owner) library."
    }
}

/// A text in the menus of the page.
struct ReadingTrackChoice: Record {
    let track: ReadingTrack
    let isCurrent: Bool
    let isSecond: Bool

    static let fields: [Field<ReadingTrackChoice>] = [
        .text("name") { $0.track.name.description },
        .text("label") { $0.track.title },
        .text("language") { $0.track.language },
        .bool("is_current") { $0.isCurrent },
        .bool("is_second") { $0.isSecond },
    ]
}

/// What a parent has turned on beside a film.
struct ReadingTools: Sendable {
    var keepsWords = true
    var hasPlaylists = true
    /// Whether each line says its number and its times, for those who build the player.
    var showsCues = false
}

extension Visit {
    func readingTools() throws -> ReadingTools {
        ReadingTools(
            keepsWords: try isOn(.vocabulary),
            hasPlaylists: try isOn(.playlists),
            showsCues: try isOn(.cueDetails)
        )
    }
}

/// A line of the list.
struct ReadingLineView: Record {
    let line: ReadingLine
    /// The address of the page with its texts and the child, up to its next parameter.
    let stem: String
    /// What the second text says meanwhile.
    var second: String?
    /// Whether the line says its number and its times.
    var showsCue = false

    /// “#12: 1500–3250 ms, 1750 ms long”.
    private var details: String {
        "#\(line.number): \(line.start)–\(line.end) ms, \(line.end - line.start) ms long"
    }

    static let fields: [Field<ReadingLineView>] = [
        .text("time") { PlayingTime.text($0.line.start.wholeSeconds) },
        .text("href") { "\($0.stem)t=\(max(1, $0.line.start.wholeSeconds))" },
        .text("text") { $0.line.text },
        .optionalText("second") { $0.second },
        .optionalText("details") { $0.showsCue ? $0.details : nil },
    ]
}

/// A line that can be asked about with a form, without a script.
struct ReadingQuestion: Record {
    let line: ReadingLine

    /// More lines than that begin in one second where nobody could read them.
    private static let most = 10

    /// Those that the film comes to at a second, as the times of the list lead there.
    static func list(_ lines: [ReadingLine], at seconds: Int) -> [ReadingQuestion] {
        guard
            let last = lines.last(where: { $0.start.wholeSeconds <= max(1, seconds) })
                ?? lines.first
        else {
            return []
        }
        return lines.lazy.filter { $0.start.wholeSeconds == last.start.wholeSeconds }.prefix(most)
            .map(ReadingQuestion.init)
    }

    static let fields: [Field<ReadingQuestion>] = [
        .text("cue") { String($0.line.number) },
        .text("time") { PlayingTime.text($0.line.start.wholeSeconds) },
        .text("text") { $0.line.text },
    ]
}

/// What stands beside a film that is read along: a story of the library, or a video at an address.
protocol ReadingText: Record {
    var tracks: [ReadingTrack] { get }
    /// Nil where there is no text.
    var track: ReadingTrack? { get }
    var second: ReadingTrack? { get }
    var shown: LinesOnPage { get }
    /// What the second text says meanwhile, for each line; empty without one.
    var seconds: [String] { get }
    var speed: ReadingSpeed { get }
    var tools: ReadingTools { get }
    /// The page with its texts: a line's time leads to its moment there.
    var linesHref: String { get }
    /// In which forms the film is to be had; none to choose from for most.
    var forms: [VideoChoice] { get }
    /// The one that the address asks for.
    var form: VideoForm? { get }
}

extension ReadingText {
    var lines: [ReadingLine] { shown.lines }
    var forms: [VideoChoice] { [] }
    var form: VideoForm? { nil }

    /// What one more parameter of the page follows.
    private var linesStem: String { linesHref + (linesHref.contains("?") ? "&" : "?") }

    static var textFields: [Field<Self>] {
        [
            .list("speeds") { text in
                ReadingSpeed.choices.map {
                    ReadingSpeedChoice(speed: $0, isCurrent: $0 == text.speed)
                }
            },
            // One form is no choice.
            .list("forms") { text in
                text.forms.count < 2
                    ? []
                    : text.forms.map {
                        ReadingForm(
                            choice: $0,
                            isCurrent: $0.form == text.form,
                            stem: text.linesStem
                        )
                    }
            },
            .optionalText("form") { text in
                text.forms.first { $0.form == text.form }.map { "\($0.form)" }
            },
            .list("tracks") { text in
                text.tracks.map {
                    ReadingTrackChoice(
                        track: $0,
                        isCurrent: $0 == text.track,
                        isSecond: $0 == text.second
                    )
                }
            },
            .optionalText("track") { $0.track.map(\.name.description) },
            .bool("keeps_words") { $0.tools.keepsWords },
            .bool("has_playlists") { $0.tools.hasPlaylists },
            .list("formats") { _ in CaptionFormat.allCases.map(ReadingFormatChoice.init) },
            .text("language") { $0.track?.language ?? "" },
            .text("second_language") { $0.second?.language ?? "" },
            .optionalText("remark") { $0.shown.remark },
            .list("lines") { text in
                let stem = text.linesStem
                return text.lines.enumerated().map { index, line in
                    var view = ReadingLineView(line: line, stem: stem)
                    view.showsCue = text.tools.showsCues
                    if text.seconds.indices.contains(index), !text.seconds[index].isEmpty {
                        view.second = text.seconds[index]
                    }
                    return view
                }
            },
        ]
    }
}

/// A story with its words beside it.
struct ReadingPage: PageWithVideo, ReadingText {
    static let template = "family/reading/show.html"

    let story: ReadingStory
    let tracks: [ReadingTrack]
    /// Nil where there is no text: the story is only watched.
    let track: ReadingTrack?
    let second: ReadingTrack?
    let shown: LinesOnPage
    /// What the second text says meanwhile, for each line; empty without one.
    let seconds: [String]
    let company: ReadingCompany
    let speed: ReadingSpeed
    let tools: ReadingTools
    let forms: [VideoChoice]
    let form: VideoForm?
    /// Whether parents may save films.
    let saves: Bool
    /// Whether a model explains.
    let explains: Bool
    /// If it was opened from a playlist.
    let steps: PlaylistSteps?

    private var way: ReadingWay {
        ReadingWay(
            story.book.id,
            child: company.child?.id,
            track: track?.name,
            second: second?.name,
            list: steps?.playlist
        )
    }

    private var path: String { ReadingPages.href(story.book.id) }

    private func href(child: ID<Child>?) -> String {
        var way = way
        way.child = child
        return way.href
    }

    private var companions: [WatchingWith.Companion] {
        guard !company.children.isEmpty else { return [] }
        return company.children.map { child in
            WatchingWith.Companion(
                label: child.name,
                avatar: child.avatar,
                href: href(child: child.id),
                isCurrent: child.id == company.child?.id
            )
        } + [
            WatchingWith.Companion(
                label: "Nobody",
                avatar: nil,
                href: href(child: nil),
                isCurrent: company.child == nil
            )
        ]
    }

    var linesHref: String { href(child: company.child?.id) }

    static let fields: [Field<ReadingPage>] =
        textFields + [
            .text("title") { $0.story.book.title },
            .text("author") { $0.story.book.author },
            .text("back_href") { page in
                "\(CatalogAddress.path)/books/\(page.story.book.id)"
                    + (page.company.child.map { "?child=\($0.id)" } ?? "")
            },
            .text("book_id") { String($0.story.book.id.value) },
            .text("path") { $0.path },
            .optionalText("poster") { $0.story.playback.poster },
            .int("source_count") { $0.story.playback.sources.count },
            .text("expires_at") { $0.story.playback.expiresAt.map { String($0) } ?? "" },
            .text("seconds") { $0.story.asset.durationSeconds.map { String($0) } ?? "" },
            .text("start") { $0.company.start.map { String($0) } ?? "" },
            .text("storyboard") { VideoMedia($0.story.asset)?.storyboard ?? "" },
            .text("child_id") { $0.company.child.map { String($0.id.value) } ?? "" },
            .text("events_href") { _ in WatchingPages.path },
            .list("companions") { $0.companions },
            .text("any_form_href") { $0.linesHref },
            .list("saves") { page in
                page.saves
                    ? page.forms.filter(\.isFile).map {
                        SavedFormView(choice: $0, book: page.story.book.id)
                    } : []
            },
            .bool("cannot_save") { page in page.saves && !page.forms.contains(where: \.isFile) },
            .text("note") { $0.company.note },
            .bool("explains") { $0.explains },
            .list("questions") { page in
                // Without a model there may be a translation in another text.
                page.explains || page.tracks.count > 1
                    ? ReadingQuestion.list(page.lines, at: page.company.start ?? 0) : []
            },
            .text("ask_href") { ExplanationPages.path($0.story.book.id) + $0.way.query },
            .text("print_href") { "\($0.path)/print\($0.way.query)" },
            .text("captions_href") { FamilyCaptionPages.path($0.story.book.id) + $0.way.query },
            .text("list_id") { $0.steps.map { "\($0.playlist)" } ?? "" },
            .optionalRecord("steps") { $0.steps },
            .text("add_href") { PlaylistAddPages.href(.book($0.story.book.id), from: .watch) },
            .text("way_query") { "?" + PercentEncoding.encodeQuery($0.way.named) },
            .text("words_href") { StoryWordPages.href($0.way) },
            .text("vocabulary_href") { KeptWordPages.href(of: $0.way) },
        ]
}

/// A form of the film in the menu of sources and sizes.
struct ReadingForm: Record {
    let choice: VideoChoice
    let isCurrent: Bool
    /// The page without it, for a browser that runs no scripts.
    let stem: String

    static let fields: [Field<ReadingForm>] = [
        .text("value") { "\($0.choice.form)" },
        .text("href") { "\($0.stem)size=\($0.choice.form)" },
        .text("label") { $0.choice.text },
        .bool("is_current") { $0.isCurrent },
    ]
}

/// A form in which the film is saved.
struct SavedFormView: Record {
    let choice: VideoChoice
    let book: ID<Book>

    static let fields: [Field<SavedFormView>] = [
        .text("href") { SavingPages.href($0.book, $0.choice.form) },
        .text("label") { $0.choice.text },
    ]
}

/// A format in which a text is saved.
struct ReadingFormatChoice: Record {
    let format: CaptionFormat

    static let fields: [Field<ReadingFormatChoice>] = [
        .text("value") { $0.format.rawValue },
        .text("label") { $0.format.name },
    ]
}

/// A speed in the menu.
struct ReadingSpeedChoice: Record {
    let speed: ReadingSpeed
    let isCurrent: Bool

    static let fields: [Field<ReadingSpeedChoice>] = [
        .text("value") { $0.speed.text },
        .bool("is_current") { $0.isCurrent },
    ]
}

/// A passage of a story on paper.
struct ReadingPassageView: Record {
    let passage: ReadingPassage
    let second: String
    let picture: Playback.Frame?

    static let fields: [Field<ReadingPassageView>] = [
        .text("text") { $0.passage.text },
        .text("second") { $0.second },
        .optionalRecord("picture") { $0.picture },
    ]
}

/// A story for the paper: its words with a picture of each passage.
struct ReadingPrintPage: PageWithVideo {
    static let template = "family/reading/print.html"

    let story: ReadingStory
    let track: ReadingTrack?
    let second: ReadingTrack?
    let passages: [ReadingPassage]
    /// What the second text says meanwhile, for each passage.
    let seconds: [String]
    /// What is said of a text that doesn’t fit; nil where all of it is there.
    let remark: String?
    let way: ReadingWay
    let pictures: [Playback.Frame?]

    static let fields: [Field<ReadingPrintPage>] = [
        .text("title") { $0.story.book.title },
        .text("author") { $0.story.book.author },
        .text("back_href") { $0.way.href },
        .text("language") { $0.track?.language ?? "" },
        .text("second_language") { $0.second?.language ?? "" },
        .optionalText("remark") { $0.remark },
        .list("passages") { page in
            page.passages.enumerated().map { index, passage in
                ReadingPassageView(
                    passage: passage,
                    second: page.seconds.indices.contains(index) ? page.seconds[index] : "",
                    picture: page.pictures.indices.contains(index) ? page.pictures[index] : nil
                )
            }
        },
    ]
}

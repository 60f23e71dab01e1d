import SQLite
import Subtitles
import Testing

@testable import Storytime

/// A family with two children, a story with a film and two texts, and a parent who is signed in.
struct ReadAlongHome {
    let console: Console
    let family: Family
    let mia: Child
    let jonas: Child
    let parent: ID<User>
    let book: Book
    let asset: VideoAsset
    let english: CaptionTrack
    let german: CaptionTrack
    let path: String

    init() throws {
        console = try Console()
        family = try console.addFamily()
        mia = try console.addChild("Mia", in: family)
        jonas = try console.addChild("Jonas", in: family)
        book = try console.addStory("The Lantern Fox")
        try console.keepFilm(of: book)
        try console.addToLibrary([book.id], of: mia)
        asset = try #require(try console.videos.current(of: book.id))
        try console.database.execute("UPDATE books SET language = 'en'")
        try console.database.execute("DELETE FROM caption_tracks")
        english = try console.captions.add(
            NewCaptions(try Captions.read(Array(Self.words.utf8)), language: "en"),
            to: asset,
            by: .commandLine
        )
        german = try console.addTrack(["Es war", "einmal <ein> Fuchs"], to: asset, "de")
        path = "/watch/\(book.id)"
        parent = try console.addParent("astrid@example.test", in: family)
        try console.signIn(parent)
    }

    /// WebVTT with times of words in its first cue.
    static let words = """
        WEBVTT

        00:01.000 --> 00:03.000
        <00:01.000>Once <00:01.500>upon <00:02.000>a time

        00:04.000 --> 00:06.000
        there was a fox
        """

    func json(_ track: String) throws -> Answer { try console.get("\(path)/cues/\(track).json") }

    /// A text that a family brought.
    @discardableResult
    func bring(_ texts: [String], to family: Family, _ language: String = "sv") throws -> Int {
        try console.database.execute(
            """
            INSERT INTO family_captions (family_id, book_id, language, format, document, cue_count,
                created_at, created_by)
            VALUES (\(family.id.value), \(book.id.value), \(language), 'srt',
                \(try CaptionDocument.pack(.ofLines(texts))), \(texts.count), 1, 'Astrid')
            """
        )
        return Int(console.database.lastInsertedID)
    }
}

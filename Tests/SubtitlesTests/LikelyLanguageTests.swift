import Foundation
import Received
import Subtitles
import Testing

@Suite("The language of a text")
struct LikelyLanguageTests {
    private func language(_ text: String) -> String? {
        let cues = text.split(separator: "\n").enumerated().map { index, line in
            Cue(
                start: MediaTime(milliseconds: index * 1_000),
                end: MediaTime(milliseconds: index * 1_000 + 900),
                text: String(line)
            )
        }
        return Captions(format: .srt, cues: cues).likelyLanguage
    }

    private static let texts: [(String, String)] = [
        (
            "en",
            """
            Once upon a time there was an owl who did not like the dark.
            She said to her mother that it was too black and too quiet for a little owl.
            """
        ),
        (
            "de",
            """
            Es war einmal eine kleine Eule, die hatte Angst vor der Dunkelheit.
            Sie sagte zu ihrer Mutter, dass es ihr im Wald zu still und zu schwarz ist.
            """
        ),
        (
            "fr",
            """
            Il était une fois une petite chouette qui n’aimait pas la nuit.
            Elle dit à sa mère que c’est trop noir et que les arbres ne sont pas ses amis.
            """
        ),
        (
            "es",
            """
            Había una vez un búho pequeño que no quería salir por la noche.
            Le dijo a su madre que el bosque era muy oscuro y que los árboles no eran sus amigos.
            """
        ),
        (
            "sv",
            """
            Det var en gång en liten uggla som inte tyckte om mörkret.
            Hon sa till sin mamma att det är för svart och att jag inte vill vara i skogen när det är natt.
            """
        ),
        (
            "nl",
            """
            Er was eens een kleine uil die niet van het donker hield.
            Zij zei tegen haar moeder dat het in het bos te stil is en dat ze er niet wil zijn.
            """
        ),
        ("ja", "むかしむかし、くらいよるがきらいなちいさなふくろうがいました。おかあさんにもりはこわいといいました。"),
        ("zh", "从前有一只小猫头鹰，它不喜欢黑夜。它对妈妈说，森林里太黑太安静了，它想和星星一起睡在屋顶上。"),
    ]

    @Test("It is known by the words that every text is full of", arguments: texts)
    func known(expected: String, text: String) {
        #expect(language(text) == expected)
    }

    @Test("Of fewer than twenty words nobody can tell")
    func short() {
        #expect(language("It was the owl and the fox who are in the garden with you.") == nil)
        #expect(language("ふくろうがいました。") == nil)
        #expect(language("") == nil)
    }

    @Test("Where two languages are too alike, or none is known, none is suggested")
    func unclear() {
        // Danish and Norwegian.
        let line = "og det er på til som en for at med de han om men jeg"
        let both = Array(repeating: line, count: 3)
        #expect(language(both.joined(separator: "\n")) == nil)
        let finnish = """
            Olipa kerran pieni pöllö, joka ei pitänyt pimeästä.
            Hän sanoi äidilleen, että metsässä on liian hiljaista ja että puut pelottavat häntä kovasti.
            """
        #expect(language(finnish) == nil)
        let names = (0..<10).map { "Alma Bruno Cleo Dora Event \($0)" }
        #expect(language(names.joined(separator: "\n")) == nil)
    }

    private static let folder: String = {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return here.appendingPathComponent("../../../shared/fixtures/subtitles").standardized.path
    }()

    /// Files of other programs; none if the collection isn’t here.
    private static let fixtures: [(String, String)] = [
        ("ttml/swiftsubtitles__sample3.ttml", "fr"), ("ttml/pysubs2__ttml_example.ttml", "en"),
        ("srt/pycaption__srt.srt", "en"), ("sbv/swiftsubtitles__captions.sbv", "en"),
        ("vtt/subsrt__sample.vtt", "en"), ("vtt/swiftsubtitles__sample.vtt", "-"),
        ("srt/webvttpy__sample.srt", "-"),
    ].filter { FileManager.default.fileExists(atPath: folder + "/" + $0.0) }

    @Test("Files of other programs are in the language that they are in", arguments: fixtures)
    func fixture(name: String, expected: String) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/" + name))
        let captions = try Captions.read(Array(bytes), options: ReadingOptions(fileName: name))
        #expect(captions.likelyLanguage ?? "-" == expected)
    }
}

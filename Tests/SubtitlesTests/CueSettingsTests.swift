import Received
import Subtitles
import Testing

@Suite("Settings of WebVTT cues and regions")
struct CueSettingsTests {
    @Test("Each setting says where a cue stands; the later of two counts")
    func all() {
        let settings = CueSettings(
            "vertical:rl line:10%,end position:20%,line-left size:30% align:left align:end"
        )
        #expect(
            settings.vertical == .rl && settings.line == .percentage(10)
                && settings.lineAlign == .end
        )
        #expect(
            settings.position == 20 && settings.positionAlign == .lineLeft && settings.size == 30
        )
        #expect(settings.align == .end)
    }

    @Test(
        "What can’t be read is as if it weren’t there",
        arguments: [
            "align:middle", "line:1e2", "line:.5", "line:5.", "line:+1", "line:--1",
            "line:1,middle", "line:",
            ":1", "line", "position:101%", "position:-1%", "position:50", "position:50%,middle",
            "size:1.%",
            "vertical:up", "line:\u{0B}1", "position:50%,auto", "size:%", "align :left",
        ]
    )
    func invalid(text: String) {
        #expect(CueSettings(text) == CueSettings(""))
    }

    @Test(
        "A region is left by a cue that says line, size or vertical",
        arguments: ["line:0", "size:50%", "vertical:lr"]
    )
    func region(text: String) {
        #expect(CueSettings("region:a").region == "a")
        #expect(CueSettings("region:a " + text).region == nil)
        #expect(CueSettings("region:a size:100%").region == "a")
    }

    @Test("Lines may be counted from the bottom, and have fractions")
    func lines() {
        #expect(CueSettings("line:-1").line == .number(-1))
        #expect(CueSettings("line:1.5").line == .number(1.5))
        #expect(CueSettings("line:100%").line == .percentage(100))
    }

    @Test("A region says its size and where it hangs")
    func regions() throws {
        let text =
            "WEBVTT\n\nREGION\nid:fred width:40% lines:5\nregionanchor:0%,100% viewportanchor:10%,90% scroll:up\n"
        let values = try #require(Captions.read(text).regions.first).values
        #expect(
            values.identifier == "fred" && values.width == 40 && values.lines == 5
                && values.scrollsUp
        )
        #expect(
            values.anchor.x == 0 && values.viewportAnchor.x == 10 && values.viewportAnchor.y == 90
        )
    }
}

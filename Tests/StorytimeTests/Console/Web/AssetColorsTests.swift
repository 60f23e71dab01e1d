import HTTP
import Server
import Testing

@testable import Storytime

@Suite("The colors of style sheets")
struct AssetColorsTests {
    @Test(
        "They are sent as browsers of many years know them",
        arguments: [
            // From the examples of CSS Color 4, §4 and §9.
            ("a { color: oklch(51.975% 0.17686 142.495); }", "a { color: #008000; }"),
            ("oklch(0.628 0.2577 29.23)", "#ff0000"),
            ("oklch(100% 0 0)", "#ffffff"),
            ("oklch(0% 0 0 / 28%)", "#00000047"),
            ("oklch(0% 0 0/0.5)", "#00000080"),
            // What no screen of those years shows is the nearest that it does.
            ("oklch(90% 0.4 150)", "#00ff00"),
            ("light-dark(#fff, #000)", "var(--light,#fff) var(--dark,#000)"),
            (
                "0 1px 2px light-dark(oklch(0% 0 0 / 20%), var(--ink)), 0 0 red",
                "0 1px 2px var(--light,#00000033) var(--dark,var(--ink)), 0 0 red"
            ),
            (
                "light-dark(oklch(90% 0.1 var(--hue)), hsl(1, 2%, 3%))",
                "var(--light,oklch(90% 0.1 var(--hue))) var(--dark,hsl(1, 2%, 3%))"
            ),
            // What only the browser can say, and what is no color, stays.
            ("oklch(41% 0.1 var(--hue))", "oklch(41% 0.1 var(--hue))"),
            ("oklch(41% 0.1)", "oklch(41% 0.1)"), ("oklch(red)", "oklch(red)"),
            ("light-dark(red)", "light-dark(red)"), ("oklch(41% 0.1 3", "oklch(41% 0.1 3"),
            ("var(--light, red) calc((1px + 2px) * 3)", "var(--light, red) calc((1px + 2px) * 3)"),
            ("", ""),
        ]
    )
    func plain(written: String, sent: String) {
        let plain = AssetColors.plain(Array(written.utf8))
        #expect(String(decoding: plain, as: UTF8.self) == sent)
    }

    @Test("No style sheet that is sent has a color of both themes, or one that could be plainer")
    func sheets() throws {
        let assets = try Assets(folder: Repository.folder + "/Public", isTLS: false)
        let sheets = assets.files.filter { $0.key.hasSuffix(".css") }
        #expect(sheets.count > 20)
        for (path, sheet) in sheets {
            let text = String(decoding: sheet.bytes, as: UTF8.self)
            #expect(!text.contains("light-dark("), "\(path)")
            for color in text.split(separator: "oklch(").dropFirst() {
                #expect(color.prefix { $0 != ")" }.contains("var("), "\(path): \(color.prefix(40))")
            }
        }
    }
}

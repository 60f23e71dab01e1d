import Server
import Testing

@testable import Storytime

@Suite("What a page weighs")
struct PageWeightTests {
    @Test("Style sheets and scripts stay light, compressed", arguments: Page.all)
    func staysLight(_ page: Page) throws {
        let assets = try Assets(folder: Repository.folder + "/Public", isTLS: false)
        let sizes = try page.files(assets.links).map { link in
            try #require(assets.files[link]?.gzip).count
        }
        #expect(sizes.allSatisfy { $0 > 100 })
        #expect(sizes.reduce(0, +) < page.limitBytes, "\(sizes)")
    }

    /// What a page loads, all of it or what it has of its own.
    struct Page: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// 30 KB are what a slow phone takes a second for (1.6 Mbit/s and four round trips of 150 ms).
        var limitBytes = 30_000
        let files: @Sendable (AssetLinks) -> [String]

        static let all = [
            Page(testDescription: "a page of parents") { [$0.css, $0.familyCSS, $0.js] },
            Page(testDescription: "the dashboard of admins") {
                [$0.css, $0.js, $0.adminJS, $0.chartsCSS, $0.chartsJS]
            },
            Page(testDescription: "reading along", limitBytes: 40_960) {
                [$0.readingCSS, $0.readingJS]
            },
            Page(testDescription: "Kids Mode, reading along", limitBytes: 40_960) {
                [$0.kidsCSS, $0.kidsJS, $0.kidsReadingCSS, $0.kidsReadingJS]
            },
            Page(testDescription: "what series bring of their own", limitBytes: 6_500) {
                [$0.seriesCSS, $0.seriesJS]
            },
            Page(testDescription: "what the workbench brings of its own", limitBytes: 10_000) {
                [$0.workbenchCSS, $0.workbenchJS]
            },
        ]
    }
}

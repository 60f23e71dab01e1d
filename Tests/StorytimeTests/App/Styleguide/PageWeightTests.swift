import Server
import Testing

@testable import Storytime

@Suite("What a page weighs")
struct PageWeightTests {
    /// 30 KB: what a slow phone takes a second for (1.6 Mbit/s and four round trips of 150 ms).
    private static let limitBytes = 30_000

    @Test("The style sheet and the script together stay under 30 KB, compressed")
    func staysLight() throws {
        let assets = try Assets(folder: Repository.folder + "/Public", isTLS: false)
        let sizes = try [assets.links.css, assets.links.js].map { path in
            let file = try #require(assets.files[path])
            return try #require(file.gzip).count
        }
        #expect(sizes.allSatisfy { $0 > 1000 })
        #expect(sizes.reduce(0, +) < Self.limitBytes, "\(sizes)")
    }

    @Test("The dashboard of admins, with its charts, stays under 30 KB, compressed")
    func dashboardStaysLight() throws {
        let assets = try Assets(folder: Repository.folder + "/Public", isTLS: false)
        let links = assets.links
        let sizes = try [links.css, links.js, links.adminJS, links.chartsCSS, links.chartsJS].map {
            let file = try #require(assets.files[$0])
            return try #require(file.gzip).count
        }
        #expect(sizes.reduce(0, +) < Self.limitBytes, "\(sizes)")
    }

    @Test("The page of series brings no more than 6 KB of its own")
    func series() throws {
        let assets = try Assets(folder: Repository.folder + "/Public", isTLS: false)
        let sizes = try [assets.links.seriesCSS, assets.links.seriesJS].map { path in
            let file = try #require(assets.files[path])
            return try #require(file.gzip).count
        }
        #expect(sizes.reduce(0, +) < 6_500, "\(sizes)")
    }

    @Test("The workbench brings no more than 10 KB of its own")
    func workbench() throws {
        let assets = try Assets(folder: Repository.folder + "/Public", isTLS: false)
        let sizes = try [assets.links.workbenchCSS, assets.links.workbenchJS].map { path in
            let file = try #require(assets.files[path])
            return try #require(file.gzip).count
        }
        #expect(sizes.reduce(0, +) < 10_000, "\(sizes)")
    }
}

import Testing

@testable import Storytime

@Suite("Which sizes a video can have")
struct VideoSizeTests {
    private func asset(_ width: Int, _ height: Int, bytes: Int? = nil) -> VideoAsset.Picture {
        VideoAsset.Picture(width: width, height: height, sizeBytes: bytes)
    }

    @Test(
        "Only those below the original, in either orientation (V5 L115)",
        arguments: [
            (3840, 2160, ["1080p", "720p", "480p"]), (1920, 1080, ["720p", "480p"]),
            (1080, 1920, ["720p", "480p"]), (1920, 804, ["720p", "480p"]), (1280, 720, ["480p"]),
            (1280, 536, ["480p"]), (854, 480, []), (640, 480, []), (640, 360, []), (64, 64, []),
        ]
    )
    func smaller(width: Int, height: Int, sizes: [String]) {
        let picture = asset(width, height)
        let made = VideoSize.madeHere.filter { $0.isSmaller(than: picture, seconds: 60) }
        #expect(made.map(\.rawValue) == sizes)
    }

    @Test("The same size counts if the original has far more bits than it needs")
    func lighter() {
        let minute = 60 * VideoSize.p1080.maximumBits / 8
        #expect(VideoSize.p1080.isSmaller(than: asset(1920, 1080, bytes: 3 * minute), seconds: 60))
        #expect(!VideoSize.p1080.isSmaller(than: asset(1920, 1080, bytes: minute), seconds: 60))
        #expect(!VideoSize.p1080.isSmaller(than: asset(1280, 720, bytes: 9 * minute), seconds: 60))
        #expect(!VideoSize.p480.isSmaller(than: VideoAsset.Picture(), seconds: nil))
    }

    @Test("A form has one name in addresses, and nothing else is one")
    func forms() {
        for text in ["original", "stream", "highest", "720p", "480p"] {
            #expect(VideoForm(pathSegment: text[...])?.description == text)
        }
        for text in ["", "721p", "720P", "../720p", "720p.mp4"] {
            #expect(VideoForm(pathSegment: text[...]) == nil, "\(text)")
        }
    }
}

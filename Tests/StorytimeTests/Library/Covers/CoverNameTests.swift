import Testing

@testable import Storytime

@Suite("Names, shapes and addresses of covers")
struct CoverNameTests {
    private static let hash = String(repeating: "0a", count: 20)

    @Test("A name is the hash of the content and its format, the same for the same picture")
    func namesContent() throws {
        let jpeg = try ImageFile(Pictures.first(.jpeg))
        let name = try CoverName(jpeg)
        #expect(try CoverName(jpeg) == name)
        #expect(try CoverName(ImageFile(Pictures.first(.png))) != name)
        #expect(name.description.hasSuffix(".jpg"))
        #expect(name.description.utf8.count == 44)
        #expect(CoverName(key: name.description) == name)
        #expect(name.sized(.medium).description == "\(name.hash)-240.webp")
        #expect(CoverName(pathSegment: "\(name.hash)-240.webp") == name.sized(.medium))
        // A book's row names the picture, not a smaller one.
        #expect(CoverName(key: "\(name.hash)-240.webp") == nil)
    }

    @Test(
        "Whatever else is asked for is no name",
        arguments: [
            "", ".", "..", "\(hash)", "\(hash).", ".jpg", "\(hash).svg", "\(hash).jpeg",
            "\(hash).JPG", "\(hash)-96.jpg", "\(hash)-97.webp", "\(hash)-.webp",
            "\(hash)-96-96.webp", "\(hash)0.jpg", "\(hash).jpg.jpg", "../\(hash).jpg",
            "..%2f\(hash).jpg", "\(hash).jpg\0", "\(hash.uppercased()).jpg", "\(hash)-096.webp",
            "\(hash)-+96.webp", "é\(hash.dropFirst(2)).jpg",
        ]
    )
    func refuses(text: String) {
        #expect(CoverName(pathSegment: text[...]) == nil)
    }

    @Test(
        "A picture of nearly the frame's shape fills it; others are shown whole, and none is enlarged",
        arguments: [
            (PixelSize(1000, 1500), PixelSize(240, 360), true),
            (PixelSize(1050, 1500), PixelSize(240, 360), true),
            (PixelSize(1000, 1600), PixelSize(240, 360), true),
            (PixelSize(1000, 1000), PixelSize(240, 240), false),
            (PixelSize(1600, 1000), PixelSize(240, 150), false),
            (PixelSize(300, 1000), PixelSize(108, 360), false),
            (PixelSize(40, 60), PixelSize(40, 60), true),
            (PixelSize(44, 60), PixelSize(40, 60), true),
            (PixelSize(6, 4), PixelSize(6, 4), false),
            (PixelSize(1, 1), PixelSize(1, 1), false),
            (PixelSize(10_000, 1), PixelSize(240, 1), false),
            (PixelSize(1, 10_000), PixelSize(1, 360), false),
            (PixelSize(2, 3), PixelSize(2, 3), true),
        ]
    )
    func places(picture: PixelSize, result: PixelSize, isCut: Bool) {
        let placement = CoverSize.medium.placement(of: picture)
        #expect(placement.result == result)
        #expect(CoverPlacement.isCut(picture) == isCut)
        #expect(placement.scaled.width >= result.width)
        #expect(placement.scaled.height >= result.height)
        #expect(placement.scaled.width <= picture.width)
    }

    @Test(
        "An address is taken as it is when every program reads the same in it",
        arguments: [
            ("https://a.example/b.jpg", true), ("https://a.example:8443/b?c=d&e=%20#f", true),
            ("https://192.0.2.1/x", true), ("https://a.example", true),
            ("http://a.example/b.jpg", false), ("HTTPS://a.example/b.jpg", false),
            ("//a.example/b.jpg", false), ("/b.jpg", false), ("https:///b.jpg", false),
            ("https://localhost/b.jpg", false), ("https://u:p@a.example/b.jpg", false),
            ("https://a.example/b c.jpg", false), ("https://a.example/\"><script>", false),
            ("https://é.example/b.jpg", false), ("javascript:alert(1)", false),
            ("data:image/png;base64,AA==", false), ("https://a.example\\@b.example/", false),
            ("https://a.example:0/", false),
            ("https://a.example/" + String(repeating: "x", count: 1990), false),
        ]
    )
    func addresses(text: String, isTaken: Bool) {
        #expect((CoverAddress(text)?.text == text) == isTaken)
    }
}

import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("The sizes of photos")
struct PhotoSizingTests {
    /// Four colors, red and green above blue and white, as a picture of any size.
    private func quadrants(_ width: Int, _ height: Int, _ name: String = "q.png") throws -> [UInt8]
    {
        let folder = try TemporaryFolder()
        let colors = ["0xdc1414", "0x14c814", "0x1414dc", "0xf0f0f0"]
        let size = "\(width / 2)x\(height / 2)"
        let inputs = colors.flatMap { ["-f", "lavfi", "-i", "color=\($0):s=\(size)"] }
        let grid = "xstack=inputs=4:layout=0_0|w0_0|0_h0|w0_h0"
        let file = folder.file(name)
        try FFmpeg.run(inputs + ["-filter_complex", grid, "-frames:v", "1", file])
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    /// "red", "green", "blue" or "white" in the four corners, as a reader of its own sees them.
    private func corners(_ home: PhotoHome, _ photo: Photo, _ size: PhotoSize) throws -> [String] {
        let file = try Folder.read(home.folder.path(of: PhotoFolder.name(photo.key, size))).bytes
        let picture = try ImageFile(file)
        let pixels = try FFmpeg.pixels(file, extension: "webp")
        let (width, height) = (picture.stored.width, picture.stored.height)
        return [(0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)].map { across, down in
            let place = Int(Double(height) * down) * width + Int(Double(width) * across)
            // Of each 16 bits the second byte is the larger one.
            return switch (0..<3).map({ pixels[place * 8 + 2 * $0 + 1] > 128 }) {
            case [true, false, false]: "red"
            case [false, true, false]: "green"
            case [false, false, true]: "blue"
            case [true, true, false]: "yellow"
            default: "white"
            }
        }
    }

    @Test("A photo gets the sizes that are smaller than it, and one that has all of it")
    func sizes() {
        #expect(PhotoSize.made(of: 96) == [.small])
        #expect(PhotoSize.made(of: 320) == [.small])
        #expect(PhotoSize.made(of: 321) == [.small, .medium])
        #expect(PhotoSize.made(of: 2000) == PhotoSize.allCases)
        #expect(PhotoSize.made(of: 9000) == PhotoSize.allCases)
        #expect(PhotoSize.full.served(of: 600) == .medium)
        #expect(PhotoSize.small.served(of: 600) == .small)
    }

    @Test("Each size is made, in its shape, and what was uploaded is thrown away")
    func made() throws {
        let home = try PhotoHome()
        let id = try home.add(try quadrants(1600, 1200), named: "q.png")
        #expect(try home.counts()[0] == 1)
        #expect(try home.counts()[2] == 0)
        try home.work()
        let photo = try home.store.find(id, of: home.family.id)
        #expect(photo.state == .ready)
        #expect(photo.picture?.size == PixelSize(1600, 1200))
        #expect(!photo.hasOriginal)
        #expect(try home.counts()[2] == 1)
        for size in PhotoSize.allCases {
            #expect(try corners(home, photo, size) == ["red", "green", "blue", "white"], "\(size)")
        }
        let small = home.folder.path(of: PhotoFolder.name(photo.key, .small))
        #expect(try ImageFile(Folder.read(small).bytes).stored == PixelSize(320, 240))
        try home.cleaner.removeUnused()
        #expect(home.names == PhotoSize.allCases.map { PhotoFolder.name(photo.key, $0) }.sorted())
        let sizes = home.names.map { VideoFolder.bytes(at: home.folder.path(of: $0)) }
        #expect(try home.counts()[1] == sizes.reduce(0, +))
    }

    @Test("A photo of each format becomes the same pictures", arguments: Photos.all.map(\.name))
    func formats(name: String) throws {
        let home = try PhotoHome()
        let id = try home.add(Photos.bytes(name), named: name)
        try home.work()
        let photo = try home.store.find(id, of: home.family.id)
        #expect(photo.state == .ready)
        #expect(photo.picture?.size == PixelSize(96, 64))
        // Half blue, a quarter red, a part yellow.
        let color = try #require(photo.picture?.color)
        let red = try #require(Hex.decode(color.dropFirst())?.first)
        #expect((0x70...0x95).contains(red), "\(color)")
        #expect(photo.takenAt?.text == "2024-05-06T07:08:09")
    }

    @Test(
        "A photo is shown whatever pictures beside it the telephone keeps, and however it refers to them"
    )
    func auxiliary() throws {
        let home = try PhotoHome()
        try home.console.database.execute("UPDATE families SET keeps_originals = 1")
        let kinds = ["urn:com:apple:photo:2020:aux:hdrgainmap", "urn:mpeg:hevc:2015:auxid:2", nil]
        var files: [[UInt8]] = []
        for format in [PhotoFormat.heic, .avif] {
            for (index, targets) in [[1, 3], [3, 1], [3], [77], [], [2]].enumerated() {
                var builder = HEIFBuilder(format)
                builder.add(2, auxiliary: kinds[index % kinds.count], to: targets)
                builder.addToneMap(3, of: [1, 2])
                builder.references.append(("thmb", 2, targets))
                builder.addExif(4, ImageOrientation.upright.tiff, of: targets)
                (builder.referenceVersion, builder.isListLast) = (index % 2, index < 3)
                files.append(builder.bytes)
            }
        }
        let ids = try files.enumerated().map { try home.add($1, named: "\($0).heic") }
        try home.work()
        for (id, bytes) in zip(ids, files) {
            let photo = try home.store.find(id, of: home.family.id)
            #expect(photo.state == .ready, "\(id)")
            #expect(photo.picture?.size == PixelSize(96, 64))
            let original = PhotoFolder.originalName(home.family.id, photo.contentHash)
            #expect(try Folder.read(home.folder.path(of: original)).bytes == bytes)
        }
    }

    @Test(
        "A HEIC or AVIF lies as Exif says, unless it says it itself",
        arguments: [PhotoFormat.heic, .avif]
    )
    func exifOrientation(format: PhotoFormat) throws {
        let home = try PhotoHome()
        let right: [(ImageOrientation, [String])] = [
            (.upright, ["red", "blue", "blue", "yellow"]),
            (.mirrored, ["blue", "red", "yellow", "blue"]),
            (.upsideDown, ["yellow", "blue", "blue", "red"]),
            (.upsideDownMirrored, ["blue", "yellow", "red", "blue"]),
            (.leftMirrored, ["red", "blue", "blue", "yellow"]),
            (.right, ["blue", "red", "yellow", "blue"]),
            (.rightMirrored, ["yellow", "blue", "blue", "red"]),
            (.left, ["blue", "yellow", "red", "blue"]),
        ]
        func expect(_ builder: HEIFBuilder, _ size: PixelSize, _ colors: [String]) throws {
            let id = try home.add(builder.bytes, named: "a.heic")
            try home.work()
            let photo = try home.store.find(id, of: home.family.id)
            #expect(photo.picture?.size == size, "\(id)")
            #expect(try corners(home, photo, .small) == colors, "\(id)")
        }
        for (orientation, colors) in right {
            var builder = HEIFBuilder(format)
            builder.addExif(2, orientation.tiff, of: [1])
            let size = orientation.swapsSides ? PixelSize(64, 96) : PixelSize(96, 64)
            try expect(builder, size, colors)
        }
        var builder = HEIFBuilder(format)
        builder.addExif(2, ImageOrientation.left.tiff, of: [1])
        builder.turn("irot", 2)
        try expect(builder, PixelSize(96, 64), ["yellow", "blue", "blue", "red"])
    }

    @Test(
        "Colors stay what they are where a photo says nothing of them, in color and in grey",
        arguments: ["rgb24", "rgb48be", "rgba", "gray", "gray16be", "ya8"]
    )
    func colors(pixels: String) throws {
        let home = try PhotoHome()
        let file = home.files.file("colors.png")
        let colors = ["0x784b3c", "0x648cc8", "0x3c5a28", "0x202020"]
        let inputs = colors.flatMap { ["-f", "lavfi", "-i", "color=\($0):s=32x32"] }
        let row =
            "[0]format=rgb24[a];[1]format=rgb24[b];[2]format=rgb24[c];[3]format=rgb24[d];"
            + "[a][b][c][d]hstack=4,format=\(pixels)"
        try FFmpeg.run(inputs + ["-filter_complex", row, "-frames:v", "1", file])
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        let id = try home.add(bytes, named: "colors.png")
        try home.work()
        let photo = try home.store.find(id, of: home.family.id)
        let made = home.folder.path(of: PhotoFolder.name(photo.key, .small))
        let before = try FFmpeg.pixels(bytes, extension: "png")
        let after = try FFmpeg.pixels(try Folder.read(made).bytes, extension: "webp")
        // The high byte of each of the red, green and blue in the middle of each color.
        for column in 0..<4 {
            for channel in 0..<3 {
                let place = (16 * 128 + column * 32 + 16) * 8 + channel * 2 + 1
                let difference = Int(before[place]) - Int(after[place])
                #expect((-6...6).contains(difference), "\(pixels) \(column) \(channel)")
            }
        }
    }

    @Test("Nothing that a photo says besides its pixels is in what is served")
    func metadata() throws {
        let home = try PhotoHome()
        for (name, _) in Photos.all { try home.add(Photos.bytes(name), named: name) }
        try home.work()
        try home.cleaner.removeUnused()
        #expect(home.names.count == Photos.all.count)
        for name in home.names {
            let text = String(
                decoding: try Folder.read(home.folder.path(of: name)).bytes,
                as: UTF8.self
            )
            for word in ["Secretcam", "Exif", "EXIF", "ICCP", "2024:05", "adobe", "ftyp"] {
                #expect(!text.contains(word), "\(word)")
            }
        }
    }

    @Test("A family that keeps its originals has them as they were")
    func originals() throws {
        let home = try PhotoHome()
        try home.console.database.execute("UPDATE families SET keeps_originals = 1")
        let bytes = Photos.bytes("photo.heic")
        let id = try home.add(bytes, named: "a.heic")
        try home.work()
        try home.cleaner.removeUnused()
        let photo = try home.store.find(id, of: home.family.id)
        #expect(photo.hasOriginal)
        let original = PhotoFolder.originalName(home.family.id, photo.contentHash)
        #expect(try Folder.read(home.folder.path(of: original)).bytes == bytes)
        #expect(try home.counts()[1] > bytes.count)
    }

    @Test("Its page says what became of the film in a photo", arguments: [false, true])
    func films(keepsOriginals: Bool) throws {
        let home = try PhotoHome()
        try home.signIn()
        try home.console.database.execute("UPDATE families SET keeps_originals = \(keepsOriginals)")
        let still = try home.add(Photos.bytes("photo.jpg"))
        let moving = try home.add(Photos.moving(#"GCamera:MotionPhoto="1""#))
        try home.work()
        let words =
            keepsOriginals
            ? "The original moves, too. Here, only its picture is shown."
            : "The file that was uploaded moved, too. Only its picture is kept."
        for (id, isSaid) in [(still, false), (moving, true)] {
            let photo = try home.store.find(id, of: home.family.id)
            #expect(try home.console.get(photo.href).contains(words) == isSaid)
        }
    }

    @Test(
        "A photo is turned by quarters, again and again, with new names",
        arguments: [false, true]
    )
    func turned(keepsOriginals: Bool) throws {
        let home = try PhotoHome()
        try home.console.database.execute("UPDATE families SET keeps_originals = \(keepsOriginals)")
        let id = try home.add(try quadrants(600, 400), named: "q.png")
        try home.work()
        let first = try home.store.find(id, of: home.family.id)
        #expect(try home.store.turn([id], of: home.family.id, by: 1) == 1)
        try home.work()
        let second = try home.store.find(id, of: home.family.id)
        #expect(second.key != first.key)
        #expect(second.picture?.size == PixelSize(400, 600))
        #expect(try corners(home, second, .medium) == ["blue", "red", "white", "green"])
        // Two clicks before the first is done.
        #expect(try home.store.turn([id], of: home.family.id, by: -1) == 1)
        #expect(try home.store.turn([id], of: home.family.id, by: -1) == 1)
        try home.work()
        let third = try home.store.find(id, of: home.family.id)
        #expect(third.picture?.size == PixelSize(400, 600))
        #expect(try corners(home, third, .medium) == ["green", "white", "red", "blue"])
        try home.cleaner.removeUnused()
        #expect(home.names.filter { $0.hasSuffix("webp") }.count == 2)
        // The same job once more, as after a crash, changes nothing.
        try home.store.database.write {
            try JobStore(database: home.console.database, now: home.console.time.now)
                .add(.photoSizes, PhotoSizing(photo: id.value), label: "Again")
        }
        try home.work()
        #expect(try home.store.find(id, of: home.family.id).key == third.key)
    }

    @Test("A photo that was cut off fails in words for its parents, and takes no space")
    func truncated() throws {
        let home = try PhotoHome()
        let whole = try quadrants(400, 300, "q.jpg")
        let id = try home.add(Array(whole.prefix(whole.count * 2 / 3)))
        try home.work()
        let photo = try home.store.find(id, of: home.family.id)
        #expect(photo.state == .failed)
        #expect(photo.trouble == PhotoRefusal.damaged(.jpeg).description)
        try home.cleaner.removeUnused()
        #expect(home.names.isEmpty)
        #expect(try home.counts() == [1, 0, 0])
        #expect(try JobStore(database: home.console.database, now: 0).failed().isEmpty)
    }

    @Test("A photo whose making is killed again and again is made in the end")
    func killed() throws {
        let home = try PhotoHome()
        let id = try home.add(Photos.bytes("photo.jpg"))
        let worker = try JobWorker(site: home.console.site)
        for _ in 0..<8 {
            let jobs = JobStore(database: home.console.database, now: home.console.time.now)
            #expect(try jobs.claim() != nil)
            worker.recover(home.console.database)
            #expect(try home.store.find(id, of: home.family.id).state == .waiting)
            home.console.time.now += 3600
        }
        try home.work()
        #expect(try home.store.find(id, of: home.family.id).state == .ready)
    }

    @Test("A photo that was given up keeps its file, and parents or an admin try it again")
    func givenUp() throws {
        let home = try PhotoHome()
        try home.signIn()
        let bytes = Photos.bytes("photo.jpg")
        let id = try home.add(bytes)
        let database = home.console.database
        let original = PhotoFolder.originalName(home.family.id, try Digest.sha256(bytes))
        func setAside() throws {
            let jobs = JobStore(database: database, now: home.console.time.now)
            try home.console.crashOver(try #require(try jobs.claim()))
            try home.cleaner.removeUnused()
            #expect(home.names == [original])
            #expect(try home.counts()[1] == bytes.count)
        }
        try setAside()
        let path = PhotoPages.path + "/\(id)"
        let page = try home.console.get(path)
        #expect(page.contains("Its file is kept"))
        #expect(page.contains("Download original") && page.contains("value=\"again\""))
        // Another family's photo isn't theirs to try.
        let other = try home.console.addFamily()
        #expect(try home.store.tryAgain([id], of: other.id) == 0)
        let fields = [("ids", "\(id)"), ("photo", "\(id)"), ("what", "again")]
        #expect(try home.console.post(PhotoPages.path + "/changes", fields).location == path)
        #expect(try home.store.find(id, of: home.family.id).state == .waiting)
        // Twice is once: nothing is left to try.
        try home.console.post(PhotoPages.path + "/changes", fields)
        try setAside()
        let jobs = JobStore(database: database, now: home.console.time.now)
        #expect(try jobs.retry(try #require(try jobs.failed().first).id))
        try home.work()
        let photo = try home.store.find(id, of: home.family.id)
        #expect(photo.state == .ready && !photo.canTryAgain)
        #expect(!(try home.console.get(path)).contains("value=\"again\""))
    }

    @Test("What is transparent becomes white")
    func transparency() throws {
        let home = try PhotoHome()
        let id = try home.add(Pictures.bytes("transparent.webp"), named: "t.webp")
        try home.work()
        let photo = try home.store.find(id, of: home.family.id)
        let file = home.folder.path(of: PhotoFolder.name(photo.key, .small))
        let pixels = try FFmpeg.pixels(try Folder.read(file).bytes, extension: "webp")
        let alphas = stride(from: 6, to: pixels.count, by: 8).map { pixels[$0] }
        #expect(Set(alphas) == [255])
    }

    @Test("Without libvips photos wait, and the system page says for what")
    func withoutVips() throws {
        let home = try PhotoHome(vips: "/nowhere/vips")
        let id = try home.add(Photos.bytes("photo.jpg"))
        try home.work()
        #expect(try home.store.find(id, of: home.family.id).state == .waiting)
        #expect(home.console.site.vitals.missingPrograms.names == ["/nowhere/vips"])
        try home.console.signIn(as: .admin)
        #expect(try home.console.get("/admin/system").contains("Photos wait for it"))
    }

    @Test(
        "What the decoder of this machine doesn’t know isn’t called damaged",
        arguments: [
            ("heif: Unsupported feature: Unsupported codec (4.3000)", PhotoRefusal.unusual(.heic)),
            ("VipsForeignLoad: \"/in\" is not a known file format", .unusual(.heic)),
            ("heif: Invalid input: Unspecified (2.0)", .damaged(.heic)),
        ]
    )
    func unknown(words: String, refusal: PhotoRefusal) throws {
        let files = try TemporaryFolder()
        let program = files.file("vips")
        try StandIn.write(
            "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho '\(words)' >&2\nexit 1\n",
            to: program
        )
        let home = try PhotoHome(vips: program)
        let id = try home.add(Photos.bytes("photo.heic"), named: "a.heic")
        try home.work()
        let photo = try home.store.find(id, of: home.family.id)
        #expect(photo.trouble == refusal.description)
    }

    @Test("A full disk isn’t the photo’s fault: it is tried again, and given up in words")
    func unlucky() throws {
        let files = try TemporaryFolder()
        let program = files.file("vips")
        let script =
            "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\n"
            + "echo 'write failed: No space left on device' >&2\nexit 1\n"
        try StandIn.write(script, to: program)
        let home = try PhotoHome(vips: program)
        let id = try home.add(Photos.bytes("photo.jpg"))
        try home.work()
        #expect(try home.store.find(id, of: home.family.id).state == .waiting)
        for _ in 0..<4 {
            home.console.time.now += 3600
            try home.work()
        }
        let photo = try home.store.find(id, of: home.family.id)
        #expect(photo.state == .failed)
        #expect(photo.trouble?.contains("Its file is kept") == true && photo.canTryAgain)
    }
}

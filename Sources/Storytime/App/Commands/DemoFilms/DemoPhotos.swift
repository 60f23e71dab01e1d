import SQLite
import Server

/// The photos of the demo's first family: drawings of the films' kind, as a camera might have taken
/// them in a summer.
extension Demo {
    /// Draws the photos and adds them, unless the family has or had some; returns how many. Their
    /// sizes are made when the server runs.
    func addPhotos(_ configuration: Configuration) throws -> Int {
        guard let family = try families().first else { return 0 }
        let store = PhotoStore(
            database: database,
            now: now,
            folder: PhotoFolder(configuration),
            space: FamilySpace(configuration, Features(Program.features)),
            disk: Disk()
        )
        guard try store.space(of: family).count == 0, try store.binnedCount(of: family) == 0,
            let ffmpeg = ProgramFile.path(of: configuration.ffmpeg)
        else { return 0 }
        let folder = configuration.uploadFolder + "/demo-photos"
        JobFolder.remove(folder)
        try Folder.make(folder)
        defer { JobFolder.remove(folder) }
        try DemoPhoto.draw(DemoPhoto.all, in: folder, ffmpeg)
        let categories = try store.categories(of: family)
        for (index, photo) in DemoPhoto.all.enumerated() {
            guard let category = categories.first(where: { $0.name == photo.category }) else {
                continue
            }
            let bytes = try Folder.read("\(folder)/\(index).jpg").bytes
            let draft = PhotoStore.Draft(
                name: photo.name,
                format: .jpeg,
                contentHash: try Digest.sha256(bytes),
                takenAt: TakenAt.all(inName: photo.name).first,
                bytes: bytes.count
            )
            let id = try store.add(draft, to: category.id, of: family) { path in
                try DurableFile.write(bytes, to: path)
            }
            let added = try store.find(id, of: family)
            var said = added.draft
            said.words = photo.words
            _ = try store.update(id, of: family, version: added.version, said)
        }
        return DemoPhoto.all.count
    }
}

/// A photo of the demo.
struct DemoPhoto: Sendable {
    let category: String
    /// As a camera names it: with the day and the time.
    let name: String
    let words: String
    let picture: DemoPicture
    let shape: DemoPicture.Shape

    private typealias Thing = DemoPicture.Thing

    private init(
        _ category: String,
        _ moment: String,
        _ words: String,
        _ shape: DemoPicture.Shape,
        _ picture: DemoPicture
    ) {
        self.category = category
        name = "IMG_\(moment).jpg"
        self.words = words
        self.shape = shape
        self.picture = picture
    }

    /// One that is as wide as a page.
    private init(_ category: String, _ moment: String, _ words: String, _ picture: DemoPicture) {
        self.init(category, moment, words, .page, picture)
    }

    /// Draws them as JPEG files with the numbers of their places.
    static func draw(_ photos: [DemoPhoto], in folder: String, _ ffmpeg: String) throws {
        var arguments = ["-nostdin", "-v", "error", "-y"]
        for (index, photo) in photos.enumerated() {
            let path = "\(folder)/\(index).svg"
            try DemoStudio.write(Array(photo.picture.svg(phase: 0, photo.shape).utf8), path)
            arguments += ["-i", "file:" + path]
        }
        for index in photos.indices {
            arguments += ["-map", "\(index)", "-frames:v", "1", "-q:v", "3"]
            arguments += ["-pix_fmt", "yuvj420p", "file:\(folder)/\(index).jpg"]
        }
        try DemoStudio.run(ffmpeg, arguments)
    }

    static let all: [DemoPhoto] = family + trips + animals + birthdays + home

    private static let family = [
        DemoPhoto(
            "Family",
            "20260612_183005",
            "Grandma’s house in the evening",
            DemoPicture(
                "dusk",
                "dusk-hills",
                things: [Thing("house", 560, 660, 330), Thing("tree", 960, 670, 380)]
            )
        ),
        DemoPhoto(
            "Family",
            "20260613_101200",
            "The apple tree in the garden",
            .cover,
            DemoPicture(
                "day",
                "hill",
                things: [Thing("tree", 640, 690, 480), Thing("flower", 520, 700, 90)]
            )
        ),
        DemoPhoto(
            "Family",
            "20260613_160340",
            "A cloud that looks like a sheep",
            DemoPicture(
                "day",
                things: [Thing("cloud", 640, 480, 620), Thing("sun", 1080, 240, 200)]
            )
        ),
        DemoPhoto(
            "Family",
            "20260614_214500",
            "The moon above our house",
            .cover,
            DemoPicture(
                "night",
                things: [
                    Thing("moon", 700, 300, 200), Thing("house", 640, 690, 300),
                    Thing("spark", 500, 200, 40), Thing("spark", 790, 400, 30),
                ]
            )
        ),
        DemoPhoto(
            "Family",
            "20260620_083000",
            "Flowers for Mom",
            DemoPicture(
                "day",
                "hill",
                things: [
                    Thing("flower", 480, 690, 240), Thing("flower", 660, 710, 300),
                    Thing("flower", 850, 690, 220),
                ]
            )
        ),
    ]

    private static let trips = [
        DemoPhoto(
            "Trips",
            "20260702_113000",
            "Our boat on the river",
            DemoPicture(
                "day",
                "river",
                things: [Thing("boat", 640, 610, 460), Thing("cloud", 300, 200, 220)]
            )
        ),
        DemoPhoto(
            "Trips",
            "20260702_125510",
            "Fish next to the boat",
            DemoPicture(
                "river",
                "waves",
                things: [
                    Thing("fish", 440, 560, 230), Thing("fish", 820, 640, 280, isMirrored: true),
                ]
            )
        ),
        DemoPhoto(
            "Trips",
            "20260703_150000",
            "The road to the sea",
            DemoPicture(
                "day",
                "road",
                things: [Thing("tree", 260, 560, 240), Thing("sun", 980, 260, 180)]
            )
        ),
        DemoPhoto(
            "Trips",
            "20260703_201500",
            "Sunset on the hills",
            DemoPicture(
                "dusk",
                "dusk-hills",
                things: [Thing("sun", 640, 460, 240)]
            )
        ),
        DemoPhoto(
            "Trips",
            "20260704_093000",
            "The rock that we climbed",
            .cover,
            DemoPicture(
                "dry",
                things: [Thing("rock", 640, 690, 420), Thing("flag", 660, 400, 170)]
            )
        ),
    ]

    private static let animals = [
        DemoPhoto(
            "Animals",
            "20260710_070000",
            "An owl on its branch",
            DemoPicture(
                "night",
                things: [Thing("branch", 560, 720, 760), Thing("owl", 640, 590, 420)]
            )
        ),
        DemoPhoto(
            "Animals",
            "20260711_100000",
            "The hare in the meadow",
            DemoPicture(
                "day",
                "hill",
                things: [Thing("hare", 640, 690, 430), Thing("flower", 940, 700, 110)]
            )
        ),
        DemoPhoto(
            "Animals",
            "20260711_100230",
            "The hare runs away",
            DemoPicture("day", "road", things: [Thing("hare-running", 700, 650, 460)])
        ),
        DemoPhoto(
            "Animals",
            "20260712_120000",
            "A tortoise, close up",
            DemoPicture("dry", things: [Thing("tortoise", 640, 660, 620)])
        ),
        DemoPhoto(
            "Animals",
            "20260712_121500",
            "The crow and its stones",
            .cover,
            DemoPicture(
                "dry",
                things: [Thing("crow", 640, 660, 430), Thing("pebbles", 560, 710, 180)]
            )
        ),
        DemoPhoto(
            "Animals",
            "20260713_203000",
            "A mouse, fast asleep",
            DemoPicture(
                "room",
                things: [Thing("mouse-asleep", 620, 640, 380), Thing("sleep", 840, 400, 170)]
            )
        ),
    ]

    private static let birthdays = [
        DemoPhoto(
            "Birthdays",
            "20260801_090000",
            "Alma is five: the wreath on the door",
            DemoPicture(
                "room",
                things: [Thing("ring", 640, 560, 380), Thing("heart", 640, 470, 170)]
            )
        ),
        DemoPhoto(
            "Birthdays",
            "20260801_143000",
            "Ribbons for everyone",
            .cover,
            DemoPicture(
                "day",
                things: [
                    Thing("ribbon", 520, 560, 240), Thing("ribbon", 700, 660, 280),
                    Thing("heart", 640, 320, 190),
                ]
            )
        ),
        DemoPhoto(
            "Birthdays",
            "20260801_161000",
            "The treasure hunt ends here",
            DemoPicture(
                "dry",
                things: [Thing("diamond", 640, 600, 300), Thing("flag", 930, 640, 280)]
            )
        ),
        DemoPhoto(
            "Birthdays",
            "20260801_220000",
            "A star for the birthday child",
            DemoPicture(
                "night",
                things: [
                    Thing("star", 640, 560, 400), Thing("spark", 300, 300, 60),
                    Thing("spark", 980, 260, 50),
                ]
            )
        ),
    ]

    private static let home = [
        DemoPhoto(
            "At Home",
            "20260905_073000",
            "The clock in the hall",
            .cover,
            DemoPicture(
                "room",
                things: [
                    Thing("clock", 640, 680, 600), Thing("mouse", 780, 700, 140),
                ]
            )
        ),
        DemoPhoto(
            "At Home",
            "20260905_074500",
            "We have a mouse",
            DemoPicture("room", things: [Thing("mouse", 640, 660, 430)])
        ),
        DemoPhoto(
            "At Home",
            "20260906_120000",
            "The jug from the market",
            DemoPicture("dry", things: [Thing("jug", 640, 680, 480)])
        ),
        DemoPhoto(
            "At Home",
            "20260906_211500",
            "Good night, everybody",
            DemoPicture(
                "night",
                things: [
                    Thing("dark-house", 400, 690, 260), Thing("moon", 900, 260, 190),
                    Thing("tree", 900, 690, 260),
                ]
            )
        ),
    ]
}

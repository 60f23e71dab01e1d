/// The stories of the demo. The words are old or our own: "The Star" by Jane Taylor (1806), rhymes
/// that were printed before 1900, to two of which we have added a verse, and two fables of Aesop,
/// told anew.
enum DemoStories {
    static let all = [star, clock, boat, race, pitcher]

    private typealias Thing = DemoPicture.Thing

    // MARK: Twinkle, twinkle, little star

    private static let star = DemoStory(
        titleLines: ["Twinkle,", "Twinkle,", "Little Star"],
        author: "Jane Taylor",
        description:
            "A star shines all night long above the hills, and somebody wonders what it is.",
        categories: ["Rhymes & Songs", "Bedtime Stories"],
        tune: DemoTune(
            """
            CCGGAAG2 FFEEDDC2 GGFFEED2 GGFFEED2 CCGGAAG2 FFEEDDC4
            """,
            beatMilliseconds: 620
        ),
        opening: DemoPicture(
            "night",
            things: sparks + [
                Thing("house", 300, 650, 170), Thing("tree", 1010, 660, 210),
                Thing("star", 640, 600, 330, .pulse),
            ]
        ),
        pages: [
            .init(
                text: "Twinkle, twinkle, little star,",
                picture: DemoPicture(
                    "night",
                    things: sparks + [
                        Thing("house", 250, 650, 180), Thing("star", 720, 470, 420, .pulse),
                    ]
                )
            ),
            .init(
                text: "how I wonder what you are!",
                picture: DemoPicture(
                    "night",
                    things: sparks + [
                        Thing("star", 960, 300, 240, .pulse), Thing("branch", 330, 720, 660),
                        Thing("owl", 380, 610, 330, .sway),
                    ]
                )
            ),
            .init(
                text: "Up above the world so high,",
                picture: DemoPicture(
                    "night",
                    things: sparks + [
                        Thing("star", 640, 330, 300, .float), Thing("cloud", 420, 520, 300, .drift),
                        Thing("cloud", 900, 470, 240, .drift, isMirrored: true),
                        Thing("house", 330, 650, 80), Thing("house", 700, 680, 90),
                        Thing("tree", 980, 660, 100),
                    ]
                )
            ),
            .init(
                text: "like a diamond in the sky.",
                picture: DemoPicture(
                    "night",
                    things: sparks + [
                        Thing("star", 470, 460, 330, .pulse),
                        Thing("diamond", 860, 420, 210, .float),
                        Thing("spark", 980, 270, 70, .pulse), Thing("spark", 750, 460, 50, .pulse),
                    ]
                )
            ),
            .init(
                text: "When the blazing sun is gone,",
                picture: DemoPicture("dusk", things: [Thing("sun", 640, 620, 420, .breathe)] + dusk)
            ),
            .init(
                text: "when he nothing shines upon,",
                picture: DemoPicture(
                    "night",
                    things: [
                        Thing("moon", 950, 320, 220, .float), Thing("dark-house", 420, 660, 300),
                        Thing("tree", 160, 670, 220),
                    ]
                )
            ),
            .init(
                text: "then you show your little light,",
                picture: DemoPicture(
                    "night",
                    things: sparks + [
                        Thing("star", 830, 420, 380, .pulse), Thing("house", 420, 660, 300),
                        Thing("tree", 160, 670, 220),
                    ]
                )
            ),
            .init(
                text: "twinkle, twinkle, all the night.",
                picture: DemoPicture(
                    "night",
                    things: sparks + [
                        Thing("moon", 300, 360, 230, .float), Thing("star", 680, 430, 330, .pulse),
                        Thing("star", 1020, 330, 190, .pulse), Thing("house", 980, 650, 150),
                    ]
                )
            ),
        ]
    )

    private static let sparks = [
        Thing("spark", 150, 190, 44, .pulse), Thing("spark", 430, 110, 30, .pulse),
        Thing("spark", 1130, 230, 48, .pulse), Thing("spark", 1010, 120, 28, .pulse),
    ]
    private static let dusk = [
        Thing("dusk-hills", 640, 1000, 1280), Thing("cloud", 300, 240, 260, .drift),
        Thing("cloud", 1000, 180, 200, .drift),
    ]

    // MARK: Hickory, dickory, dock

    private static let clock = DemoStory(
        titleLines: ["Hickory,", "Dickory,", "Dock"],
        author: "Traditional",
        description: "A mouse runs up the tall clock, until it strikes.",
        categories: ["Rhymes & Songs", "Animals & Nature"],
        tune: DemoTune("EFGGAB c4zG ccdd e4zG e2ec2c d2dB2G GAGFED C6z2", beatMilliseconds: 330),
        opening: DemoPicture(
            "room",
            things: clock(x: 640, y: 700, size: 440, hour: 1)
                + [Thing("mouse", 800, 700, 140, .hop, isMirrored: true)]
        ),
        pages: [
            .init(
                text: "Hickory, dickory, dock,",
                picture: DemoPicture("room", things: clock(hour: 0))
            ),
            .init(
                text: "the mouse ran up the clock.",
                picture: DemoPicture(
                    "room",
                    things: clock(hour: 0) + [
                        Thing("mouse", 826, 500, 180, .hop, degrees: 90, isMirrored: true)
                    ]
                )
            ),
            .init(
                text: "The clock struck one,",
                picture: DemoPicture(
                    "room",
                    things: clock(hour: 1) + [
                        Thing("mouse", 650, 84, 130, .sway), Thing("ring", 470, 280, 150, .pulse),
                        Thing("ring", 810, 280, 150, .pulse, isMirrored: true),
                    ]
                )
            ),
            .init(
                text: "the mouse ran down,",
                picture: DemoPicture(
                    "room",
                    things: clock(hour: 1) + [Thing("mouse", 826, 600, 180, .hop, degrees: 90)]
                )
            ),
            .init(
                text: "hickory, dickory, dock.",
                picture: DemoPicture(
                    "room",
                    things: clock(hour: 1) + [Thing("mouse", 960, 690, 200, .hop)]
                )
            ),
            .init(
                text: "Hickory, dickory, dock,",
                picture: DemoPicture("room", things: clock(hour: 9))
            ),
            .init(
                text: "the mouse lay under the clock.",
                picture: DemoPicture(
                    "room",
                    things: clock(hour: 9) + [Thing("mouse", 880, 700, 220)]
                )
            ),
            .init(
                text: "The clock struck ten,",
                picture: DemoPicture(
                    "room",
                    things: clock(hour: 10) + [
                        Thing("mouse", 880, 700, 220), Thing("ring", 470, 280, 150, .pulse),
                        Thing("ring", 810, 280, 150, .pulse, isMirrored: true),
                    ]
                )
            ),
            .init(
                text: "he slept again,",
                picture: DemoPicture("room", things: clock(hour: 10) + sleeper)
            ),
            .init(
                text: "hickory, dickory, dock.",
                picture: DemoPicture(
                    "room",
                    things: clock(hour: 10) + sleeper + [Thing("heart", 330, 420, 90, .float)]
                )
            ),
        ]
    )

    private static let sleeper = [
        Thing("mouse-asleep", 880, 700, 220, .breathe), Thing("sleep", 1040, 560, 120, .float),
    ]

    /// A clock that ticks, with its hands at an hour. Its parts are as far apart as in its drawing.
    private static func clock(
        x: Double = 640,
        y: Double = 706,
        size: Double = 640,
        hour: Double
    ) -> [Thing] {
        let unit = size / 560
        let hands = y - (560 - 118 - 70) * unit
        return [
            Thing("clock", x, y, size), Thing("pendulum", x, y - 90 * unit, 224 * unit, .swing),
            Thing("short-hand", x, hands, 140 * unit, degrees: hour * 30),
            Thing("long-hand", x, hands, 140 * unit),
        ]
    }

    // MARK: Row, row, row your boat

    private static let boat = DemoStory(
        titleLines: ["Row, Row,", "Row Your", "Boat"],
        author: "Traditional",
        description: "A bear and a rabbit row down the river, past the trees and the fish.",
        categories: ["Rhymes & Songs", "Adventure"],
        tune: DemoTune(
            """
            C3C3 C2DE3 E2DE2F G6 cccGGGEEECCC G2FE2D C6
            """,
            beatMilliseconds: 300
        ),
        opening: DemoPicture(
            "river",
            things: [Thing("waves", 640, 1000, 1280, .drift)] + rowers(x: 640, y: 640, size: 440)
        ),
        pages: [
            .init(
                text: "Row, row, row your boat,",
                picture: DemoPicture(
                    "river",
                    things: sunny + rowers(x: 620, y: 620, size: 540)
                )
            ),
            .init(
                text: "gently down the stream.",
                picture: DemoPicture(
                    "river",
                    things: sunny + [
                        Thing("tree", 180, 430, 220), Thing("tree", 1090, 420, 180),
                    ] + rowers(x: 760, y: 620, size: 420)
                )
            ),
            .init(
                text: "Merrily, merrily, merrily, merrily,",
                picture: DemoPicture(
                    "river",
                    things: sunny + rowers(x: 560, y: 620, size: 460) + [
                        Thing("fish", 980, 610, 150, .hop), Thing("fish", 1110, 690, 120, .hop),
                        Thing("drop", 1030, 440, 40, .float),
                    ]
                )
            ),
            .init(
                text: "life is but a dream.",
                picture: DemoPicture(
                    "night",
                    things: sparks + [
                        Thing("moon", 980, 300, 220, .float), Thing("cloud", 600, 690, 560, .drift),
                    ] + rowers(x: 600, y: 590, size: 460)
                )
            ),
            .init(
                text: "Row, row, row your boat,",
                picture: DemoPicture(
                    "river",
                    things: sunny + rowers(x: 640, y: 640, size: 620)
                )
            ),
            .init(
                text: "softly past the trees.",
                picture: DemoPicture(
                    "river",
                    things: sunny + [
                        Thing("tree", 150, 450, 320), Thing("tree", 420, 430, 240),
                        Thing("tree", 900, 430, 260), Thing("tree", 1170, 450, 240),
                    ] + rowers(x: 650, y: 640, size: 420)
                )
            ),
            .init(
                text: "Wave to every fish you see,",
                picture: DemoPicture(
                    "river",
                    things: sunny + rowers(x: 480, y: 590, size: 400) + [
                        Thing("fish", 850, 600, 190, .drift),
                        Thing("fish", 1080, 680, 150, .drift, isMirrored: true),
                        Thing("fish", 700, 700, 130, .float),
                    ]
                )
            ),
            .init(
                text: "and listen to the breeze.",
                picture: DemoPicture(
                    "river",
                    things: sunny + [
                        Thing("breeze", 300, 260, 260, .drift),
                        Thing("breeze", 840, 200, 320, .drift),
                        Thing("flower", 140, 460, 120, .sway), Thing("flower", 220, 450, 90, .sway),
                    ] + rowers(x: 700, y: 630, size: 460)
                )
            ),
        ]
    )

    private static let sunny = [
        Thing("sun", 1110, 230, 230, .pulse), Thing("cloud", 260, 180, 230, .drift),
        Thing("waves", 640, 1000, 1280, .drift),
    ]

    /// Bear and rabbit in their boat, with an oar before it.
    private static func rowers(x: Double, y: Double, size: Double) -> [Thing] {
        [
            Thing("boat", x, y, size, .float),
            Thing("oar", x - size * 0.03, y + size * 0.1, size * 0.5, .swing),
        ]
    }

    // MARK: The hare and the tortoise

    private static let race = DemoStory(
        titleLines: ["The Hare", "and the", "Tortoise"],
        author: "Aesop",
        description: "The fastest runner of all takes a nap, and somebody else just keeps walking.",
        categories: ["Fairy Tales", "Animals & Nature"],
        tune: DemoTune(
            """
            C2D2E2C2 C2D2E2C2 E2F2G4 E2F2G4 GAGFE2C2 GAGFE2C2 C2G,2C4 C2G,2C4
            """,
            beatMilliseconds: 240
        ),
        opening: DemoPicture(
            "day",
            "road",
            things: [
                Thing("hare", 540, 610, 270, .hop), Thing("tortoise", 750, 650, 210, .sway),
            ]
        ),
        pages: [
            .init(
                text: "A hare laughed at a tortoise, who was so slow.",
                picture: DemoPicture(
                    "day",
                    "road",
                    things: morning + [
                        Thing("hare", 460, 620, 360, .hop),
                        Thing("tortoise", 860, 650, 290, isMirrored: true),
                    ]
                )
            ),
            .init(
                text: "“Let us race,” said the tortoise, “to the tree on the hill.”",
                picture: DemoPicture(
                    "hill",
                    things: [
                        Thing("tree", 860, 300, 220), Thing("flag", 980, 310, 120, .sway),
                        Thing("tortoise", 330, 690, 250, .sway), Thing("hare", 120, 700, 260),
                    ]
                )
            ),
            .init(
                text: "Off they went, and soon the hare was far ahead.",
                picture: DemoPicture(
                    "day",
                    "road",
                    things: morning + [
                        Thing("hare-running", 900, 640, 360, .hop),
                        Thing("tortoise", 170, 650, 220, .sway),
                    ]
                )
            ),
            .init(
                text: "“I have time for a nap,” said the hare, and fell asleep.",
                picture: DemoPicture(
                    "day",
                    "road",
                    things: morning + [
                        Thing("tree", 420, 640, 460), Thing("hare-asleep", 640, 660, 330, .breathe),
                        Thing("sleep", 830, 460, 130, .float),
                    ]
                )
            ),
            .init(
                text: "The tortoise walked on, step by step by step.",
                picture: DemoPicture(
                    "day",
                    "road",
                    things: morning + [
                        Thing("flower", 240, 600, 120, .sway),
                        Thing("flower", 1060, 590, 100, .sway),
                        Thing("tortoise", 640, 660, 420, .sway),
                    ]
                )
            ),
            .init(
                text: "He walked past the hare, and up the hill.",
                picture: DemoPicture(
                    "hill",
                    things: [
                        Thing("tree", 860, 300, 220), Thing("hare-asleep", 240, 640, 260, .breathe),
                        Thing("tortoise", 560, 540, 190, .sway, degrees: -22),
                        Thing("sleep", 400, 480, 90, .float),
                    ]
                )
            ),
            .init(
                text: "The hare woke up, and ran as fast as he could.",
                picture: DemoPicture(
                    "day",
                    "road",
                    things: morning + [
                        Thing("hare-running", 660, 650, 520, .hop),
                        Thing("breeze", 250, 470, 240, .drift, isMirrored: true),
                    ]
                )
            ),
            .init(
                text: "But the tortoise was already sitting under the tree.",
                picture: DemoPicture(
                    "hill",
                    things: [
                        Thing("tree", 860, 310, 300), Thing("tortoise", 800, 310, 150),
                        Thing("flag", 1010, 330, 150, .sway),
                        Thing("hare-running", 440, 620, 240, .hop, degrees: -24),
                    ]
                )
            ),
            .init(
                text: "Slow and steady wins the race.",
                picture: DemoPicture(
                    "day",
                    "road",
                    things: morning + [
                        Thing("tortoise", 640, 640, 420, .sway),
                        Thing("ribbon", 640, 300, 300, .float),
                    ]
                )
            ),
        ]
    )

    private static let morning = [
        Thing("sun", 1100, 250, 240, .pulse), Thing("cloud", 280, 190, 260, .drift),
        Thing("cloud", 700, 150, 180, .drift, isMirrored: true),
    ]

    // MARK: The crow and the pitcher

    private static let pitcher = DemoStory(
        titleLines: ["The Crow", "and the", "Pitcher"],
        author: "Aesop",
        description: "A thirsty crow can’t reach the water, until she has an idea.",
        categories: ["Fairy Tales", "Animals & Nature"],
        tune: DemoTune(
            "G2E2E4 F2D2D4 C2D2E2F2 G2G2G4 G2E2E4 F2D2D4 C2E2G2G2 C8",
            beatMilliseconds: 260
        ),
        opening: DemoPicture(
            "dry",
            things: [Thing("crow", 550, 640, 270, .sway), Thing("jug", 760, 650, 260)]
        ),
        pages: [
            .init(
                text: "A crow was very, very thirsty.",
                picture: DemoPicture(
                    "dry",
                    things: noon + [
                        Thing("crow", 480, 650, 400, .sway),
                        Thing("thought", 860, 400, 330, .float),
                        Thing("drop", 885, 325, 120, .float),
                    ]
                )
            ),
            .init(
                text: "She found a pitcher, with a little water in it.",
                picture: DemoPicture(
                    "dry",
                    things: noon + [Thing("crow", 380, 650, 340, .hop)] + pitcher(["low-water"])
                )
            ),
            .init(
                text: "But the water was too low, and she could not reach it.",
                picture: DemoPicture(
                    "dry",
                    things: noon + pitcher(["low-water"]) + bending
                )
            ),
            .init(
                text: "Then she saw some pebbles, and had an idea.",
                picture: DemoPicture(
                    "dry",
                    things: noon + [
                        Thing("crow", 440, 650, 360, .hop), Thing("pebbles", 850, 680, 320),
                        Thing("spark", 700, 300, 120, .pulse),
                    ]
                )
            ),
            .init(
                text: "She dropped one in, and then another.",
                picture: DemoPicture(
                    "dry",
                    things: noon + pitcher(["half-water", "few-pebbles"]) + dropping
                )
            ),
            .init(
                text: "With every pebble, the water rose a little.",
                picture: DemoPicture(
                    "dry",
                    things: noon + pitcher(["half-water", "many-pebbles"]) + dropping
                )
            ),
            .init(
                text: "At last it rose to the top, and the crow drank.",
                picture: DemoPicture(
                    "dry",
                    things: noon + pitcher(["high-water", "many-pebbles"]) + bending + [
                        Thing("drop", 960, 250, 60, .float), Thing("drop", 1020, 330, 40, .float),
                    ]
                )
            ),
            .init(
                text: "Little by little, she had done it.",
                picture: DemoPicture(
                    "dry",
                    things: noon + pitcher(["high-water", "many-pebbles"]) + [
                        Thing("crow", 420, 650, 380, .hop), Thing("heart", 640, 300, 100, .float),
                    ]
                )
            ),
        ]
    )

    private static let noon = [
        Thing("sun", 180, 260, 250, .pulse), Thing("cloud", 1080, 180, 240, .drift),
    ]

    /// On a rock, from which she sees into the pitcher.
    private static let bending = [
        Thing("rock", 620, 700, 320), Thing("crow-bending", 662, 402, 400, .sway),
    ]
    private static let dropping = [
        Thing("rock", 600, 700, 320), Thing("crow", 610, 396, 320, .sway),
        Thing("pebble", 840, 280, 60, .float), Thing("pebbles", 250, 690, 260),
    ]

    /// A pitcher that lets us see what is in it.
    private static func pitcher(_ contents: [String]) -> [Thing] {
        (contents + ["glass"]).map { Thing($0, 840, 690, 400) }
    }
}

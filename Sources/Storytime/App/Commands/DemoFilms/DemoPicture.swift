import Received
import Glibc

/// A page of a demo's film: drawings on a place, some of which move in a small circle that begins
/// again and again.
struct DemoPicture: Sendable {
    /// How a thing moves.
    enum Movement: Sendable {
        case still
        /// Up and down, as on water or in the air.
        case float
        /// To and fro.
        case drift
        /// In small jumps.
        case hop
        /// From side to side, on its feet.
        case sway
        /// From side to side, hanging.
        case swing
        /// Larger and smaller.
        case pulse
        /// Like someone asleep.
        case breathe
    }

    /// A drawing of `demo-drawings.svg` in its place.
    struct Thing: Sendable {
        let drawing: String
        /// The middle of its lower edge.
        let (x, y): (Double, Double)
        /// The longer side.
        let size: Double
        let movement: Movement
        /// Clockwise, around its middle.
        let degrees: Double
        let isMirrored: Bool

        init(
            _ drawing: String,
            _ x: Double,
            _ y: Double,
            _ size: Double,
            _ movement: Movement = .still,
            degrees: Double = 0,
            isMirrored: Bool = false
        ) {
            self.drawing = drawing
            (self.x, self.y) = (x, y)
            self.size = size
            self.movement = movement
            self.degrees = degrees
            self.isMirrored = isMirrored
        }
    }

    /// Where it is: the drawings behind everything, each as large as the page.
    let places: [String]
    let things: [Thing]

    init(_ places: String..., things: [Thing]) {
        self.places = places
        self.things = things
    }

    /// The size of a page, in which things have their places.
    static let (width, height) = (1280, 720)
    /// How many drawings one round of the movements has.
    static let phaseCount = 12

    /// All drawings, which a test reads: only one command needs them.
    private static let drawings: String = {
        let text = OwnText.decode(PackageResources.demo_drawings_svg)
        guard let start = text.firstRange(of: "<defs>"), let end = text.lastIndex(of: "<") else {
            return ""
        }
        return String(text[start.lowerBound..<end])
    }()

    /// The names of all drawings.
    static var names: [String] {
        drawings.split(separator: "<symbol id=\"").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
    }

    /// The picture as SVG, at a phase of its movements.
    func svg(phase: Int, title: Title? = nil, _ shape: Shape = .page) -> String {
        let moment = Double(phase) / Double(Self.phaseCount)
        let uses =
            places.map {
                "<use href=\"#\($0)\" width=\"\(Self.width)\" height=\"\(Self.height)\"/>"
            }
            + things.map { $0.svg(at: moment) }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(shape.part)" \
            width="\(shape.size.width)" height="\(shape.size.height)">
            \(Self.drawings)\(uses.joined(separator: "\n"))
            \(title?.svg ?? "")</svg>

            """
    }

    /// What of the page is shown, and how large.
    enum Shape: Sendable {
        case page
        /// The middle, as high as a book: the things of a first page stand there.
        case cover

        var size: PixelSize { self == .page ? PixelSize(1280, 720) : PixelSize(800, 1200) }

        fileprivate var part: String { self == .page ? "0 0 1280 720" : "400 0 480 720" }
    }

    /// The words on a first page.
    struct Title: Sendable {
        let lines: [String]
        let isLight: Bool

        /// The font that comes with Debian's ffmpeg.
        static let font = "DejaVu Serif, serif"

        fileprivate var svg: String {
            lines.enumerated().map { index, line in
                """
                <text x="640" y="\(92 + index * 68)" text-anchor="middle" font-size="60" \
                font-family="\(Self.font)" fill="\(isLight ? "#fff6dc" : "#2b2a55")">\(line)</text>

                """
            }.joined()
        }
    }
}

extension DemoPicture.Thing {
    fileprivate func svg(at moment: Double) -> String {
        let place = "x=\"\((x - size / 2).tenths)\" y=\"\((y - size).tenths)\""
        return """
            <use href="#\(drawing)" \(place) width="\(size.tenths)" height="\(size.tenths)" \
            transform="\(transforms(at: moment).joined(separator: " "))"/>
            """
    }

    /// From the outermost to the innermost, as SVG applies them.
    private func transforms(at moment: Double) -> [String] {
        var steps = movement.transforms(at: moment, x, y, size)
        if degrees != 0 {
            steps.append("rotate(\(degrees.tenths) \(x.tenths) \((y - size / 2).tenths))")
        }
        if isMirrored { steps.append("translate(\((2 * x).tenths) 0) scale(-1 1)") }
        return steps
    }
}

extension DemoPicture.Movement {
    /// For a thing whose lower edge has its middle at that place.
    fileprivate func transforms(at moment: Double, _ x: Double, _ y: Double, _ size: Double)
        -> [String]
    {
        let wave = sin(2 * .pi * moment)
        switch self {
        case .still: return []
        case .float: return ["translate(0 \((wave * 9).tenths))"]
        case .drift: return ["translate(\((wave * 16).tenths) 0)"]
        // Two jumps in a round.
        case .hop: return ["translate(0 \((-wave.magnitude * size / 7).tenths))"]
        case .sway: return ["rotate(\((wave * 4).tenths) \(x.tenths) \(y.tenths))"]
        case .swing: return ["rotate(\((wave * 13).tenths) \(x.tenths) \((y - size).tenths))"]
        case .pulse: return Self.scaling(1 + wave * 0.07, around: x, y - size / 2)
        case .breathe: return Self.scaling(1 + wave * 0.025, around: x, y)
        }
    }

    private static func scaling(_ factor: Double, around x: Double, _ y: Double) -> [String] {
        [
            "translate(\((x * (1 - factor)).tenths) \((y * (1 - factor)).tenths))",
            "scale(\(Double(Int(clamping: (factor * 1000).rounded())) / 1000))",
        ]
    }
}

extension Double {
    /// Rounded to a tenth of a pixel; never "-0.0".
    fileprivate var tenths: String { "\((self * 10).rounded() / 10 + 0)" }
}

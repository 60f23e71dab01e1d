/// A size in which photos are served: the longest side, in pixels.
enum PhotoSize: Int, PathParameter, CaseIterable, Sendable {
    case small = 320
    case medium = 640
    case large = 1280
    /// For zooming in.
    case full = 2560

    init?(pathSegment: Substring) {
        guard let size = PhotoSize.allCases.first(where: { String($0.rawValue) == pathSegment })
        else { return nil }
        self = size
    }

    /// The sizes that are made of a photo whose longest side is given: nothing is enlarged, so the
    /// last one may be smaller than its name says.
    static func made(of longestSide: Int) -> [PhotoSize] {
        let smaller = allCases.filter { $0.rawValue < longestSide }
        return smaller + allCases.dropFirst(smaller.count).prefix(1)
    }

    /// The size that is served when this one is asked for.
    func served(of longestSide: Int) -> PhotoSize {
        PhotoSize.made(of: longestSide).last { $0.rawValue <= rawValue } ?? .small
    }
}

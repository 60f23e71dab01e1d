/// The literal text of several pages in one piece of memory. Text that they share, above all the
/// parts of their layout, is in it once: a quarter is left of the console's 82 pages.
///
/// It grows while pages are compiled, on one thread; text in it never moves.
package final class LiteralText {
    private(set) var bytes: [UInt8] = []
    private var places: [[UInt8]: Int32] = [:]

    package init() {}

    /// The place of a piece, which is added if it is missing.
    func place(of piece: ArraySlice<UInt8>) -> Int32 {
        let piece = Array(piece)
        if let place = places[piece] { return place }
        let place = Int32(bytes.count)
        places[piece] = place
        bytes.append(contentsOf: piece)
        return place
    }
}

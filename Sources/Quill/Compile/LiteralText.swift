/// The literal text of several pages in one piece of memory. What they have in common, the parts of
/// their layout above all, is in it once: of the console's 82 pages a quarter is left.
///
/// It grows while pages are compiled, on one thread; what is in it stays where it is.
package final class LiteralText {
    private(set) var bytes: [UInt8] = []
    private var places: [[UInt8]: Int32] = [:]

    package init() {}

    /// Where a piece is; it is added if it isn't there.
    func place(of piece: ArraySlice<UInt8>) -> Int32 {
        let piece = Array(piece)
        if let place = places[piece] { return place }
        let place = Int32(bytes.count)
        places[piece] = place
        bytes.append(contentsOf: piece)
        return place
    }
}

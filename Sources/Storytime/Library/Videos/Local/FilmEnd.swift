import HTTP
import Received

/// Whether the end of a film’s file is missing, according to the frame around its content: how many
/// bytes follow is written in front of them in MP4, Matroska and AVI, and behind them in FLV. The
/// formats without such a frame may end anywhere.
struct FilmEnd {
    /// A recording of twelve hours in pieces of a second has half as many.
    private static let maximumBoxes = 200_000

    private let bytes: PhotoBytes

    static func isMissing(in bytes: PhotoBytes) -> Bool {
        let end = FilmEnd(bytes: bytes)
        return end.isMissingInBoxes || end.isMissingInMatroska || end.isMissingInRIFF
            || end.isMissingInFLV
    }

    /// ISO/IEC 14496-12 §4.2: boxes, one after the other, each with its size in front.
    private var isMissingInBoxes: Bool {
        guard bytes.bytes(at: 4, 4).map({ Self.firstBoxes.contains($0) }) ?? false else {
            return false
        }
        var start = 0
        for _ in 0..<Self.maximumBoxes {
            guard var size = number(at: start, 4), bytes.bytes(at: start, 8) != nil else {
                return false
            }
            if size == 1 { size = number(at: start + 8, 8) ?? 0 }
            // The last one may say nothing and go on to the end.
            guard size >= 8 else { return false }
            guard size <= bytes.count - start else { return true }
            start += size
        }
        return false
    }

    private static let firstBoxes = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]
        .map { Array($0.utf8) }

    /// RFC 8794 §6, RFC 9559 §4.5: the head, and one segment with everything.
    private var isMissingInMatroska: Bool {
        guard number(at: 0, 4) == 0x1A45_DFA3, let head = matroskaSize(at: 4),
            let length = head.size
        else { return false }
        let start = head.end + length
        guard number(at: start, 4) == 0x1853_8067, let segment = matroskaSize(at: start + 4),
            let content = segment.size
        else { return false }
        return content > bytes.count - segment.end
    }

    /// RFC 8794 §4: how many bytes it takes is said by its first bits. All others set: nobody knew
    /// the size when this was written (nil).
    private func matroskaSize(at start: Int) -> (size: Int?, end: Int)? {
        guard let first = bytes.bytes(at: start, 1)?.first, first > 0 else { return nil }
        let width = first.leadingZeroBitCount + 1
        guard let marked = number(at: start, width) else { return nil }
        let marker = 1 << (7 * width)
        let size = marked - marker
        return (size == marker - 1 ? nil : size, start + width)
    }

    /// RIFF, and those that follow it in long AVI files: a name, a size, and as many bytes.
    private var isMissingInRIFF: Bool {
        var start = 0
        for _ in 0..<Self.maximumBoxes {
            guard bytes.bytes(at: start, 4) == Array("RIFF".utf8),
                let size = littleNumber(at: start + 4), size > 0
            else { return false }
            guard size <= bytes.count - start - 8 else { return true }
            start += 8 + size + size % 2
        }
        return false
    }

    /// Adobe’s FLV specification, §E.3: behind each tag is the size of it, whose head has 11 bytes.
    private var isMissingInFLV: Bool {
        guard bytes.bytes(at: 0, 3) == Array("FLV".utf8) else { return false }
        guard let last = number(at: bytes.count - 4, 4), last > 11,
            let content = number(at: bytes.count - 4 - last + 1, 3)
        else { return true }
        return last != content + 11
    }

    // MARK: Numbers

    private func number(at start: Int, _ width: Int) -> Int? {
        bytes.bytes(at: start, width).flatMap {
            var cursor = ByteCursor($0)
            return cursor.number(width)
        }
    }

    private func littleNumber(at start: Int) -> Int? {
        bytes.bytes(at: start, 4).flatMap {
            var cursor = ByteCursor($0.reversed())
            return cursor.number(4)
        }
    }
}

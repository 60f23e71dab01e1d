import Received

/// When a photo was taken: the time on the clock of the place where it was, because that is the day
/// that a family remembers. Cameras seldom say in which zone that was.
struct TakenAt: Sendable, Hashable, Comparable {
    /// "2024-05-06T07:08:09", or only the day; so written, they sort by time.
    let text: String

    static func < (left: TakenAt, right: TakenAt) -> Bool { left.text < right.text }

    private init?(_ numbers: [Int]) {
        guard numbers.count >= 3, numbers[0] >= 1826,
            let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
        else { return nil }
        guard numbers.count >= 6 else {
            text = day.iso
            return
        }
        guard (0..<24).contains(numbers[3]), (0..<60).contains(numbers[4]),
            // 60 is a leap second.
            (0...60).contains(numbers[5])
        else { return nil }
        let time = numbers[3...5].map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
        text = "\(day.iso)T\(time)"
    }

    /// One that was kept.
    init?(kept text: String) {
        self.init(
            Self.numbers(in: text, "0000-00-00T00:00:00") ?? Self.numbers(in: text, "0000-00-00")
                ?? []
        )
    }

    /// Seconds since 1970 on that clock; noon if only the day is known.
    var seconds: Int {
        let numbers = Self.numbers(in: text, "0000-00-00T00:00:00")
        let day = CalendarDay(iso: String(text.prefix(10)))?.number ?? 0
        guard let time = numbers?[3...5] else { return day * 86_400 + 43_200 }
        return day * 86_400 + time.reduce(0) { $0 * 60 + $1 }
    }

    // MARK: Exif

    private enum Tag {
        static let modified = 0x0132
        static let exifDirectory = 0x8769
        static let original = 0x9003
        static let digitised = 0x9004
    }

    /// The time at which the picture was taken, then the one at which it was digitised, then the
    /// one of the file's last change (CIPA DC-008, 4.6.4 and 4.6.5).
    init?(exif: ArraySlice<UInt8>) {
        guard let tiff = TIFFNumbers(exif), let first = tiff.long(at: 4) else { return nil }
        let inner = tiff.entry(Tag.exifDirectory, in: first).flatMap { tiff.long(at: $0 + 8) }
        let places = [(inner, Tag.original), (inner, Tag.digitised), (first, Tag.modified)]
        for case (let directory?, let tag) in places {
            // 20 bytes: they don't fit into the entry, which has their offset.
            guard let entry = tiff.entry(tag, in: directory),
                let offset = tiff.long(at: entry + 8), let text = tiff.text(at: offset, 19),
                let numbers = Self.numbers(in: text, "0000:00:00 00:00:00"),
                let found = TakenAt(numbers)
            else { continue }
            self = found
            return
        }
        return nil
    }

    // MARK: XMP

    /// The properties that say it, in the order in which they are believed.
    private static let properties = [
        "exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate",
    ]

    /// Looks for a property as an attribute or an element. The text isn't read as XML: it comes from
    /// a stranger, and a date is all that is wanted.
    init?(xmp: [UInt8]) {
        guard !xmp.isEmpty else { return nil }
        for property in Self.properties {
            for opening in ["\(property)=\"", "\(property)='", "<\(property)>"] {
                guard let range = xmp.firstRange(of: opening.utf8) else { continue }
                let value = ReceivedText.repair(xmp[range.upperBound...].prefix(19))
                let numbers =
                    Self.numbers(in: value, "0000-00-00T00:00:00")
                    ?? Self.numbers(in: String(value.prefix(10)), "0000-00-00")
                guard let numbers, let found = TakenAt(numbers) else { continue }
                self = found
                return
            }
        }
        return nil
    }

    // MARK: Names

    /// What a file's name says: cameras, telephones and messengers write the day into it, as in
    /// "IMG_20240506_070809.jpg" and "2024-05-06 07.08.09.heic".
    init?(fileName: String) {
        var groups: [(digits: [UInt8], gap: Int)] = []
        var gap = 0
        for byte in fileName.utf8 {
            guard (48...57).contains(byte) else {
                gap += 1
                continue
            }
            if gap > 0 || groups.isEmpty {
                groups.append(([], gap))
                gap = 0
            }
            groups[groups.count - 1].digits.append(byte)
        }
        for start in groups.indices {
            // Digits that one sign separates belong together; telephones add thousandths.
            var digits = groups[start].digits
            for next in groups[(start + 1)...].prefix(5) where digits.count < 14 {
                guard next.gap == 1 || (next.gap <= 4 && digits.count == 8) else { break }
                digits += next.digits
            }
            guard [4, 8].contains(groups[start].digits.count) || groups[start].digits.count >= 14,
                digits.count >= 8, digits[0] == UInt8(ascii: "1") || digits[0] == UInt8(ascii: "2")
            else { continue }
            let number = { (range: Range<Int>) in
                digits[range].reduce(0) { $0 * 10 + Int($1) - 48 }
            }
            let day = [number(0..<4), number(4..<6), number(6..<8)]
            let time = digits.count >= 14 ? [number(8..<10), number(10..<12), number(12..<14)] : []
            // Where no time follows, digits may mean something else: the day stands.
            guard let found = TakenAt(day + time) ?? TakenAt(day) else { continue }
            self = found
            return
        }
        return nil
    }

    /// The numbers of a text that looks like the pattern, in which zeros stand for digits.
    private static func numbers(in text: String, _ pattern: String) -> [Int]? {
        guard text.utf8.count == pattern.utf8.count else { return nil }
        var numbers = [0]
        for (byte, expected) in zip(text.utf8, pattern.utf8) {
            if expected == UInt8(ascii: "0") {
                guard (48...57).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte) - 48
            } else {
                guard byte == expected else { return nil }
                numbers.append(0)
            }
        }
        return numbers
    }
}

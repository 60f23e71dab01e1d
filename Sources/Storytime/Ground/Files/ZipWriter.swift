import CZlib

/// Writes a ZIP archive from its beginning to its end, without ever going back: each file is given
/// whole, and what the directory at the end says about it is remembered.
///
/// The format is PKWARE's APPNOTE.TXT 6.3.10; the sections cited are its. Sizes and checksums are
/// known before a file is written, so there are no data descriptors (§4.3.9). What doesn't fit
/// into 32 bits, in an archive beyond 4 GiB or of more than 65,534 files, is in ZIP64 fields
/// (§4.5.3), and only that, so that old programs can read all others.
struct ZipWriter: Sendable {
    /// A file's name has more than 65,535 bytes, or none.
    struct BadName: Error {
        let name: String
    }

    /// How many bytes of the archive there are so far.
    private var offset: Int
    private var count = 0
    /// The directory (§4.3.12), entry by entry: some 100 bytes for each file.
    private var directory: [UInt8] = []

    /// The archive may begin somewhere in a larger file, which is also how a test gets beyond
    /// 4 GiB without writing them.
    init(startingAt offset: Int = 0) {
        self.offset = offset
    }

    /// The bytes of the next file, with its header. It is compressed if that makes it smaller.
    mutating func add(_ name: String, _ bytes: [UInt8], modified: Int) throws -> [UInt8] {
        guard (1...0xFFFF).contains(name.utf8.count) else { throw BadName(name: name) }
        let compressed = Deflate.compress(bytes, level: 6).flatMap {
            $0.count < bytes.count ? $0 : nil
        }
        let entry = ZippedFile(
            name: Array(name.utf8),
            modified: modified,
            isCompressed: compressed != nil,
            checksum: Self.checksum(bytes),
            size: bytes.count,
            storedSize: compressed?.count ?? bytes.count,
            offset: offset
        )
        let written = entry.localHeader + (compressed ?? bytes)
        directory += entry.directoryHeader
        offset += written.count
        count += 1
        return written
    }

    /// The end of the archive: the directory, and where it is.
    func end() -> [UInt8] {
        var end = LittleEndian()
        let needs64 = count >= 0xFFFF || offset >= 0xFFFF_FFFF || directory.count >= 0xFFFF_FFFF
        if needs64 {
            // §4.3.14: the ZIP64 end of the directory, whose size doesn't count its first 12 bytes.
            end.put32(0x0606_4B50)
            end.put64(44)
            end.put16(ZippedFile.madeBy)
            end.put16(ZippedFile.version64)
            end.put32(0)
            end.put32(0)
            end.put64(count)
            end.put64(count)
            end.put64(directory.count)
            end.put64(offset)
            // §4.3.15: and where that is, on the only disk of one.
            end.put32(0x0706_4B50)
            end.put32(0)
            end.put64(offset + directory.count)
            end.put32(1)
        }
        // §4.3.16, with all bits set in what only the ZIP64 fields can say (§4.4.1.4).
        end.put32(0x0605_4B50)
        end.put16(0)
        end.put16(0)
        end.put16(min(count, 0xFFFF))
        end.put16(min(count, 0xFFFF))
        end.put32(min(directory.count, 0xFFFF_FFFF))
        end.put32(min(offset, 0xFFFF_FFFF))
        end.put16(0)
        return directory + end.bytes
    }

    /// CRC-32 (§4.4.7).
    private static func checksum(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { buffer in
            Int(crc32_z(0, buffer.baseAddress, buffer.count))
        }
    }
}

/// What both headers of a file say about it.
private struct ZippedFile {
    /// Unix, so that the attributes are those of Unix, and this version of the format (§4.4.2).
    static let madeBy = 3 << 8 | version64
    /// The version that knows ZIP64 (§4.4.3.2).
    static let version64 = 45
    /// The version that knows DEFLATE.
    private static let versionPlain = 20
    /// Names are in UTF-8 (§4.4.4, bit 11; appendix D).
    private static let flags = 1 << 11
    private static let highest = 0xFFFF_FFFF

    let name: [UInt8]
    let modified: Int
    let isCompressed: Bool
    let checksum: Int
    let size: Int
    let storedSize: Int
    let offset: Int

    /// §4.3.7. It has no offset, and if one of the two sizes needs ZIP64, both are there.
    var localHeader: [UInt8] {
        let isLarge = max(size, storedSize) >= Self.highest
        let extra = (isLarge ? extra64([size, storedSize]) : []) + timestamp
        var header = LittleEndian()
        header.put32(0x0403_4B50)
        putCommon(&header, needs64: isLarge)
        header.put32(isLarge ? Self.highest : storedSize)
        header.put32(isLarge ? Self.highest : size)
        header.put16(name.count)
        header.put16(extra.count)
        return header.bytes + name + extra
    }

    /// §4.3.12. Its ZIP64 field has only what doesn't fit, in this order (§4.5.3).
    var directoryHeader: [UInt8] {
        let large = [size, storedSize, offset].filter { $0 >= Self.highest }
        let extra = (large.isEmpty ? [] : extra64(large)) + timestamp
        var header = LittleEndian()
        header.put32(0x0201_4B50)
        header.put16(Self.madeBy)
        putCommon(&header, needs64: !large.isEmpty)
        header.put32(min(storedSize, Self.highest))
        header.put32(min(size, Self.highest))
        header.put16(name.count)
        header.put16(extra.count)
        // No comment, the first disk, no internal attributes.
        for _ in 0..<3 { header.put16(0) }
        // A regular file that only its owner may read and write.
        header.put32(0o100600 << 16)
        header.put32(min(offset, Self.highest))
        return header.bytes + name + extra
    }

    /// From the version that a reader needs to the checksum: the same in both.
    private func putCommon(_ header: inout LittleEndian, needs64: Bool) {
        header.put16(needs64 ? Self.version64 : Self.versionPlain)
        header.put16(Self.flags)
        header.put16(isCompressed ? 8 : 0)
        header.put16(clockTime)
        header.put16(date)
        header.put32(checksum)
    }

    private func extra64(_ values: [Int]) -> [UInt8] {
        var extra = LittleEndian()
        extra.put16(0x0001)
        extra.put16(8 * values.count)
        for value in values { extra.put64(value) }
        return extra.bytes
    }

    /// The time in seconds since 1970 (§4.6.1, 0x5455): that of MS-DOS has no zone.
    private var timestamp: [UInt8] {
        var extra = LittleEndian()
        extra.put16(0x5455)
        extra.put16(5)
        extra.bytes.append(1)
        extra.put32(modified)
        return extra.bytes
    }

    /// §4.4.6: hours, minutes and every other second, in UTC.
    private var clockTime: Int {
        let second = modified % 86_400
        let (hours, minutes) = (second / 3600, second / 60 % 60)
        return hours << 11 | minutes << 5 | (second % 60) / 2
    }

    /// §4.4.6: years since 1980, month and day.
    private var date: Int {
        let (year, month, day) = CalendarDay(number: modified / 86_400).parts
        return max(year - 1980, 0) << 9 | month << 5 | day
    }
}

/// Numbers with their lowest byte first (§4.4.1.1).
private struct LittleEndian {
    var bytes: [UInt8] = []

    mutating func put16(_ number: Int) { put(number, 2) }
    mutating func put32(_ number: Int) { put(number, 4) }
    mutating func put64(_ number: Int) { put(number, 8) }

    private mutating func put(_ number: Int, _ count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}

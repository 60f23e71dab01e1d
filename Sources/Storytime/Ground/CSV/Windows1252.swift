/// The encoding that programs on western versions of Windows write by default: ISO 8859-1, with
/// letters and punctuation instead of controls (the IANA registry's "windows-1252", as Unicode's
/// CP1252.TXT maps it).
enum Windows1252 {
    /// The character of the byte; nil for the five without one: 81, 8D, 8F, 90 and 9D.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
        let value = table[Int(byte) - 0x80]
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    /// The byte of the character; nil if there is none.
    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        guard !(0x80..<0xA0).contains(scalar.value) else { return nil }
        if let byte = UInt8(exactly: scalar.value) { return byte }
        guard let unit = UInt16(exactly: scalar.value), let index = table.firstIndex(of: unit)
        else { return nil }
        return 0x80 + UInt8(index)
    }

    /// The characters of the bytes 80 to 9F; 0 if there is none.
    private static let table: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    ]
}

/// How the bytes of a text stand for its characters.
package struct TextEncoding: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The name people know it by, in lower case.
    package let name: String
    /// The name that the C library’s `iconv` knows; empty for those that are read here.
    let iconvName: String

    package static let utf8 = TextEncoding(name: "utf-8", iconvName: "")
    package static let utf16LittleEndian = TextEncoding(name: "utf-16le", iconvName: "")
    package static let utf16BigEndian = TextEncoding(name: "utf-16be", iconvName: "")
    package static let windows1252 = TextEncoding(name: "windows-1252", iconvName: "")

    private init(name: String, iconvName: String) {
        self.name = name
        self.iconvName = iconvName
    }

    /// The encoding that a label means, as in the WHATWG’s Encoding Standard §4.2: on the web “latin1”
    /// is windows-1252 and “gb2312” is GBK, for that is what the files really are.
    package init?(label: String) {
        let plain = ReceivedText.repair(
            label.utf8.filter { $0 > 0x20 && $0 < 0x7F }
                .map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 == 0x5F ? 0x2D : $0 }
        )
        switch plain {
        case "utf-8", "utf8", "unicode-1-1-utf-8": self = .utf8
        case "utf-16le", "utf-16", "utf16", "ucs-2", "unicode": self = .utf16LittleEndian
        case "utf-16be": self = .utf16BigEndian
        case "windows-1252", "cp1252", "latin1", "latin-1", "iso-8859-1", "iso8859-1", "l1",
            "ascii",
            "us-ascii", "ansi":
            self = .windows1252
        default:
            guard let found = Self.others.first(where: { $0.labels.contains(plain) }) else {
                return nil
            }
            self.init(name: found.labels[0], iconvName: found.iconv)
        }
    }

    package var description: String { name }

    /// What it is called on pages: “UTF-8”, “Windows-1250”, “Shift JIS”.
    package var title: String {
        switch name {
        case "utf-16le", "utf-16be": "UTF-16"
        case "shift-jis": "Shift JIS"
        case "macintosh": "Mac Roman"
        case "big5": "Big5"
        case let name where name.hasPrefix("windows"):
            "Windows" + String(name.dropFirst("windows".count))
        case let name where name.hasPrefix("mac-"):
            "Mac " + String(name.dropFirst(4).prefix(1)).uppercased() + String(name.dropFirst(5))
        default: name.uppercased()
        }
    }

    /// Its name in a header `Content-Type` (the IANA registry). UTF-16 has a byte order mark there.
    package var charset: String {
        switch name {
        case "utf-16le", "utf-16be": "utf-16"
        case "shift-jis": "shift_jis"
        default: name
        }
    }

    /// Text in UTF-8 in this encoding; what it has no character for becomes a question mark.
    package func encode(_ text: [UInt8]) -> [UInt8] {
        let scalars = OwnText.decode(text).unicodeScalars
        switch self {
        case .utf8: return text
        case .windows1252: return scalars.map { Windows1252.byte($0) ?? UInt8(ascii: "?") }
        case .utf16LittleEndian, .utf16BigEndian:
            let isLittle = self == .utf16LittleEndian
            return scalars.flatMap { UTF16.encode($0).map { Array($0) } ?? [] }.flatMap { unit in
                let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
                return isLittle ? bytes : bytes.reversed()
            }
        default: return ByteConverter(to: self)?.encode(text) ?? text
        }
    }

    /// Whether what bytes mean depends on an escape before them.
    var hasEscapes: Bool { name == "iso-2022-jp" }

    /// Whether two bytes are a unit of it.
    package var isWide: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }

    /// Those that the C library reads. Each has the superset that is meant nowadays.
    private static let others: [(labels: [String], iconv: String)] = [
        (["windows-1250", "cp1250"], "CP1250"),
        (["windows-1251", "cp1251"], "CP1251"),
        (["windows-1253", "cp1253"], "CP1253"),
        (["windows-1254", "cp1254", "iso-8859-9", "latin5"], "CP1254"),
        (["windows-1255", "cp1255"], "CP1255"),
        (["windows-1256", "cp1256"], "CP1256"),
        (["windows-1257", "cp1257"], "CP1257"),
        (["windows-1258", "cp1258"], "CP1258"),
        (["windows-874", "cp874", "tis-620", "iso-8859-11"], "CP874"),
        (["iso-8859-2", "latin2", "latin-2"], "ISO-8859-2"),
        (["iso-8859-3", "latin3"], "ISO-8859-3"),
        (["iso-8859-4", "latin4"], "ISO-8859-4"),
        (["iso-8859-5", "cyrillic"], "ISO-8859-5"),
        (["iso-8859-6", "arabic"], "ISO-8859-6"),
        (["iso-8859-7", "greek"], "ISO-8859-7"),
        (["iso-8859-8", "hebrew"], "ISO-8859-8"),
        (["iso-8859-10", "latin6"], "ISO-8859-10"),
        (["iso-8859-13"], "ISO-8859-13"),
        (["iso-8859-14"], "ISO-8859-14"),
        (["iso-8859-15", "latin-9", "latin9"], "ISO-8859-15"),
        (["iso-8859-16"], "ISO-8859-16"),
        (["koi8-r", "koi8", "koi"], "KOI8-R"),
        (["koi8-u"], "KOI8-U"),
        (["macintosh", "mac", "x-mac-roman", "macroman"], "MACINTOSH"),
        (["mac-centraleurope", "x-mac-ce"], "MAC-CENTRALEUROPE"),
        (["mac-cyrillic", "x-mac-cyrillic", "x-mac-ukrainian"], "MAC-CYRILLIC"),
        (["ibm866", "cp866", "866"], "CP866"),
        (["cp437", "ibm437"], "CP437"),
        (["cp737", "ibm737"], "CP737"),
        (["cp775", "ibm775"], "CP775"),
        (["cp850", "ibm850"], "CP850"),
        (["cp852", "ibm852"], "CP852"),
        (["cp857", "ibm857"], "CP857"),
        (["cp862", "ibm862"], "CP862"),
        (["viscii"], "VISCII"),
        (["gbk", "gb2312", "gb-2312", "gb-2312-80", "cp936", "chinese", "x-gbk"], "GB18030"),
        (["gb18030"], "GB18030"),
        (["big5", "big5-hkscs", "cp950", "x-x-big5", "cn-big5"], "BIG5-HKSCS"),
        (["shift-jis", "shiftjis", "sjis", "cp932", "ms932", "windows-31j", "x-sjis"], "CP932"),
        (["euc-jp", "eucjp", "x-euc-jp"], "EUC-JP"),
        (["iso-2022-jp"], "ISO-2022-JP"),
        (["euc-kr", "euckr", "uhc", "cp949", "ks-c-5601-1987", "korean", "windows-949"], "CP949"),
    ]
}

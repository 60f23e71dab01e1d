import Received

/// The encodings among which somebody chooses who sees that a file was read in another.
enum EncodingChoices {
    static let all: [(value: String, label: String)] = [
        ("utf-8", "UTF-8"), ("utf-16le", "UTF-16, little-endian"),
        ("utf-16be", "UTF-16, big-endian"),
        ("windows-1252", "Western (Windows-1252)"), ("macintosh", "Western (Mac Roman)"),
        ("cp850", "Western (CP850)"),
        ("windows-1250", "Central European (Windows-1250)"),
        ("iso-8859-2", "Central European (ISO-8859-2)"), ("cp852", "Central European (CP852)"),
        ("windows-1257", "Baltic (Windows-1257)"),
        ("windows-1251", "Cyrillic (Windows-1251)"), ("koi8-r", "Cyrillic (KOI8-R)"),
        ("koi8-u", "Cyrillic (KOI8-U)"), ("ibm866", "Cyrillic (CP866)"),
        ("iso-8859-5", "Cyrillic (ISO-8859-5)"),
        ("windows-1253", "Greek (Windows-1253)"), ("iso-8859-7", "Greek (ISO-8859-7)"),
        ("windows-1254", "Turkish (Windows-1254)"), ("windows-1255", "Hebrew (Windows-1255)"),
        ("windows-1256", "Arabic (Windows-1256)"), ("windows-1258", "Vietnamese (Windows-1258)"),
        ("viscii", "Vietnamese (VISCII)"),
        ("windows-874", "Thai (Windows-874)"),
        ("gbk", "Chinese (GBK)"), ("big5", "Chinese (Big5)"),
        ("shift-jis", "Japanese (Shift JIS)"), ("euc-jp", "Japanese (EUC-JP)"),
        ("euc-kr", "Korean (EUC-KR)"),
    ]

    /// All of them, and one in which a file is that isn’t among them.
    static func with(_ encoding: TextEncoding) -> [(value: String, label: String)] {
        all.contains { $0.value == encoding.name }
            ? all : all + [(value: encoding.name, label: encoding.title)]
    }

    static func name(of encoding: TextEncoding) -> String {
        all.first { $0.value == encoding.name }?.label ?? encoding.title
    }
}

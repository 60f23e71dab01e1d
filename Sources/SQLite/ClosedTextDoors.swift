// The standard library's ways from bytes to text, closed: in this module each use of one is a warning, which the
// build takes for an error, and makes no text. A stranger's bytes come in by `ReceivedText`, whose text costs
// nobody n² steps; our own by `OwnText`. The same file closes them in every module that has these doors.
//
// A declaration of the module's own goes before one of the standard library with the same signature. They are
// deprecated because the compiler goes past unavailable ones to those of the library; and for an interface that
// nobody imports, so that tests have the standard library's.

@_spi(ClosedDoors)
@available(*, deprecated, message: "use ReceivedText or OwnText")
extension String {
    public init<Bytes: Collection, Encoding: Unicode.Encoding>(decoding: Bytes, as: Encoding.Type)
    where Bytes.Element == Encoding.CodeUnit { self = "" }

    public init?<Encoding: Unicode.Encoding>(
        validating: some Sequence<Encoding.CodeUnit>,
        as: Encoding.Type
    ) { nil }

    public init?<Encoding: Unicode.Encoding>(validating: some Sequence<Int8>, as: Encoding.Type)
    where Encoding.CodeUnit == UInt8 { nil }

    public init(cString: UnsafePointer<CChar>) { self = "" }

    public init(cString: UnsafePointer<UInt8>) { self = "" }

    public init(cString: [CChar]) { self = "" }

    public init(cString: [UInt8]) { self = "" }

    public init?(validatingCString: UnsafePointer<CChar>) { nil }

    public init?(validatingCString: [CChar]) { nil }

    public init?(validatingUTF8: UnsafePointer<CChar>) { nil }

    public init?(validatingUTF8: [CChar]) { nil }

    public init<Encoding: Unicode.Encoding>(
        decodingCString: UnsafePointer<Encoding.CodeUnit>,
        as: Encoding.Type
    ) { self = "" }

    public static func decodeCString<Encoding: Unicode.Encoding>(
        _ bytes: UnsafePointer<Encoding.CodeUnit>?,
        as: Encoding.Type,
        repairingInvalidCodeUnits: Bool = true
    ) -> (result: String, repairsMade: Bool)? { nil }

    public init(
        unsafeUninitializedCapacity: Int,
        initializingUTF8With: (UnsafeMutableBufferPointer<UInt8>) throws -> Int
    ) rethrows { self = "" }

    public init(copying: UTF8Span) { self = "" }

    public init(_: String.UnicodeScalarView) { self = "" }

    public init(_: Substring.UnicodeScalarView) { self = "" }
}

@_spi(ClosedDoors)
@available(*, deprecated, message: "use ReceivedText or OwnText")
extension Substring {
    public init<Bytes: Collection, Encoding: Unicode.Encoding>(decoding: Bytes, as: Encoding.Type)
    where Bytes.Element == Encoding.CodeUnit { self = "" }

    public init(cString: UnsafePointer<CChar>) { self = "" }

    public init<Encoding: Unicode.Encoding>(
        decodingCString: UnsafePointer<Encoding.CodeUnit>,
        as: Encoding.Type
    ) { self = "" }
}

import FoundationEssentials

// Foundation's ways from bytes to text, closed like the standard library's (`ClosedTextDoors.swift`).

@_spi(ClosedDoors)
@available(*, deprecated, message: "use ReceivedText, OwnText or Folder.text")
extension String {
    public init?<Bytes: Sequence>(bytes: __shared Bytes, encoding: Encoding)
    where Bytes.Iterator.Element == UInt8 { nil }

    public init?(data: __shared Data, encoding: Encoding) { nil }

    public init(contentsOfFile: __shared String, encoding: Encoding) throws { self = "" }

    public init(contentsOf: __shared URL, encoding: Encoding) throws { self = "" }
}

@_spi(ClosedDoors)
@available(*, deprecated, message: "use ReceivedJSON or OwnJSON")
extension JSONDecoder {
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        throw CancellationError()
    }
}

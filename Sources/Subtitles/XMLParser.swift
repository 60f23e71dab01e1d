import Received
import CExpat
import Glibc

/// What reads an XML document hears of it, in order. `tag` is where a tag’s bytes are.
protocol XMLListener: AnyObject {
    /// `name` is `namespace U+0001 local name`, or the local name alone.
    func start(_ name: XMLName, _ attributes: XMLAttributes, at tag: Range<Int>) throws
    func end(_ name: XMLName, at tag: Range<Int>) throws
    func characters(_ text: Bytes)
}

/// A name with its namespace.
struct XMLName {
    let pointer: UnsafePointer<CChar>

    /// Whether it is this local name in a namespace that begins so.
    func isLocal(_ local: StaticString, in namespace: [UInt8]) -> Bool {
        let bytes = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
        for (index, byte) in namespace.enumerated() where bytes[index] != byte { return false }
        guard bytes[namespace.count] == (namespace.isEmpty ? local.utf8Start[0] : 1) else {
            return false
        }
        return matches(bytes + namespace.count + (namespace.isEmpty ? 0 : 1), local)
    }

    func isPlain(_ local: StaticString) -> Bool {
        matches(UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self), local)
    }

    private func matches(_ bytes: UnsafePointer<UInt8>, _ word: StaticString) -> Bool {
        for index in 0..<word.utf8CodeUnitCount where bytes[index] != word.utf8Start[index] {
            return false
        }
        return bytes[word.utf8CodeUnitCount] == 0
    }

    var namespace: String {
        let text = ReceivedText.repair(cString: pointer)
        return text.firstIndex(of: "\u{1}").map { String(text[..<$0]) } ?? ""
    }

    var local: String {
        let text = ReceivedText.repair(cString: pointer)
        return text.firstIndex(of: "\u{1}").map { String(text[text.index(after: $0)...]) } ?? text
    }
}

/// The attributes of a tag.
struct XMLAttributes: Sequence, IteratorProtocol {
    private var place: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?

    init(_ place: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
        self.place = place
    }

    mutating func next() -> (name: XMLName, value: UnsafePointer<CChar>)? {
        guard let place, let name = place[0], let value = place[1] else { return nil }
        self.place = place + 2
        return (XMLName(pointer: name), value)
    }
}

/// Expat, with what a stranger’s document must not have switched off: a document type declaration, and
/// with it every entity but XML’s own five; elements nested deeper than anybody would; and namespaces with long
/// names, which expat puts in front of each name of an attribute.
final class XMLParser {
    private let listener: any XMLListener
    private var parser: OpaquePointer?
    private var error: (any Error)?
    private var depth = 0
    private static let depthLimit = 256
    private static let namespaceLimit = 512

    init(_ listener: any XMLListener) {
        self.listener = listener
    }

    /// Reads a whole document in UTF-8.
    static func read(_ bytes: Bytes, _ listener: any XMLListener) throws {
        let reader = XMLParser(listener)
        try withExtendedLifetime(reader) { try reader.read(bytes) }
    }

    private func read(_ bytes: Bytes) throws {
        guard let parser = XML_ParserCreateNS("UTF-8", 1) else {
            throw ReadingError.xml(line: 1, reason: "there is no memory for it")
        }
        defer { XML_ParserFree(parser) }
        self.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { XMLParser.of($0)?.start($1, $2) },
            { XMLParser.of($0)?.end($1) }
        )
        XML_SetCharacterDataHandler(parser) { XMLParser.of($0)?.characters($1, $2) }
        XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
            XMLParser.of(user)?.refuse("it must not have a document type declaration")
        }
        XML_SetStartNamespaceDeclHandler(parser) { user, _, namespace in
            guard let namespace, strlen(namespace) > XMLParser.namespaceLimit else { return }
            XMLParser.of(user)?.refuse("a namespace has a name that is too long")
        }
        let status = bytes.withMemoryRebound(to: CChar.self) {
            XML_Parse(parser, $0.baseAddress, CInt($0.count), 1)
        }
        if let error { throw error }
        guard status == XML_STATUS_OK else {
            let reason = Self.reason(XML_GetErrorCode(parser))
            throw ReadingError.xml(line: line, reason: reason)
        }
    }

    /// What is wrong, for people who know no XML.
    private static func reason(_ code: XML_Error) -> String {
        switch code {
        case XML_ERROR_TAG_MISMATCH, XML_ERROR_UNCLOSED_TOKEN: "a tag isn’t closed"
        case XML_ERROR_NO_ELEMENTS: "the file breaks off"
        case XML_ERROR_INVALID_TOKEN: "a letter or sign isn’t allowed there"
        case XML_ERROR_DUPLICATE_ATTRIBUTE: "an attribute is there twice"
        case XML_ERROR_UNDEFINED_ENTITY: "the name between “&” and “;” isn’t known"
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: "something follows the end of the document"
        case XML_ERROR_UNBOUND_PREFIX: "a prefix isn’t declared"
        default: "it isn’t well-formed"
        }
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> XMLParser? {
        user.map { Unmanaged<XMLParser>.fromOpaque($0).takeUnretainedValue() }
    }

    private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    private var tag: Range<Int> {
        let start = Int(XML_GetCurrentByteIndex(parser))
        return start..<start + Int(XML_GetCurrentByteCount(parser))
    }

    private func refuse(_ reason: String) {
        stop(ReadingError.xml(line: line, reason: reason))
    }

    private func stop(_ error: any Error) {
        guard self.error == nil else { return }
        self.error = error
        XML_StopParser(parser, 0)
    }

    private func start(
        _ name: UnsafePointer<XML_Char>?,
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        guard error == nil, let name else { return }
        depth += 1
        guard depth <= Self.depthLimit else {
            return refuse("elements must not be nested deeper than \(Self.depthLimit)")
        }
        do {
            try listener.start(XMLName(pointer: name), XMLAttributes(attributes), at: tag)
        } catch {
            stop(error)
        }
    }

    private func end(_ name: UnsafePointer<XML_Char>?) {
        guard error == nil, let name else { return }
        depth -= 1
        do { try listener.end(XMLName(pointer: name), at: tag) } catch { stop(error) }
    }

    private func characters(_ text: UnsafePointer<XML_Char>?, _ count: CInt) {
        guard error == nil, let text else { return }
        text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            listener.characters(Bytes(start: $0, count: Int(count)))
        }
    }
}

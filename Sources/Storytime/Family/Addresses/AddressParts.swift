import HTTP
import Received

/// An address taken apart: what it is of, and the parts that say which video is meant.
///
/// Only what every program reads in the same way gets through: a name on the Internet as its host, no
/// name and password, no port, no characters that some programs take for others.
struct AddressParts {
    /// Whether it is of this console.
    let isOurs: Bool
    let isSecure: Bool
    /// In lower case; empty for an address of ours that begins with a slash.
    let host: String
    let path: String
    private let query: String
    private let pairs: [(name: String, value: String)]
    private let fragment: String

    init(_ text: String, home: Origin?) throws(VideoAddress.Refusal) {
        guard text.utf8.allSatisfy(Self.isAllowed) else { throw .unknown }
        let (rest, fragment) = Self.cut(text[...], at: "#")
        var target = rest
        var origin: Origin?
        if !rest.hasPrefix("/") || rest.hasPrefix("//"), !rest.hasPrefix("?") {
            guard let end = rest.firstRange(of: "://"), !rest.hasPrefix("//") else { throw .scheme }
            let scheme = rest[..<end.lowerBound].lowercased()
            guard ["http", "https"].contains(scheme) else { throw .scheme }
            let authority = rest[end.upperBound...].prefix { !"/?".contains($0) }
            guard !authority.contains("@") else { throw .credentials }
            guard let named = Origin("\(scheme)://\(authority)") else { throw .unknown }
            origin = named
            target = rest[end.upperBound...].dropFirst(authority.count)
        }
        isOurs = origin.map { Self.isOurs($0, home) } ?? true
        if let origin, !isOurs { try Self.expectPublic(origin) }
        isSecure = origin?.isSecure ?? true
        host = origin?.host ?? ""
        let (path, query) = Self.cut(target, at: "?")
        self.path = path.isEmpty ? "/" : String(path)
        self.query = String(query)
        self.fragment = String(fragment)
        pairs = (try? URLEncodedForm(query: self.query).pairs) ?? []
    }

    /// With the scheme or without it: somebody who types a name leaves out what the browser hides.
    private static func isOurs(_ origin: Origin, _ home: Origin?) -> Bool {
        guard let home, origin.host == home.host else { return false }
        return origin.port == home.port || origin.port == (origin.isSecure ? 443 : 80)
    }

    /// Unreserved and reserved characters and the percent sign (RFC 3986 §2). The brackets of an address
    /// by number are none of a name.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 32 && byte < 127 && !"\"<>\\^`{|}".utf8.contains(byte)
    }

    private static func cut(_ text: Substring, at mark: Character) -> (Substring, Substring) {
        guard let place = text.firstIndex(of: mark) else { return (text, "") }
        return (text[..<place], text[text.index(after: place)...])
    }

    /// Whether it is a name that means the same everywhere. Programs read numbers as addresses in many
    /// spellings (WHATWG URL §3.5): decimal, octal, hexadecimal, with fewer than four parts.
    private static func expectPublic(_ origin: Origin) throws(VideoAddress.Refusal) {
        let labels = origin.host.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, let digit = last.utf8.first,
            !(48...57).contains(digit), !origin.host.contains("["), labels.count > 1,
            labels.allSatisfy({ !$0.isEmpty }),
            origin.host.utf8.allSatisfy({ isLetterOfName($0) }), !origin.isNearby
        else { throw .inner }
        guard origin.port == (origin.isSecure ? 443 : 80) else { throw .port }
    }

    private static func isLetterOfName(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || "-._".utf8.contains(byte)
    }

    func value(_ name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// In lower case, without the dot.
    var fileExtension: String? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }

    /// The address as it is kept: without what only says where to begin.
    var canonical: String {
        "\(isSecure ? "https" : "http")://\(host)\(path)" + (query.isEmpty ? "" : "?\(query)")
    }

    // MARK: Where to begin

    /// `?t=90`, `?t=1m30s`, `?start=90`, `#t=90`: the first of them that is a time.
    var moment: Int? {
        let named = ["t", "start", "time_continue"].compactMap { value($0) }
        let marked = (try? URLEncodedForm(query: fragment).pairs) ?? []
        let times = named + marked.filter { $0.name == "t" }.map(\.value)
        return times.lazy.compactMap(Self.seconds).first { $0 > 0 }
    }

    private static let longest = 999_999

    /// "90", "90s", "1m30s", "1h2m3s", "1:30", "90.5"; of a range ("10,20") its beginning.
    static func seconds(_ text: String) -> Int? {
        var text = text.prefix { $0 != "," }[...]
        if text.hasPrefix("npt:") { text = text.dropFirst(4) }
        if let time = PlayingTime.seconds(String(text)) { return time <= longest ? time : nil }
        if let number = ReceivedNumber.decimal(text),
            text.utf8.allSatisfy({ (46...57).contains($0) })
        {
            return (0...Double(longest)).contains(number) ? Int(clamping: number) : nil
        }
        return unitSeconds(text)
    }

    private static func unitSeconds(_ text: Substring) -> Int? {
        var total = 0
        var rest = text
        var isFound = false
        for (unit, seconds) in [("h", 3600), ("m", 60), ("s", 1)] as [(Character, Int)] {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            let after = rest.dropFirst(digits.count)
            guard !digits.isEmpty, after.first.map({ Character($0.lowercased()) }) == unit else {
                continue
            }
            guard digits.utf8.count <= 6, let number = ReceivedNumber.integer(digits) else {
                return nil
            }
            total += number * seconds
            rest = after.dropFirst()
            isFound = true
        }
        return isFound && rest.isEmpty && total <= longest ? total : nil
    }
}

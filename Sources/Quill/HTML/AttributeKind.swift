/// What a browser does with an attribute's value.
enum AttributeKind: Sendable, Equatable {
    case plain
    case url
    /// A URL whose content the browser runs or treats as the page's own.
    case codeURL
    case srcset
    /// No value of a template is allowed here, and why.
    case refused(String)

    init(element: String, attribute: String) {
        if let reason = Self.refusal(element: element, attribute: attribute) {
            self = .refused(reason)
            return
        }
        let name = attribute.split(separator: ":").last.map(String.init) ?? attribute
        if name == "srcset" || name == "imagesrcset" {
            self = .srcset
        } else if Self.isURL(name) || attribute.starts(with: "xmlns") {
            self = Self.codeElements.contains(element) ? .codeURL : .url
        } else {
            self = .plain
        }
    }

    /// Elements that run what they load, or that move every other URL of the page.
    private static let codeElements: Set<String> = [
        "script", "iframe", "frame", "embed", "object", "base",
    ]

    /// Elements of SVG that change attributes of others, a link's target among them.
    private static let animations: Set<String> = [
        "animate", "animatemotion", "animatetransform", "set",
    ]

    /// The attributes of HTML whose value is a URL and does not look like one.
    private static let urls: Set<String> = [
        "action", "archive", "background", "cite", "classid", "codebase", "data", "formaction",
        "icon", "longdesc", "manifest", "ping", "poster", "profile", "usemap", "xmlns",
    ]

    /// Any name that suggests a URL is one: if something is wrongly escaped as a URL, the first
    /// test shows it; if something wrongly isn't, an attack does.
    private static func isURL(_ name: String) -> Bool {
        if urls.contains(name) { return true }
        // In bytes: searching characters took a quarter of the startup time, and all names are
        // ASCII.
        let name = Array(name.utf8)
        return urlWords.contains { word in
            name.indices.contains { name[$0...].starts(with: word) }
        }
    }

    private static let urlWords = ["src", "href", "url", "uri"].map { Array($0.utf8) }

    private static func refusal(element: String, attribute: String) -> String? {
        let parts = attribute.split { $0 == "-" || $0 == ":" || $0 == "." }
        if attribute.starts(with: "on") || parts.dropFirst().contains("on") && parts.first != "data"
        {
            return "\(attribute) holds a script"
        }
        if attribute == "style" { return "style holds CSS: use a class" }
        if attribute == "srcdoc" { return "srcdoc holds a whole document" }
        if animations.contains(element) { return "<\(element)> can change any attribute" }
        if element == "meta", attribute == "http-equiv" { return "http-equiv acts like a header" }
        let isOrdinary = attribute.utf8.allSatisfy {
            $0.isLetter || $0.isDigit || "-_:.".utf8.contains($0)
        }
        return isOrdinary ? nil : "\(attribute) is no attribute of HTML"
    }
}

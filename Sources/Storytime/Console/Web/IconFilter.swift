import HTTP
import Quill

extension Filter {
    /// `{{ "trash"|icon }}` draws what a sheet of icons has under that name, and
    /// `{{ "check"|icon("choice-mark") }}` gives the drawing one more class. It is decoration: a
    /// screen reader passes over it, so the words stand beside it.
    ///
    /// The sheet's address names its content, and is known before any template is compiled. So an
    /// icon that a template names is plain text of the page.
    static func icon(sheet: String) -> Filter {
        let start = "<svg class=\"icon"
        let address = "\" aria-hidden=\"true\"><use href=\"\(sheet)#"
        let end = "\"></use></svg>"
        return Filter("icon", arguments: 0...1, gives: .html) { name, arguments in
            if case .none = name { return .none }
            guard case .text(let name) = name else {
                throw FilterProblem("it takes the name of an icon")
            }
            // Rows of lists have icons that come from data: one piece of memory is enough for each.
            var markup = ""
            markup.reserveCapacity(address.utf8.count + 64)
            markup += start
            if let more = arguments.first { markup += " " + (try className(more)) }
            markup += address
            // The name may come from the database; a part of a URL has no character left that means
            // anything in HTML.
            markup += PercentEncoding.encodeComponent(name)
            markup += end
            return .html(SafeHTML(trusted: markup))
        }
    }

    private static func className(_ value: Value) throws -> String {
        guard case .text(let name) = value,
            name.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) })
        else { throw FilterProblem("a class is small letters and hyphens") }
        return name
    }
}

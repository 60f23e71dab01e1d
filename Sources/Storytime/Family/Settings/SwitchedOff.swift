import HTTP
import Quill

extension [Route] {
    /// These routes, whose pages for parents are there as long as a switch is on. Children’s pages and
    /// those of programs always are.
    func switched(by each: ParentSwitch) -> [Route] {
        map { route in
            guard route.access == .parent, route.operation == nil else { return route }
            return route.before { visit in
                try visit.isOn(each) ? nil : try visit.switchedOff(each)
            }
        }
    }
}

extension Visit {
    /// What somebody gets who asks for what they turned off: it isn't there, and the page says why.
    fileprivate func switchedOff(_ each: ParentSwitch) throws -> Response {
        guard !wantsJSON else {
            return Response(
                status: 404,
                json: JSONWriter.bytes { json in
                    json.object {
                        $0.member("message", "\(each.offText). You can \(each.remedy).")
                    }
                }
            )
        }
        return try page(SwitchedOffPage(which: each), status: 404)
    }
}

/// Says that something is off, and where it is turned on.
struct SwitchedOffPage: Page {
    static let template = "family/settings/off.html"

    let which: ParentSwitch

    static let fields: [Field<SwitchedOffPage>] = [
        .text("heading") { $0.which.offText },
        .text("remedy") { $0.which.remedy },
        .text("settings_href") { _ in WatchSettingsPages.path + "#switches" },
    ]
}

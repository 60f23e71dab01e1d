import HTTP

@testable import Storytime

extension Route {
    /// An address of the route: of the first record, of a picture, and of an upload that isn't there.
    var sampleTarget: String { target() }

    /// The same with other values for some of its places, like `["child_id": "7"]`.
    func target(_ values: [String: String] = [:]) -> String {
        let samples = ["file": "a.jpg", "key": "k"]
        return pattern.description.split(separator: "/", omittingEmptySubsequences: false)
            .map { segment in
                guard segment.hasPrefix("{") else { return String(segment) }
                let name = String(segment.dropFirst().dropLast())
                return values[name] ?? samples[name] ?? "1"
            }.joined(separator: "/")
    }

    /// Whether programs ask it, and not browsers.
    var isForAPI: Bool { RequestHead.isForAPI(path: pattern.description) }

    /// Whether the page is there in development only: for everybody else it is none.
    var isForDevelopment: Bool { pattern.description == StyleguidePages.path }
}

@testable import Storytime

extension Route {
    /// An address of the route: of the first record, of a picture, and of an upload that isn't there.
    var sampleTarget: String {
        pattern.description.replacing("{id}", with: "1").replacing("{file}", with: "a.jpg")
            .replacing("{key}", with: "k")
    }

    /// Whether programs ask it, and not browsers.
    var isForAPI: Bool { pattern.description.hasPrefix("/api/") }

    /// Whether the page is there in development only: for everybody else it is none.
    var isForDevelopment: Bool { pattern.description == StyleguidePages.path }
}

@testable import Storytime

extension Route {
    /// Whether the page is there in development only: for everybody else it is none.
    var isForDevelopment: Bool { pattern.description == StyleguidePages.path }
}

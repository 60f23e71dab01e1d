/// The configured host cannot be listened on.
package struct UnknownHost: Error, CustomStringConvertible {
    let host: String
    let reason: String

    package var description: String { "cannot listen on \(host): \(reason)" }
}

/// A Swift type whose values can be written into a page.
package protocol Scalar: Sendable {
    static var shape: Shape { get }
    var isTrue: Bool { get }
    var value: Value { get }
    func write(to output: inout Output, _ escape: Escape)
}

extension String: Scalar {
    package static var shape: Shape { .text }
    package var isTrue: Bool { !isEmpty }
    package var value: Value { .text(self) }
    package func write(to output: inout Output, _ escape: Escape) {
        output.write(self, escape)
    }
}

extension Int: Scalar {
    package static var shape: Shape { .int }
    package var isTrue: Bool { self != 0 }
    package var value: Value { .int(self) }
    package func write(to output: inout Output, _ escape: Escape) {
        // Digits and a minus sign mean themselves in every place that a value may stand.
        output.write(self)
    }
}

extension Double: Scalar {
    package static var shape: Shape { .double }
    package var isTrue: Bool { self != 0 }
    package var value: Value { .double(self) }
    package func write(to output: inout Output, _ escape: Escape) {
        output.write(description, escape)
    }
}

extension Bool: Scalar {
    package static var shape: Shape { .bool }
    package var isTrue: Bool { self }
    package var value: Value { .bool(self) }
    package func write(to output: inout Output, _ escape: Escape) {
        output.write(self ? "true" : "false", escape)
    }
}

extension SafeHTML: Scalar {
    package static var shape: Shape { .html }
    package var isTrue: Bool { !markup.isEmpty }
    package var value: Value { .html(self) }
    package func write(to output: inout Output, _ escape: Escape) {
        output.write(self, escape)
    }
}

extension Optional: Scalar where Wrapped: Scalar {
    package static var shape: Shape { Wrapped.shape.orNothing }
    package var isTrue: Bool { self?.isTrue ?? false }
    package var value: Value { self?.value ?? .none }
    package func write(to output: inout Output, _ escape: Escape) {
        self?.write(to: &output, escape)
    }
}

extension Value: Scalar {
    package static var shape: Shape { .any }
    package var value: Value { self }
    package func write(to output: inout Output, _ escape: Escape) {
        switch self {
        case .int(let value): output.write(value)
        case .html(let value): output.write(value, escape)
        default: if let text { output.write(text, escape) }
        }
    }
}

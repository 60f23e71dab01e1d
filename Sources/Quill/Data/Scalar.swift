/// A Swift type whose values can be written into a page.
@usableFromInline
package protocol Scalar: Sendable {
    static var shape: Shape { get }
    var isTrue: Bool { get }
    var value: Value { get }
    func write(to output: inout Output, _ escape: Escape)
}

extension String: Scalar {
    @inlinable package static var shape: Shape { .text }
    @inlinable package var isTrue: Bool { !isEmpty }
    @inlinable package var value: Value { .text(self) }
    @inlinable package func write(to output: inout Output, _ escape: Escape) {
        output.write(self, escape)
    }
}

extension Int: Scalar {
    @inlinable package static var shape: Shape { .int }
    @inlinable package var isTrue: Bool { self != 0 }
    @inlinable package var value: Value { .int(self) }
    @inlinable package func write(to output: inout Output, _ escape: Escape) {
        // Digits and a minus sign need no escaping, wherever a value may be.
        output.write(self)
    }
}

extension Double: Scalar {
    @inlinable package static var shape: Shape { .double }
    @inlinable package var isTrue: Bool { self != 0 }
    @inlinable package var value: Value { .double(self) }
    @inlinable package func write(to output: inout Output, _ escape: Escape) {
        output.write(description, escape)
    }
}

extension Bool: Scalar {
    @inlinable package static var shape: Shape { .bool }
    @inlinable package var isTrue: Bool { self }
    @inlinable package var value: Value { .bool(self) }
    @inlinable package func write(to output: inout Output, _ escape: Escape) {
        output.write(self ? "true" : "false", escape)
    }
}

extension SafeHTML: Scalar {
    @inlinable package static var shape: Shape { .html }
    @inlinable package var isTrue: Bool { !markup.isEmpty }
    @inlinable package var value: Value { .html(self) }
    @inlinable package func write(to output: inout Output, _ escape: Escape) {
        output.write(self, escape)
    }
}

extension Optional: Scalar where Wrapped: Scalar {
    @inlinable package static var shape: Shape { Wrapped.shape.orNothing }
    @inlinable package var isTrue: Bool { self?.isTrue ?? false }
    @inlinable package var value: Value { self?.value ?? .none }
    @inlinable package func write(to output: inout Output, _ escape: Escape) {
        self?.write(to: &output, escape)
    }
}

extension Value: Scalar {
    @inlinable package static var shape: Shape { .any }
    @inlinable package var value: Value { self }
    @usableFromInline package func write(to output: inout Output, _ escape: Escape) {
        switch self {
        case .int(let value): output.write(value)
        case .html(let value): output.write(value, escape)
        default: if let text { output.write(text, escape) }
        }
    }
}

/// A function that templates call as `{{ value|name(arguments) }}`.
///
/// An application adds its own by passing them to the `Library`; they replace built-in filters of
/// the same name. The result must depend on the arguments alone: a filter of literals is applied
/// once, when the template is compiled.
package struct Filter: Sendable {
    package typealias Function = @Sendable (Value, [Value]) throws -> Value

    package let name: String
    /// How many arguments it takes.
    let argumentCount: ClosedRange<Int>
    /// The shape of its result, or nil if it can't take a value of the first shape.
    let shape: @Sendable (Shape, [Shape]) -> Shape?
    let apply: Function

    /// How many arguments it takes, in words.
    var argumentPhrase: String {
        let (least, most) = (argumentCount.lowerBound, argumentCount.upperBound)
        if most == 0 { return "no arguments" }
        let count = least == most ? "\(most)" : "\(least) to \(most)"
        return most == 1 && least == 1 ? "1 argument" : "\(count) arguments"
    }

    /// A filter that takes anything and gives a `shape`.
    package init(
        _ name: String,
        arguments: ClosedRange<Int> = 0...0,
        gives shape: Shape = .text,
        apply: @escaping Function
    ) {
        self.init(name, arguments: arguments, shape: { _, _ in shape }, apply: apply)
    }

    init(
        _ name: String,
        arguments: ClosedRange<Int>,
        shape: @escaping @Sendable (Shape, [Shape]) -> Shape?,
        apply: @escaping Function
    ) {
        self.name = name
        argumentCount = arguments
        self.shape = shape
        self.apply = apply
    }

    func apply(
        to value: Value,
        _ arguments: [Value],
        at place: Place
    ) throws(TemplateError) -> Value {
        do {
            return try apply(value, arguments)
        } catch let problem as FilterProblem {
            throw place.error("\(name): \(problem.message)")
        } catch {
            throw place.error("\(name): \(error)")
        }
    }
}

/// Why a filter failed; the message is shown with the template's file and line.
package struct FilterProblem: Error {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}

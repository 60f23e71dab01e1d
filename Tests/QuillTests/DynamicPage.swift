@testable import Quill

/// A page whose fields are known only when a test runs: templates are compiled against the shape of
/// a value, and read the value itself.
///
/// To the program it is a record like any other, whose memory holds a `Value`.
struct DynamicPage {
    private let program: Program
    let usedFields: Set<String>

    init(_ name: String, in library: Library, shapedLike values: [Value]) throws {
        let shape = values.dropFirst().reduce(values.first.map(Self.shape) ?? .nothing) {
            $0.joined(with: Self.shape($1)) ?? .any
        }
        guard case .record(let page) = shape else { throw NotARecord() }
        let compiled = try Compiler.compile(
            name,
            in: library,
            page: page,
            globals: RecordShape(of: NoGlobals.self)
        )
        program = compiled.program()
        usedFields = compiled.usedFields
    }

    struct NotARecord: Error {}

    func render(_ value: Value) throws -> String {
        var text = ""
        try withUnsafePointer(to: value) { page in
            try program.render(page: page, globals: page, capacity: 16) {
                text = String(decoding: $0, as: UTF8.self)
            }
        }
        return text
    }

    static func render(_ template: String, _ value: Value = Value.record([:])) throws -> String {
        let library = try Library([TemplateSource(name: "t", text: template)])
        return try DynamicPage("t", in: library, shapedLike: [value]).render(value)
    }
}

extension Value {
    static func record(_ fields: KeyValuePairs<String, Value>) -> Value {
        .record(RecordValue(names: fields.map(\.key), values: fields.map(\.value)))
    }
}

extension DynamicPage {
    static func shape(_ value: Value) -> Shape {
        switch value {
        case .none: .nothing
        case .bool: .bool
        case .int: .int
        case .double: .double
        case .text: .text
        case .html: .html
        case .list(let values): .list(of: elementShape(values))
        case .record(let record): .record(shape(record))
        }
    }

    private static func elementShape(_ values: [Value]) -> Shape {
        guard let first = values.first else { return .any }
        return values.dropFirst().reduce(shape(first)) { $0.joined(with: shape($1)) ?? .any }
    }

    /// Two records are of one kind if their fields have the same names.
    private static func shape(_ record: RecordValue) -> RecordShape {
        RecordShape(name: record.names.joined(separator: ",")) {
            zip(record.names, record.values).map { name, value in
                AnyField(name: name, access: access(to: shape(value)) { $0.field(name) })
            }
        }
    }

    private static func access(
        to shape: Shape,
        _ get: @escaping @Sendable (Value) -> Value
    ) -> Access {
        switch shape {
        case .list(let element):
            .list(
                ListAccess(
                    element: { access(toElement: element) },
                    stride: MemoryLayout<Value>.stride,
                    count: { get($0.value).elements.count },
                    withElements: { root, body in
                        get(root.value).elements.withUnsafeBufferPointer {
                            body(UnsafeRawPointer($0.baseAddress) ?? root, $0.count)
                        }
                    }
                )
            )
        case .record(let record):
            .record(
                RecordAccess(shape: record, isOptional: false) { root, body in
                    withUnsafePointer(to: get(root.value)) { body(UnsafeRawPointer($0)) }
                }
            )
        default:
            .scalar(
                ScalarAccess(
                    shape: shape,
                    write: { get($0.value).write(to: &$1, $2) },
                    isTrue: { get($0.value).isTrue },
                    value: { get($0.value) }
                )
            )
        }
    }

    private static func access(toElement shape: Shape) -> Access {
        if case .record(let record) = shape { return .record(RecordAccess(itself: record)) }
        return access(to: shape) { $0 }
    }
}

extension UnsafeRawPointer {
    fileprivate var value: Value { assumingMemoryBound(to: Value.self).pointee }
}

extension Value {
    fileprivate func field(_ name: String) -> Value {
        guard case .record(let record) = self else { return .none }
        return record[name] ?? .none
    }

    fileprivate var elements: [Value] {
        guard case .list(let values) = self else { return [] }
        return values
    }
}

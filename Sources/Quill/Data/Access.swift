// How the renderer reads records without knowing their types.
//
// A template is compiled against record types, but the resulting program is one flat list of
// instructions for all of them. So a record in use is a pointer to its memory (a "frame"), and a
// field is a set of closures that take such a pointer. `Field<Root>` makes the closures where
// `Root` is known, and is the only place that turns the pointer back into a `Root`. The compiler
// makes sure that a field of `Root` only ever gets a pointer to a `Root`: an access enters a
// program together with the frame whose shape it was looked up in.
//
// The benefit is that nothing is boxed: a text goes from the record's own storage into the page.
// Pointers are valid during the call that gets them, and never kept.

/// The way from a record to the value of one of its fields.
@usableFromInline
package enum Access: Sendable {
    case scalar(ScalarAccess)
    case list(ListAccess)
    case record(RecordAccess)

    var shape: Shape {
        switch self {
        case .scalar(let access): access.shape
        case .list(let access): .list(of: access.element().shape)
        case .record(let access):
            access.isOptional ? .optional(.record(access.shape)) : .record(access.shape)
        }
    }
}

/// The way to a value that can be written into a page.
@usableFromInline
package struct ScalarAccess: Sendable {
    @usableFromInline package typealias Write =
        @Sendable (UnsafeRawPointer, inout Output, Escape) -> Void
    @usableFromInline package typealias Test = @Sendable (UnsafeRawPointer) -> Bool

    @usableFromInline let shape: Shape
    @usableFromInline let write: Write
    @usableFromInline let isTrue: Test
    @usableFromInline let value: @Sendable (UnsafeRawPointer) -> Value

    @inlinable
    package init(
        shape: Shape,
        write: @escaping Write,
        isTrue: @escaping Test,
        value: @escaping @Sendable (UnsafeRawPointer) -> Value
    ) {
        self.shape = shape
        self.write = write
        self.isTrue = isTrue
        self.value = value
    }
}

extension ScalarAccess {
    /// The way from a `Value` in memory to itself.
    init(ofValue shape: Shape) {
        self.init(
            shape: shape,
            write: { $0.assumingMemoryBound(to: Value.self).pointee.write(to: &$1, $2) },
            isTrue: { $0.assumingMemoryBound(to: Value.self).pointee.isTrue },
            value: { $0.assumingMemoryBound(to: Value.self).pointee }
        )
    }
}

/// The way to a list, whose elements lie one after another in memory.
@usableFromInline
package struct ListAccess: Sendable {
    /// Called with the first element and the number of elements.
    @usableFromInline package typealias Body = (UnsafeRawPointer, Int) -> Void

    /// The way from an element to itself.
    @usableFromInline let element: @Sendable () -> Access
    @usableFromInline let stride: Int
    @usableFromInline let count: @Sendable (UnsafeRawPointer) -> Int
    @usableFromInline let withElements: @Sendable (UnsafeRawPointer, Body) -> Void

    @inlinable
    package init(
        element: @escaping @Sendable () -> Access,
        stride: Int,
        count: @escaping @Sendable (UnsafeRawPointer) -> Int,
        withElements: @escaping @Sendable (UnsafeRawPointer, Body) -> Void
    ) {
        self.element = element
        self.stride = stride
        self.count = count
        self.withElements = withElements
    }
}

/// The way to a record inside a record.
@usableFromInline
package struct RecordAccess: Sendable {
    /// Called with the record, or nil when an optional one is missing.
    @usableFromInline package typealias Body = (UnsafeRawPointer?) -> Void

    @usableFromInline let shape: RecordShape
    @usableFromInline let isOptional: Bool
    /// Whether the record is the memory that the access starts from, as a loop's element is.
    @usableFromInline let isIdentity: Bool
    @usableFromInline let withRecord: @Sendable (UnsafeRawPointer, Body) -> Void

    @inlinable
    package init(
        shape: RecordShape,
        isOptional: Bool,
        withRecord: @escaping @Sendable (UnsafeRawPointer, Body) -> Void
    ) {
        self.shape = shape
        self.isOptional = isOptional
        self.isIdentity = false
        self.withRecord = withRecord
    }

    /// The way from a record to itself.
    @inlinable
    package init(itself shape: RecordShape, isOptional: Bool = false) {
        self.shape = shape
        self.isOptional = isOptional
        self.isIdentity = true
        self.withRecord = { pointer, body in body(pointer) }
    }

    /// The way through this record to one of its fields. A field of a missing record is missing.
    func member(_ field: Access) -> Access {
        if isIdentity, !isOptional { return field }
        switch field {
        case .scalar(let scalar): return .scalar(through(scalar))
        case .list(let list): return .list(through(list))
        case .record(let record): return .record(through(record))
        }
    }

    private func through(_ scalar: ScalarAccess) -> ScalarAccess {
        let withRecord = withRecord
        return ScalarAccess(
            shape: isOptional ? scalar.shape.orNothing : scalar.shape,
            write: { root, output, escape in
                withRecord(root) { if let record = $0 { scalar.write(record, &output, escape) } }
            },
            isTrue: { root in
                var result = false
                withRecord(root) { if let record = $0 { result = scalar.isTrue(record) } }
                return result
            },
            value: { root in
                var result = Value.none
                withRecord(root) { if let record = $0 { result = scalar.value(record) } }
                return result
            }
        )
    }

    private func through(_ list: ListAccess) -> ListAccess {
        let withRecord = withRecord
        return ListAccess(
            element: list.element,
            stride: list.stride,
            count: { root in
                var result = 0
                withRecord(root) { if let record = $0 { result = list.count(record) } }
                return result
            },
            withElements: { root, body in
                withRecord(root) { record in
                    guard let record else { return body(root, 0) }
                    list.withElements(record, body)
                }
            }
        )
    }

    private func through(_ inner: RecordAccess) -> RecordAccess {
        let withRecord = withRecord
        return RecordAccess(shape: inner.shape, isOptional: isOptional || inner.isOptional) {
            root,
            body in
            withRecord(root) { record in
                guard let record else { return body(nil) }
                inner.withRecord(record, body)
            }
        }
    }
}

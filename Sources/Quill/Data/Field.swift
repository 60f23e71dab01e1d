/// One field of a record: its name in templates, and how it is read.
///
/// ```swift
/// struct CategoryRow: Record {
///     let id: Int
///     let name: String
///
///     static let fields: [Field<CategoryRow>] = [
///         .int("id") { $0.id },
///         .text("name") { $0.name },
///     ]
/// }
/// ```
@usableFromInline
package struct Field<Root>: Sendable {
    @usableFromInline package let name: String
    @usableFromInline package let access: Access

    @inlinable
    package init(_ name: String, _ access: Access) {
        self.name = name
        self.access = access
    }

    @inlinable
    package var erased: AnyField { AnyField(name: name, access: access) }
}

extension Field {
    @usableFromInline package typealias Getter<Result> = @Sendable (Root) -> Result

    @inlinable
    package static func text(_ name: String, _ get: @escaping Getter<String>) -> Field {
        scalar(name, get)
    }

    @inlinable
    package static func optionalText(_ name: String, _ get: @escaping Getter<String?>) -> Field {
        scalar(name, get)
    }

    @inlinable
    package static func int(_ name: String, _ get: @escaping Getter<Int>) -> Field {
        scalar(name, get)
    }

    @inlinable
    package static func optionalInt(_ name: String, _ get: @escaping Getter<Int?>) -> Field {
        scalar(name, get)
    }

    @inlinable
    package static func double(_ name: String, _ get: @escaping Getter<Double>) -> Field {
        scalar(name, get)
    }

    @inlinable
    package static func bool(_ name: String, _ get: @escaping Getter<Bool>) -> Field {
        scalar(name, get)
    }

    @inlinable
    package static func html(_ name: String, _ get: @escaping Getter<SafeHTML>) -> Field {
        scalar(name, get)
    }

    @inlinable
    package static func optionalHTML(_ name: String, _ get: @escaping Getter<SafeHTML?>) -> Field {
        scalar(name, get)
    }

    @inlinable
    package static func texts(_ name: String, _ get: @escaping Getter<[String]>) -> Field {
        scalars(name, get)
    }

    @inlinable
    package static func ints(_ name: String, _ get: @escaping Getter<[Int]>) -> Field {
        scalars(name, get)
    }
}

extension Field {
    @inlinable
    package static func record<R: Record>(
        _ name: String,
        _ get: @escaping Getter<R>
    ) -> Field {
        Field(
            name,
            .record(
                RecordAccess(shape: RecordShape(of: R.self), isOptional: false) { root, body in
                    let record = get(root.assumingMemoryBound(to: Root.self).pointee)
                    withUnsafePointer(to: record) { body(UnsafeRawPointer($0)) }
                }
            )
        )
    }

    @inlinable
    package static func optionalRecord<R: Record>(
        _ name: String,
        _ get: @escaping Getter<R?>
    ) -> Field {
        Field(
            name,
            .record(
                RecordAccess(shape: RecordShape(of: R.self), isOptional: true) { root, body in
                    guard let record = get(root.assumingMemoryBound(to: Root.self).pointee) else {
                        return body(nil)
                    }
                    withUnsafePointer(to: record) { body(UnsafeRawPointer($0)) }
                }
            )
        )
    }

    @inlinable
    package static func list<R: Record>(_ name: String, _ get: @escaping Getter<[R]>) -> Field {
        list(name, get) { .record(RecordAccess(itself: RecordShape(of: R.self))) }
    }

    /// A list of plain values.
    @inlinable
    package static func scalars<S: Scalar>(
        _ name: String,
        _ get: @escaping Getter<[S]>
    ) -> Field {
        list(name, get) { Field<S>.scalar("") { $0 }.access }
    }

    /// A plain value: the closures are made here, where both types are known, so that the
    /// optimizer can inline a getter such as `$0.name` into them.
    @inlinable
    package static func scalar<S: Scalar>(_ name: String, _ get: @escaping Getter<S>) -> Field {
        Field(
            name,
            .scalar(
                ScalarAccess(
                    shape: S.shape,
                    write: { root, output, escape in
                        get(root.assumingMemoryBound(to: Root.self).pointee)
                            .write(to: &output, escape)
                    },
                    isTrue: { get($0.assumingMemoryBound(to: Root.self).pointee).isTrue },
                    value: { get($0.assumingMemoryBound(to: Root.self).pointee).value }
                )
            )
        )
    }

    @inlinable
    static func list<Element>(
        _ name: String,
        _ get: @escaping Getter<[Element]>,
        element: @escaping @Sendable () -> Access
    ) -> Field {
        Field(
            name,
            .list(
                ListAccess(
                    element: element,
                    stride: MemoryLayout<Element>.stride,
                    count: { get($0.assumingMemoryBound(to: Root.self).pointee).count },
                    withElements: { root, body in
                        get(root.assumingMemoryBound(to: Root.self).pointee)
                            .withUnsafeBufferPointer { elements in
                                body(UnsafeRawPointer(elements.baseAddress) ?? root, elements.count)
                            }
                    }
                )
            )
        )
    }
}

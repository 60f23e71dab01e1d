import Received

/// The text of one statement with the values of its parameters.
///
/// It is written as a string literal; interpolating a value binds it:
///
///     let sql: SQL = "SELECT name FROM categories WHERE id = \(id) AND slug IN \(list: slugs)"
///
/// Text can only come from literals in the source (they are `StaticString`s), so a value that
/// somebody typed has no way into the statement, and an injection does not compile. Parts that
/// differ are themselves `SQL`: `"… ORDER BY \(sql: order)"`.
@usableFromInline package struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The whole text if it is a single literal: the common case then allocates nothing.
    @usableFromInline let literal: StaticString?
    /// The UTF-8 of the text otherwise.
    @usableFromInline var composed: [UInt8]
    @usableFromInline var values: [Binding]

    @inlinable package init(stringLiteral text: StaticString) {
        literal = text
        composed = []
        values = []
    }

    @inlinable package init(stringInterpolation interpolation: StringInterpolation) {
        literal = nil
        composed = interpolation.text
        values = interpolation.values
    }

    /// Text that is decided at compile time but not written as an `SQL` literal.
    @inlinable package init(unsafe text: StaticString) {
        self.init(stringLiteral: text)
    }

    init(text: String) {
        literal = nil
        composed = Array(text.utf8)
        values = []
    }

    @inlinable package static func + (left: SQL, right: SQL) -> SQL {
        "\(sql: left)\(sql: right)"
    }

    /// The statement as SQLite sees it, with `?` for each value.
    package var text: String {
        withUTF8 { OwnText.decode($0) }
    }

    /// The values of the parameters, in order.
    package var bindings: [Binding] { values }

    @inlinable func withUTF8<T>(_ body: (UnsafeBufferPointer<UInt8>) throws -> T) rethrows -> T {
        guard let literal else { return try composed.withUnsafeBufferPointer(body) }
        return try body(
            UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        )
    }
}

extension SQL {
    /// Gathers the pieces of an interpolated literal into one text and one list of values.
    @usableFromInline package struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var text: [UInt8] = []
        @usableFromInline var values: [Binding] = []

        @inlinable package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount)
            values.reserveCapacity(interpolationCount)
        }

        @inlinable package mutating func appendLiteral(_ literal: StaticString) {
            text.append(
                contentsOf: UnsafeBufferPointer(
                    start: literal.utf8Start,
                    count: literal.utf8CodeUnitCount
                )
            )
        }

        @inlinable package mutating func appendInterpolation(_ value: some SQLValue) {
            text.append(UInt8(ascii: "?"))
            values.append(value.binding)
        }

        /// A value that may be missing: NULL then.
        @inlinable package mutating func appendInterpolation(_ value: (some SQLValue)?) {
            text.append(UInt8(ascii: "?"))
            values.append(value?.binding ?? .null)
        }

        /// Another statement's text and values, in place.
        @inlinable package mutating func appendInterpolation(sql: SQL) {
            sql.withUTF8 { text.append(contentsOf: $0) }
            values.append(contentsOf: sql.values)
        }

        /// A parenthesized list of parameters, for `IN`. An empty list matches nothing:
        /// https://sqlite.org/lang_expr.html#in_op allows `()`, which other databases don't.
        ///
        /// The last value is repeated until there are 1, 2, 4, 8, … of them, which doesn't change
        /// the result: lists of any length up to 512 are ten statements to compile and keep, not
        /// 512. Longer lists are rare and stay as they are.
        @inlinable package mutating func appendInterpolation(
            list: some Sequence<some SQLValue>
        ) {
            text.append(UInt8(ascii: "("))
            var count = 0
            for value in list {
                appendElement(value.binding, isFirst: count == 0)
                count += 1
            }
            if count > 0, count < 512, let last = values.last {
                while count.nonzeroBitCount > 1 {
                    appendElement(last, isFirst: false)
                    count += 1
                }
            }
            text.append(UInt8(ascii: ")"))
        }

        /// A table with a row for each of these numbers, in their order and in its column `value`:
        /// `FROM \(eachOf: keys) AS k`. One parameter, however many there are.
        /// https://sqlite.org/json1.html#jeach
        package mutating func appendInterpolation(eachOf numbers: some Sequence<Int>) {
            text.append(contentsOf: "json_each(?)".utf8)
            let list = numbers.map { String($0) }.joined(separator: ",")
            values.append("[\(list)]".binding)
        }

        @inlinable mutating func appendElement(_ binding: Binding, isFirst: Bool) {
            if !isFirst { text.append(UInt8(ascii: ",")) }
            text.append(UInt8(ascii: "?"))
            values.append(binding)
        }
    }
}

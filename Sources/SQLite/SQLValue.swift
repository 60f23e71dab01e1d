/// What a parameter of a statement can hold: SQLite's five storage classes.
@usableFromInline package enum Binding: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A type whose values can be interpolated into an `SQL` literal.
///
/// An enum or an identifier with a raw value only has to name the protocol: `enum Role: String,
/// SQLValue`.
@usableFromInline package protocol SQLValue {
    var binding: Binding { get }
}

extension Int: SQLValue {
    @inlinable package var binding: Binding { .integer(Int64(self)) }
}

extension Int64: SQLValue {
    @inlinable package var binding: Binding { .integer(self) }
}

extension Int32: SQLValue {
    @inlinable package var binding: Binding { .integer(Int64(self)) }
}

extension Double: SQLValue {
    @inlinable package var binding: Binding { .real(self) }
}

extension Bool: SQLValue {
    /// SQLite has no booleans; a column for one is `INTEGER CHECK (x IN (0, 1))`.
    @inlinable package var binding: Binding { .integer(self ? 1 : 0) }
}

extension String: SQLValue {
    @inlinable package var binding: Binding { .text(self) }
}

extension Substring: SQLValue {
    @inlinable package var binding: Binding { .text(String(self)) }
}

extension Array: SQLValue where Element == UInt8 {
    @inlinable package var binding: Binding { .blob(self) }
}

extension Optional: SQLValue where Wrapped: SQLValue {
    @inlinable package var binding: Binding { self?.binding ?? .null }
}

extension RawRepresentable where Self: SQLValue, RawValue: SQLValue {
    @inlinable package var binding: Binding { rawValue.binding }
}

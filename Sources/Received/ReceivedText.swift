/// The only way in which bytes from a stranger become a `String`.
///
/// Swift compares, hashes and searches strings by canonical equivalence: it sorts the marks on
/// each letter by their classes (Unicode Standard Annex #15), which takes n² steps for n marks.
/// 500 KB of them on one letter would keep a thread busy for minutes, wherever the text is a key,
/// a case of a switch or one side of `==`, and so would utf8proc's folding. So a text with more
/// marks on one letter than any script has is refused before anything looks at it, just like bytes
/// that aren't UTF-8, or they are taken out. So are the regional indicators (two make a flag) of a row that
/// is too long: to know where a flag begins, Swift counts them from the row's beginning, at each letter of
/// a piece of a string (UAX #29, GB12). After this check everything done with a string takes time in
/// proportion to its length.
///
/// `ClosedTextDoors.swift` in each module makes the compiler warn of every other way. What is text of this
/// program's own says so by `OwnText`.
package enum ReceivedText {
    /// UAX #15 §13 (the Stream-Safe Text Format) says that no useful text has more than 30. Four
    /// times that lets jokes pass, and costs at most some 30 ns for a mark. It is also the most regional
    /// indicators in a row: 64 flags.
    package static let maximumMarks = 128

    /// Why bytes aren't accepted as text.
    package enum Refusal: Error, Equatable, Sendable {
        case notUTF8
        case tooManyMarks
    }

    /// The text that the bytes spell, exactly.
    package static func read(_ bytes: some Collection<UInt8>) throws(Refusal) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        guard !hasTooManyMarks(text) else { throw .tooManyMarks }
        return text
    }

    /// The text that the bytes come nearest to: what isn't UTF-8 becomes U+FFFD, marks that are too many are
    /// left out. For what has no other side that a refusal would help, like a file found on a disk.
    @inlinable
    package static func repair(_ bytes: some Collection<UInt8>) -> String {
        cut(String(decoding: bytes, as: UTF8.self))
    }

    /// The same of bytes in one place, for what is read row by row. Where a module inlines its caller without
    /// knowing this one, the generic function would go through witness tables: a tenth of a page of 200 rows.
    package static func repair(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        cut(String(decoding: bytes, as: UTF8.self))
    }

    /// The same for a text that ends with a zero byte.
    package static func repair(cString: UnsafePointer<CChar>) -> String {
        cut(String(cString: cString))
    }

    /// The text of these characters, without the marks that are too many: some characters of a text may be on
    /// letters that they were not on.
    @inlinable
    package static func joined(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return cut(String(text))
    }

    /// The text without the marks that are too many: for what was put together from texts that were read.
    @inlinable
    package static func cut(_ text: String) -> String {
        // So few bytes can't be too many marks, and most texts have fewer.
        text.utf8.count <= 2 * maximumMarks ? text : cutLong(text)
    }

    @usableFromInline
    package static func cutLong(_ text: String) -> String {
        guard hasTooManyMarks(text) else { return text }
        var bytes = Array(text.utf8)
        var limit = MarkLimit()
        limit.apply(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same of the bytes of a text that nobody has made one of yet.
    package static func hasTooManyMarks(in bytes: ArraySlice<UInt8>) -> Bool {
        var limit = MarkLimit()
        return bytes.withUnsafeBufferPointer { limit.firstExcess(in: $0) } != nil
    }

    /// Whether a letter of the text has more marks than are accepted.
    package static func hasTooManyMarks(_ text: String) -> Bool {
        var text = text
        var limit = MarkLimit()
        return text.withUTF8 { limit.firstExcess(in: $0) } != nil
    }
}

/// Bytes that became no stranger's since they were text: what this program wrote itself, what was a `String`
/// before, ASCII that has just been checked, and the words of the system.
///
/// They go through the same door as a stranger's, so a wrong use costs nobody more than some marks.
package enum OwnText {
    @inlinable
    package static func decode(_ bytes: some Collection<UInt8>) -> String {
        ReceivedText.repair(bytes)
    }

    package static func decode(cString: UnsafePointer<CChar>) -> String {
        ReceivedText.repair(cString: cString)
    }

    /// A text that the body writes, for those who make so many that a copy of each would be felt.
    @inlinable
    package static func written(
        capacity: Int,
        _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) -> String {
        ReceivedText.cut(
            String(unsafeUninitializedCapacity: capacity, initializingUTF8With: body)
        )
    }
}

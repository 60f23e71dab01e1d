/// How many there are of something, as another program counts: pixels, streams, tokens.
package struct Tally: BoundedNumber {
    package static let bounds = 0...ReceivedNumber.furthest

    package let value: Int

    @inlinable
    package init(withinBounds value: Int) {
        self.value = value
    }
}

/// How many bytes something has, as another program says.
package struct ByteSize: BoundedNumber {
    package static let bounds = 0...ReceivedNumber.furthest

    package let value: Int

    @inlinable
    package init(withinBounds value: Int) {
        self.value = value
    }
}

/// Names a connection across threads. Descriptors are reused at once, so a number alone could name
/// another client's connection; the generation tells them apart.
struct ConnectionID: Hashable, Sendable {
    let descriptor: Int32
    let generation: UInt32

    var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }

    init(descriptor: Int32, generation: UInt32) {
        self.descriptor = descriptor
        self.generation = generation
    }

    init(token: UInt64) {
        descriptor = Int32(bitPattern: UInt32(truncatingIfNeeded: token))
        generation = UInt32(truncatingIfNeeded: token >> 32)
    }
}

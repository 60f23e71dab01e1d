/// The connections of one loop, by descriptor.
struct ConnectionTable {
    private var slots: [Connection?] = []
    private(set) var count = 0
    private var generation: UInt32 = 0

    var isEmpty: Bool { count == 0 }

    /// A name for a new connection. Generation 0 is for descriptors that are not connections.
    mutating func makeID(_ descriptor: Int32) -> ConnectionID {
        generation = generation == .max ? 1 : generation + 1
        return ConnectionID(descriptor: descriptor, generation: generation)
    }

    mutating func insert(_ connection: Connection) {
        let index = Int(connection.descriptor)
        if index >= slots.count {
            slots.append(contentsOf: repeatElement(nil, count: index + 1 - slots.count))
        }
        slots[index] = connection
        count += 1
    }

    mutating func remove(_ connection: Connection) {
        slots[Int(connection.descriptor)] = nil
        count -= 1
    }

    /// The connection of that name, unless it is gone.
    subscript(id: ConnectionID) -> Connection? {
        guard let connection = self[descriptor: id.descriptor],
            connection.id.generation == id.generation
        else { return nil }
        return connection
    }

    subscript(descriptor descriptor: Int32) -> Connection? {
        let index = Int(descriptor)
        return slots.indices.contains(index) ? slots[index] : nil
    }

    var all: [Connection] { slots.compactMap { $0 } }
}

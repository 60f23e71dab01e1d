@testable import Storytime

extension DiskSpace {
    /// A large disk with nothing on it: no test depends on how full this computer’s is.
    static let empty = DiskSpace(free: 4 << 40, total: 4 << 40)
}

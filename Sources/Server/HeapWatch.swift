import CLinux
import Glibc
import Received

/// Gives memory back to the system that is left over from a burst of requests.
///
/// The allocator keeps what was freed for the next time, mostly for good: after a burst of large
/// answers the program would stay as large as it was then. So it is looked at every few seconds, and
/// when memory has grown, much of it is free and the burst is over, the free pages go back
/// (malloc_trim(3)). That holds the allocator's locks for about a tenth of a millisecond for each
/// megabyte, and isn't done again until memory has grown again.
///
/// The pages at the end of a thread's heap are beyond malloc_trim: they go back when something is
/// freed and they are more than a threshold. By itself the allocator raises that to twice its largest
/// block so far, up to 64 MB for each thread (mallopt(3)); here it stays where it is. Owned by the
/// watchdog.
struct HeapWatch {
    /// Less isn't worth the system calls.
    static let noticedBytes = 8 << 20
    /// What each heap may keep at its end, and the size from which blocks are mapped one by one: larger
    /// than the pages and pieces that are made all the time, smaller than what matters.
    static let keptBytes: Int32 = 1 << 20
    /// What a program that does nothing may seem to grow by between two looks.
    static let unrest = 1 << 20

    /// The least that the program had in memory since the last time, or right after it.
    private var floor: Int
    private var last: Int

    /// Begins with what the program has now, before requests come.
    init() {
        clinux_bound_heap(Self.keptBytes)
        self.init(resident: Self.residentBytes() ?? 0)
    }

    init(resident: Int) {
        floor = resident
        last = resident
    }

    /// Looks, and gives back what should be.
    mutating func look() {
        guard let resident = Self.residentBytes(),
            isDue(resident: resident, free: { Int(clamping: clinux_free_heap()) })
        else { return }
        clinux_trim_heap()
        gaveBack(resident: Self.residentBytes() ?? resident)
    }

    /// Whether memory should be given back. What is free is only counted if the rest is so, because
    /// that takes the allocator's locks, too.
    mutating func isDue(resident: Int, free: () -> Int) -> Bool {
        let isGrowing = resident > last + Self.unrest
        last = resident
        floor = min(floor, resident)
        return !isGrowing && resident - floor >= Self.noticedBytes && free() >= Self.noticedBytes
    }

    mutating func gaveBack(resident: Int) {
        floor = resident
        last = resident
    }

    /// What the program has in memory, without pages of files (proc(5), /proc/pid/statm).
    private static func residentBytes() -> Int? {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(file, &bytes, bytes.count)
        let numbers = bytes[..<max(0, count)].split(separator: UInt8(ascii: " "))
            .compactMap { ReceivedNumber.integer($0, in: ReceivedNumber.any) }
        guard numbers.count > 2 else { return nil }
        return (numbers[1] - numbers[2]) * sysconf(Int32(_SC_PAGESIZE))
    }
}

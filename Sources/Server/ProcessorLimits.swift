import CLinux

/// How much of a processor a handler may use before the watchdog holds it for stuck. Time that it waits,
/// for a disk or another program, does not count, nor does what other threads use.
///
/// They are far above what anything takes that was measured, on a machine ten times as slow, and far below
/// what visitors wait for.
package struct ProcessorLimits: Sendable {
    /// Quick pages take microseconds, the slowest of them 35 ms. While one runs, a share of all
    /// connections waits.
    package var loopMilliseconds: Int64 = 5_000

    /// The largest of forms, an act on 100,000 books, takes 1.2 s.
    package var workerMilliseconds: Int64 = 20_000

    /// An upload of gigabytes is looked through in seconds.
    package var slowMilliseconds: Int64 = 120_000

    /// What a handler whose statement was stopped may use to come to its end, before another thread takes
    /// its lane.
    package var graceMilliseconds: Int64 = 2_000

    /// A loop can't be replaced, because it owns its sockets: after so much more the program ends.
    package var loopGraceMilliseconds: Int64 = 15_000

    /// How often the watchdog looks.
    package var lookMilliseconds: Int32 = 500

    /// Each handler that is stuck takes a processor from the others. With so many the program ends, to be
    /// started anew.
    package var mostStuck = max(2, Int(clinux_processor_count()))

    package init() {}

    func milliseconds(_ lane: Lane) -> Int64 {
        switch lane {
        case .loop: loopMilliseconds
        case .worker: workerMilliseconds
        case .slow: slowMilliseconds
        }
    }
}

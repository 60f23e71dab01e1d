import CLinux

/// How much processor time a handler may use before the watchdog considers it stuck. Time that it
/// waits, for a disk or another program, does not count, nor does what other threads use.
///
/// These limits are far above anything that was measured, on a machine ten times as slow, and far
/// below what visitors wait for.
package struct ProcessorLimits: Sendable {
    /// Quick pages take microseconds, the slowest of them 35 ms. While one runs, a share of all
    /// connections waits.
    package var loopMilliseconds: Int64 = 5_000

    /// The largest form, a bulk edit of 100,000 books, takes 1.2 s; a password less than a second,
    /// and the answer of another server less than that.
    package var workerMilliseconds: Int64 = 20_000

    /// Checking an upload of gigabytes takes seconds.
    package var slowMilliseconds: Int64 = 120_000

    /// How much a handler whose statement was stopped may use to finish, before another thread
    /// takes its lane.
    package var graceMilliseconds: Int64 = 2_000

    /// A loop can't be replaced, because it owns its sockets: after this much more the program
    /// ends.
    package var loopGraceMilliseconds: Int64 = 15_000

    /// How often the watchdog checks.
    package var lookMilliseconds: Int32 = 500

    /// Each stuck handler takes a processor from the others. With this many the program ends, to
    /// be restarted.
    package var mostStuck = max(2, Int(clinux_processor_count()))

    package init() {}

    func milliseconds(_ lane: Lane) -> Int64 {
        switch lane {
        case .loop: loopMilliseconds
        case .worker, .signIn, .outgoing: workerMilliseconds
        case .slow: slowMilliseconds
        }
    }
}

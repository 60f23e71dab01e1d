/// Jobs that are done one after another. Each lane has its own worker, so that nobody waits for a
/// cover or an import while a video is being prepared.
///
/// A job keeps the lane that its kind had when it was queued; a migration moves those that wait when a kind
/// gets another one.
enum JobLane: String, Sendable, CaseIterable {
    /// Done within seconds, or somebody is waiting for it.
    case short
    /// May take hours, and only gets the processor time that the rest leaves.
    case long
    /// Asks other servers, which may take their time.
    case outgoing
}

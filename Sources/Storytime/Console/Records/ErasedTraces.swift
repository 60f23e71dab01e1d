import SQLite

/// Rows that say who a family or a child was, and stay without saying so. They are changed some at a time, so that
/// others save meanwhile.
struct ErasedTraces: Sendable {
    /// The numbers of those that still say it.
    let rows: @Sendable (ArchiveSubject) -> SQL
    /// The statement that makes some of them say it no more.
    let change: @Sendable ([Int]) -> SQL
}

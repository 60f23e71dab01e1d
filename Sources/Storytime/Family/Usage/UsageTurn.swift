/// How much one transaction has done with viewings. Everybody else who saves something waits
/// meanwhile, so whoever has much to do ends the transaction in time, and goes on in another one.
final class UsageTurn {
    /// In rows and played times: a few hundredths of a second.
    static let most = 10_000
    /// What writing a viewing counts for, with its totals.
    static let ofViewing = 50

    private var used = 0

    var isOver: Bool { used >= Self.most }

    /// Begins another transaction.
    func begin() { used = 0 }

    func use(_ amount: Int) { used += amount }
}

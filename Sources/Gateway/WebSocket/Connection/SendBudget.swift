/// Bounds the bytes that wait for one peer.
///
/// Asking the channel for its exact queue on each send would cost more than the send. The budget keeps an upper bound
/// (all that was admitted since it last asked), and asks only when the bound reaches a limit.
struct SendBudget {
    /// Bytes that may wait.
    let limit: Int
    private var upperBound = 0

    init(limit: Int) { self.limit = limit }

    /// What only matters now (typing, presence) is dropped long before what must arrive.
    private var ephemeralLimit: Int { limit / 4 }

    /// Whether `count` more bytes may be queued; they count from then on.
    ///
    /// - Parameter queued: The bytes that really wait. Asked for only when it matters.
    mutating func admit(_ count: Int, isEphemeral: Bool = false, queued: () -> Int) -> Bool {
        let limit = isEphemeral ? ephemeralLimit : limit
        if count > limit - upperBound { upperBound = queued() }
        guard count <= limit - upperBound else { return false }
        upperBound += count
        return true
    }
}

/// Limits the bytes that wait for one peer.
///
/// Asking the channel for its exact queue on each send would cost more than the send. The budget keeps an upper bound,
/// which is everything admitted since it last asked, and asks only when that bound reaches a limit.
struct SendBudget {
    /// The maximum number of waiting bytes.
    let limit: Int
    private var upperBound = 0

    init(limit: Int) { self.limit = limit }

    /// Ephemeral frames (typing, presence) are dropped long before frames that must arrive.
    private var ephemeralLimit: Int { limit / 4 }

    /// Whether `count` more bytes may be queued. If so, they count from then on.
    ///
    /// - Parameter queued: returns the bytes that are actually waiting. Called only near a limit.
    mutating func admit(_ count: Int, isEphemeral: Bool = false, queued: () -> Int) -> Bool {
        let limit = isEphemeral ? ephemeralLimit : limit
        if count > limit - upperBound { upperBound = queued() }
        guard count <= limit - upperBound else { return false }
        upperBound += count
        return true
    }
}

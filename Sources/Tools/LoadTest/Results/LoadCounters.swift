/// The counts of a loop since measuring began. Times are in microseconds.
struct LoadCounters: Sendable {
    var sent = 0
    var acked = 0
    var delivered = 0
    var bytes = 0
    var refused = 0
    var lost = 0
    var welcomes = 0
    /// From send to the other side's `message.created`.
    var delivery = LatencyHistogram()
    /// From send to ack.
    var acknowledgement = LatencyHistogram()
    /// From the call of `connect` to `welcome`.
    var login = LatencyHistogram()
    var lastWelcomeAt: Int64 = 0
    var lastDeliveryAt: Int64 = 0
    /// CPU time of the loop's thread.
    var threadTime: Int64 = 0
    /// The message of the first failure, from the server or the system.
    var firstFailure: String?

    mutating func add(_ other: LoadCounters) {
        sent += other.sent
        acked += other.acked
        delivered += other.delivered
        bytes += other.bytes
        refused += other.refused
        lost += other.lost
        welcomes += other.welcomes
        delivery.add(other.delivery)
        acknowledgement.add(other.acknowledgement)
        login.add(other.login)
        lastWelcomeAt = max(lastWelcomeAt, other.lastWelcomeAt)
        lastDeliveryAt = max(lastDeliveryAt, other.lastDeliveryAt)
        threadTime = max(threadTime, other.threadTime)
        firstFailure = firstFailure ?? other.firstFailure
    }
}

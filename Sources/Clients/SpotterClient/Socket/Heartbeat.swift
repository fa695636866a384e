/// Decides when to ping, and when a silent peer is dead. Times are durations since the connection was opened.
struct Heartbeat {
    enum Step: Equatable {
        case wait(Duration)
        case ping
        case dead
    }

    let interval: Duration
    /// How long a pong may take.
    let grace: Duration
    private var lastHeard: Duration = .zero
    private var pingedAt: Duration?

    init(interval: Duration, grace: Duration = .seconds(10)) {
        // A server that sends 0 must not make the client spin.
        self.interval = max(interval, .seconds(1))
        self.grace = grace
    }

    /// Any frame counts as a sign of life.
    mutating func heard(at now: Duration) {
        lastHeard = now
        pingedAt = nil
    }

    /// The action at `now`. Call this again when the returned wait is over.
    mutating func step(at now: Duration) -> Step {
        if let pingedAt {
            let deadline = pingedAt + grace
            return now >= deadline ? .dead : .wait(deadline - now)
        }
        // Counted from the last frame: a busy connection needs few pings.
        let due = lastHeard + interval
        guard now >= due else { return .wait(due - now) }
        pingedAt = now
        return .ping
    }
}

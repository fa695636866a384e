package import SpotterServer

extension ServerConfiguration {
    /// Stops the clock of rate limits: what is used up stays used up, however slow the machine is.
    package mutating func stopLimitClock() { limitClock = { 1_000_000_000_000 } }
}

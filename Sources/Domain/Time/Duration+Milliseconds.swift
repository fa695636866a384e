extension Duration {
    /// Whole milliseconds, rounded towards zero and clamped.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds > 0 ? .max : .min }
        let (sum, sumOverflow) = milliseconds.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        guard !sumOverflow else { return seconds > 0 ? .max : .min }
        return sum
    }
}

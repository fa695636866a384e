extension Duration {
    /// Whole milliseconds, rounded towards zero.
    ///
    /// ```swift
    /// Duration.seconds(1.5).wholeMilliseconds  // 1500
    /// ```
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return Int64(clamping: Int128(seconds) * 1000 + Int128(attoseconds) / 1_000_000_000_000_000)
    }
}

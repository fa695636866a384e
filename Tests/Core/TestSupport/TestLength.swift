import Foundation

/// How much of the long plays is tried.
///
/// The gate tries a short form of them, always the same. Where `SPOTTER_FULL_LENGTH` is set, as `scripts/verify` does,
/// everything is.
public enum TestLength {
    public static let isFull = ProcessInfo.processInfo.environment["SPOTTER_FULL_LENGTH"] != nil

    /// ```swift
    /// @Test(arguments: TestLength.choose(0..<2, full: 0..<8))
    /// ```
    public static func choose<Value>(_ short: Value, full: Value) -> Value { isFull ? full : short }
}

/// Names a partition. The index knows no more of it than these 16 bytes.
public struct PartitionKey: Sendable, Hashable, Comparable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public static func < (a: Self, b: Self) -> Bool {
        (a.high, a.low) < (b.high, b.low)
    }
}

/// Names a vector within its partition.
public struct EntryKey: Sendable, Hashable, Comparable, BitwiseCopyable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public static func < (a: Self, b: Self) -> Bool {
        (a.high, a.low) < (b.high, b.low)
    }
}

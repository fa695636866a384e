import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes ids. Injected, so that tests can predict them.
public protocol IDSource: Sendable {
    func next<Entity>(_ type: ID<Entity>.Type) -> ID<Entity>
}

extension IDSource {
    public func next<Entity>() -> ID<Entity> { next(ID<Entity>.self) }
}

/// Version 7 UUIDs (RFC 9562 §5.7) from a clock and a source of randomness.
///
/// The ids of one source are strictly increasing, even within a millisecond or if the clock steps back: the 12 bits
/// after the time count up from a random start (method 1 of §6.2).
///
/// ```swift
/// let ids = UUIDv7Source(clock: SystemClock())
/// let message: MessageID = ids.next()
/// ```
public final class UUIDv7Source: IDSource {
    private struct State: Sendable {
        var milliseconds: UInt64 = 0
        var counter: UInt64 = 0
    }

    private let clock: any WallClock
    private let random: @Sendable () -> UInt64
    private let state = Mutex(State())

    public init(
        clock: any WallClock,
        random: (@Sendable () -> UInt64)? = nil
    ) {
        self.clock = clock
        self.random = random ?? RandomWords().next
    }

    public func next<Entity>(_ type: ID<Entity>.Type) -> ID<Entity> {
        let now = UInt64(max(0, clock.now().milliseconds)) & 0xFFFF_FFFF_FFFF
        let bits = random()
        let (milliseconds, counter) = state.withLock { state in
            if now > state.milliseconds {
                state.milliseconds = now
                state.counter = bits >> 53  // 11 random bits leave room for counting up
            } else if state.counter < 0xFFF {
                state.counter += 1
            } else {
                state.milliseconds += 1
                state.counter = 0
            }
            return (state.milliseconds, state.counter)
        }
        let low = (random() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        return ID(high: milliseconds << 16 | 0x7000 | counter, low: low)
    }
}

/// Random words of the system, fetched for many ids at a time: a system call for each id would cost as much as the rest of
/// making it.
final class RandomWords: Sendable {
    /// `getentropy` returns at most 256 bytes at a time.
    private static let fetchCount = 32
    private let words = Mutex([UInt64]())

    @Sendable func next() -> UInt64 {
        words.withLock { words in
            if words.isEmpty { words = Self.fetch() }
            return words.popLast() ?? .random(in: .min ... .max)
        }
    }

    private static func fetch() -> [UInt64] {
        [UInt64](unsafeUninitializedCapacity: fetchCount) { buffer, count in
            let isFilled = getentropy(buffer.baseAddress, fetchCount * MemoryLayout<UInt64>.size) == 0
            count = isFilled ? fetchCount : 0
        }
    }
}

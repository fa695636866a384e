import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Runs long blocking work on a thread of its own, behind everything else: the processor is the server's first.
enum BackgroundThread {
    /// A tenth of a processor's share while others want it, all of it otherwise. What a copy holds up is only the
    /// emptying of the write-ahead log, so it should not take for ever.
    private static let niceness: Int32 = 10

    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                #if canImport(Glibc)
                    // On Linux this is the thread's own.
                    setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
                #endif
                continuation.resume(with: Result { try work() })
            }
            thread.name = "spotter-backup"
            thread.stackSize = 1 << 20
            thread.start()
        }
    }
}

import Domain
import NIOPosix

/// Runs blocking calls to the disk on a thread pool, so that no event loop blocks.
public enum BlockingIO {
    public static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        do {
            return try await NIOThreadPool.singleton.runIfActive(body)
        } catch let error as FileError where error.isFull {
            throw SpotterError(
                .storageFull,
                "The server's disk is full; its operator has to make room. What was sent so far is kept.",
                retryable: true,
                retryAfterMs: 60_000
            )
        } catch let error as FileError where error.isOutOfDescriptors {
            throw SpotterError.tooManyOpenFiles
        }
    }
}

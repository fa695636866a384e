package import NIOCore
import Synchronization

/// An answer's bytes on their way from the provider to the client, at most so many pieces ahead of it.
///
/// Whoever sends them holds this object; when nobody does any more, the request to the provider is cancelled.
package final class ForwardedStream: Sendable {
    /// The provider's bytes exactly as they came, in pieces of any size; at an untimely end, an error in the same form.
    package let pieces: AsyncStream<ByteBuffer>
    private let credit: AsyncStream<Void>.Continuation
    private let cancellation: ExchangeCancellation

    init(
        pieces: AsyncStream<ByteBuffer>,
        credit: AsyncStream<Void>.Continuation,
        cancellation: ExchangeCancellation
    ) {
        self.pieces = pieces
        self.credit = credit
        self.cancellation = cancellation
    }

    /// A piece was taken by the client: the next one may come.
    package func didSend() { credit.yield() }

    /// The client has gone away.
    package func cancel() { cancellation.cancel() }

    deinit { cancellation.cancel() }
}

/// The provider's side of a ``ForwardedStream``.
struct StreamFeed: Sendable {
    /// Of the HTTP client's own size, some tens of kilobytes.
    private static let maxPieces = 16

    private let pieces: AsyncStream<ByteBuffer>.Continuation
    private let credits: AsyncStream<Void>

    static func make(_ cancellation: ExchangeCancellation) -> (feed: StreamFeed, stream: ForwardedStream) {
        let (pieces, piece) = AsyncStream<ByteBuffer>.makeStream()
        let (credits, credit) = AsyncStream<Void>.makeStream()
        for _ in 0..<maxPieces { credit.yield() }
        return (
            StreamFeed(pieces: piece, credits: credits),
            ForwardedStream(pieces: pieces, credit: credit, cancellation: cancellation)
        )
    }

    /// Waits until the client has taken enough of what was sent before.
    /// - Throws: `CancellationError`.
    func send(_ piece: ByteBuffer) async throws {
        var iterator = credits.makeAsyncIterator()
        guard await iterator.next() != nil else { throw CancellationError() }
        pieces.yield(piece)
    }

    /// Ends the stream, after `last` if there is one.
    func finish(_ last: ByteBuffer? = nil) {
        if let last { pieces.yield(last) }
        pieces.finish()
    }
}

/// Cancels a task that may not have begun yet.
final class ExchangeCancellation: Sendable {
    private let state = Mutex<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

    func attach(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}

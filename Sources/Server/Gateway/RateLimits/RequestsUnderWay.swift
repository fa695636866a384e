import Domain
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Synchronization

/// Counts the requests that are under way for each user or address: from their beginning until the client has taken
/// their answer. Rates alone don't bound what a caller holds who never reads.
final class RequestsUnderWay<Key: Hashable & Sendable>: Sendable {
    private struct Counts {
        var requests = 0
        var streams = 0
        var isEmpty: Bool { requests == 0 && streams == 0 }
    }

    private let counts = Mutex<[Key: Counts]>([:])
    private let maxRequests: Int
    private let maxStreams: Int

    /// - Parameter maxStreams: of streamed answers, which may last for minutes and count apart.
    init(maxRequests: Int, maxStreams: Int) {
        self.maxRequests = maxRequests
        self.maxStreams = maxStreams
    }

    /// Begins a request. It ends when the returned place is released.
    /// - Throws: `rate_limited` if the key has too many.
    func begin(_ key: Key) throws -> PlaceUnderWay {
        let isAdmitted = counts.withLock { all in
            guard all[key, default: Counts()].requests < maxRequests else { return false }
            all[key, default: Counts()].requests += 1
            return true
        }
        guard isAdmitted else { throw Self.refusal }
        return PlaceUnderWay(end: { [self] in end(key, \.requests) })
    }

    /// - Throws: `rate_limited` if the key has as many as it may.
    func requireRoom(for key: Key) throws {
        let isFull = counts.withLock { ($0[key]?.requests ?? 0) >= maxRequests }
        if isFull { throw Self.refusal }
    }

    /// - Throws: `rate_limited` if the key has too many streams.
    func beginStream(_ key: Key) throws -> PlaceUnderWay {
        let isAdmitted = counts.withLock { all in
            guard all[key, default: Counts()].streams < maxStreams else { return false }
            all[key, default: Counts()].streams += 1
            return true
        }
        guard isAdmitted else { throw Self.refusal }
        return PlaceUnderWay(end: { [self] in end(key, \.streams) })
    }

    private func end(_ key: Key, _ kind: WritableKeyPath<Counts, Int>) {
        counts.withLock { all in
            all[key]?[keyPath: kind] -= 1
            if all[key]?.isEmpty == true { all[key] = nil }
        }
    }

    /// The number of keys with something under way.
    var count: Int { counts.withLock { $0.count } }

    private static var refusal: SpotterError {
        SpotterError(
            .rateLimited,
            "Too many of your requests are under way; wait until one is answered.",
            retryable: true,
            retryAfterMs: 1000
        )
    }
}

/// A place among the requests under way, or another that a request has, given back when nothing refers to it any more. An
/// answer's body holds it until it has been written or dropped.
package final class PlaceUnderWay: Sendable {
    private let end: @Sendable () -> Void
    private let isOver = Atomic(false)

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { giveBack() }

    /// Gives it back now; only the first time has an effect.
    func giveBack() {
        if !isOver.exchange(true, ordering: .relaxed) { end() }
    }
}

extension Response {
    /// Keeps `place` until the body has been written. A small body is written at once, so it needs none.
    mutating func hold(_ place: PlaceUnderWay?) {
        guard let place, !PacedBody.isSmall(body) else { return }
        let paced = PacedBody.pacing(body)
        body = ResponseBody(contentLength: body.contentLength) { writer in
            defer { place.giveBack() }
            try await paced.write(writer)
        }
    }

    var isStream: Bool { headers[.contentType]?.hasPrefix("text/event-stream") == true }
}

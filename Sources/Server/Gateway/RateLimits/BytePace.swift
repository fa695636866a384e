import Accounts
package import Domain
package import Hummingbird
package import NIOCore

/// How fast what a user sends over HTTP is taken, over all connections: uploads as they come, texts of messages whole.
///
/// Whoever sends faster isn't refused: their connections are read more slowly, so that what they send waits on their own side,
/// and neither the disk nor the processor that others wait for.
struct BytePace: Sendable {
    let limiter: RateLimiter
    /// Nanoseconds of the limiter's clock.
    let now: @Sendable () -> Int64
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Within these bounds a connection waits before it asks again. Shorter ones would wake up for single packets.
    private static let waitMs = 50...250

    /// Waits until so many bytes may be taken. More than a burst count as one.
    func wait(for bytes: Int) async throws {
        while true {
            let answer = limiter.take(bytes, at: now())
            guard !answer.isAllowed else { return }
            let wait = min(max(answer.retryAfterMs, Self.waitMs.lowerBound), Self.waitMs.upperBound)
            try await sleep(.milliseconds(Int64(wait)))
        }
    }
}

extension AppContext {
    /// The body of an upload, read no faster than its user may send: see `LimitSettings.uploadBytes`.
    /// - Parameter user: `nil` means the request's principal.
    /// - Throws: `unauthorized` if there is none.
    package func paced(
        _ body: RequestBody,
        of user: UserID? = nil
    ) throws -> some AsyncSequence<ByteBuffer, any Error> & Sendable {
        let pace = limits?.uploading(try user ?? requirePrincipal().userId)
        return body.map { buffer in
            try await pace?.wait(for: buffer.readableBytes)
            return buffer
        }
    }
}

import AsyncHTTPClient
import Domain
import Foundation
import Logging
import NIOCore
import NIOHTTP1

/// Sends signed requests to a bucket, again where that may help.
struct S3Client: Sendable {
    struct Request: Sendable {
        var method = HTTPMethod.GET
        /// The whole name of an object; the bucket if it's empty.
        var key = ""
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var content: ObjectContent?
        /// The most bytes that its answer has.
        var maxAnswer = 4 << 20
    }

    struct Answer: Sendable {
        let headers: HTTPHeaders
        let body: ByteBuffer
        var xml: S3Answer { S3Answer(String(buffer: body)) }
    }

    /// Beyond that a store that can't be reached is said to be so.
    static let attempts = 4
    static let piece = 128 << 10

    let address: S3Address
    let signature: S3Signature
    let http: HTTPClient
    let clock: any WallClock
    let timeout: Duration
    let backoff: ExponentialBackoff
    let sleep: @Sendable (Duration) async throws -> Void
    let logger: Logger

    /// - Returns: an answer of success.
    func send(_ request: Request) async throws(ObjectStoreError) -> Answer {
        var attempt = 1
        while true {
            let failure: ObjectStoreError
            do {
                return try await once(request)
            } catch let error as ObjectStoreError {
                failure = error
            } catch let error as UnreadableContent {
                throw ObjectStoreError(.unreadable, error.reason)
            } catch {
                failure = ObjectStoreError(.unavailable, Self.words(error))
            }
            guard failure.reason == .unavailable, attempt < Self.attempts, !Task.isCancelled else {
                if failure.reason != .missing {
                    logger.warning(
                        "the store of files failed",
                        metadata: ["request": "\(request.method) \(request.key)", "reason": "\(failure)"]
                    )
                }
                throw failure
            }
            do {
                try await sleep(backoff.delay(beforeRetry: attempt - 1, random: .random(in: 0..<1)))
            } catch {
                throw failure
            }
            attempt += 1
        }
    }

    private func once(_ request: Request) async throws -> Answer {
        let path = address.path(request.key)
        let query = S3Signature.query(request.query)
        var outgoing = HTTPClientRequest(url: address.origin + path + (query.isEmpty ? "" : "?\(query)"))
        outgoing.method = request.method
        let signed = signature.headers(
            request.method.rawValue,
            path: path,
            query: request.query,
            headers: request.headers + [("host", address.host)],
            digest: request.content?.digest ?? S3Signature.noContent,
            at: clock.now()
        )
        for (name, value) in signed { outgoing.headers.add(name: name, value: value) }
        var allowed = timeout
        if let content = request.content {
            outgoing.body = .stream(ContentPieces(content: content), length: .known(content.size))
            // Slow lines carry 64 kilobytes a second at least.
            allowed += .seconds(content.size >> 16)
        }
        let response = try await http.execute(outgoing, timeout: TimeAmount(allowed), logger: logger)
        let isSuccess = (200..<300).contains(response.status.code)
        guard isSuccess else {
            // Reasons are short. Whatever else it says, its status counts.
            let body = try? await response.body.collect(upTo: 64 << 10)
            throw Self.failure(response.status, body.map { String(buffer: $0) } ?? "")
        }
        let body: ByteBuffer
        do {
            body = try await response.body.collect(upTo: request.maxAnswer)
        } catch is NIOTooManyBytesError {
            throw ObjectStoreError(.refused, "it answers with more than it was asked for")
        }
        return Answer(headers: response.headers, body: body)
    }

    private static func failure(_ status: HTTPResponseStatus, _ body: String) -> ObjectStoreError {
        let answer = S3Answer(body)
        let code = answer.text("Code") ?? ""
        let said = [code, answer.text("Message") ?? ""].filter { !$0.isEmpty }.joined(separator: ": ").prefix(300)
        let text = "it answers \(status.code)\(said.isEmpty ? "" : ", \(said)")"
        switch (status.code, code) {
        case (404, let code) where code != "NoSuchBucket": return ObjectStoreError(.missing, text)
        case (408, _), (429, _), (500..., _), (_, "RequestTimeout"), (_, "SlowDown"):
            return ObjectStoreError(.unavailable, text)
        default: return ObjectStoreError(.refused, text)
        }
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError where error == .connectTimeout: "it can't be connected to"
        case let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout:
            "it takes too long to answer"
        case let error as HTTPClientError: "the connection failed (\(error.shortDescription))"
        case is CancellationError: "it was cancelled"
        default: "the connection failed (\(ErrorText.of(error)))"
        }
    }
}

/// What was to be stored can't be read.
struct UnreadableContent: Error, Sendable {
    let reason: String
}

/// The pieces of a request's body, read one by one as they are sent.
private struct ContentPieces: AsyncSequence, Sendable {
    let content: ObjectContent

    func makeAsyncIterator() -> Iterator { Iterator(content: content) }

    struct Iterator: AsyncIteratorProtocol {
        let content: ObjectContent
        var offset: Int64 = 0

        mutating func next() async throws -> ByteBuffer? {
            guard offset < content.size else { return nil }
            let piece: ByteBuffer
            do {
                piece = try await content.read(offset, Int(Swift.min(content.size - offset, Int64(S3Client.piece))))
            } catch {
                throw UnreadableContent(reason: ErrorText.of(error))
            }
            guard piece.readableBytes > 0 else { throw UnreadableContent(reason: "it is shorter than it was") }
            offset += Int64(piece.readableBytes)
            return piece
        }
    }
}

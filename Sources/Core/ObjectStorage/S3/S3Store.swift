public import AsyncHTTPClient
public import Domain
public import Logging
public import NIOCore
import NIOHTTP1

/// A store that speaks the protocol of Amazon S3, as most do.
///
/// Each request is signed with the system's time and sent up to four times while the store is busy or can't be reached. Bodies are
/// streamed in pieces of 128 kilobytes; an object is one request, so it has 5 GB at most.
public struct S3Store: ObjectStore {
    /// The most bytes of an object that is stored by one request.
    public static let maxBytes: Int64 = 5 << 30

    public let address: S3Address
    private let client: S3Client

    /// - Parameters:
    ///   - timeout: for a request without a body; those with one get a second for each 64 kilobytes more.
    ///   - clock: the true time: a store refuses requests whose time is 15 minutes off.
    public init(
        _ address: S3Address,
        _ credentials: S3Credentials,
        http: HTTPClient = Self.http,
        clock: any WallClock = SystemClock(),
        timeout: Duration = .seconds(30),
        backoff: ExponentialBackoff = ExponentialBackoff(firstDelay: .milliseconds(200), maxDelay: .seconds(5)),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        logger: Logger
    ) {
        self.address = address
        client = S3Client(
            address: address,
            signature: S3Signature(credentials: credentials, region: address.region),
            http: http,
            clock: clock,
            timeout: timeout,
            backoff: backoff,
            sleep: sleep,
            logger: logger
        )
    }

    /// Shared by the whole process, so that it never has to be shut down.
    public static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(5)
        configuration.timeout.read = .seconds(30)
        // Requests have attempts of their own.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    public func size(of name: String) async throws(ObjectStoreError) -> Int64? {
        guard let answer = try await found(.init(method: .HEAD, key: address.prefix + name)) else { return nil }
        guard let size = answer.headers.first(name: "content-length").flatMap({ Int64($0) }), size >= 0 else {
            throw ObjectStoreError(.refused, "it doesn't say how long an object is")
        }
        return size
    }

    public func read(_ name: String, _ range: Range<Int64>) async throws(ObjectStoreError) -> ByteBuffer {
        guard !range.isEmpty else { return ByteBuffer() }
        let answer = try await client.send(
            .init(
                key: address.prefix + name,
                headers: [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")],
                maxAnswer: range.count
            )
        )
        // A store that doesn't know ranges answers with all, from the front.
        guard answer.headers.first(name: "content-range")?.hasPrefix("bytes \(range.lowerBound)-") == true else {
            throw ObjectStoreError(.refused, "it doesn't answer with the part of an object that it was asked for")
        }
        return answer.body
    }

    public func put(_ content: ObjectContent, as name: String) async throws(ObjectStoreError) {
        _ = try await client.send(.init(method: .PUT, key: address.prefix + name, content: content))
    }

    public func copy(_ name: String, to target: String) async throws(ObjectStoreError) -> Bool {
        let source = "/\(address.bucket)/\(address.prefix)\(name)"
        let request = S3Client.Request(
            method: .PUT,
            key: address.prefix + target,
            headers: [("x-amz-copy-source", source)]
        )
        guard let answer = try await found(request) else { return false }
        // A copy that fails in its middle is answered with 200, too.
        guard answer.xml.has("CopyObjectResult") else {
            let code = answer.xml.text("Code") ?? "no reason given"
            throw ObjectStoreError(.unavailable, "it couldn't copy an object: \(code)")
        }
        return true
    }

    public func remove(_ name: String) async throws(ObjectStoreError) {
        _ = try await found(.init(method: .DELETE, key: address.prefix + name))
    }

    public func list(_ beginning: String, after last: String?) async throws(ObjectStoreError) -> [StoredObject] {
        var query = [("list-type", "2"), ("max-keys", "1000"), ("prefix", address.prefix + beginning)]
        if let last { query.append(("start-after", address.prefix + last)) }
        let answer = try await client.send(.init(query: query)).xml
        guard answer.has("ListBucketResult") else {
            throw ObjectStoreError(.refused, "it doesn't answer with a list of objects")
        }
        return answer.objects.compactMap { object in
            guard object.name.hasPrefix(address.prefix) else { return nil }
            let name = String(object.name.dropFirst(address.prefix.count))
            // Whoever goes on after the last name comes to an end.
            if let last, name <= last { return nil }
            return StoredObject(name: name, storedAt: object.storedAt)
        }
    }

    public func keepsRemoved() async throws(ObjectStoreError) -> Bool? {
        do {
            let answer = try await client.send(.init(query: [("versioning", "")])).xml
            return answer.text("Status") == "Enabled"
        } catch  where error.reason != .unavailable {
            // Few policies allow the question.
            return nil
        }
    }

    /// `nil` if there is no such object.
    private func found(_ request: S3Client.Request) async throws(ObjectStoreError) -> S3Client.Answer? {
        do {
            return try await client.send(request)
        } catch  where error.reason == .missing {
            return nil
        }
    }
}

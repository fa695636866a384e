import ArgumentParser
import AsyncHTTPClient
import CommandLineSupport
import Domain
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import SpotterAPI
import SpotterClient

/// The admin routes of a running server.
struct AdminServer: Sendable {
    let address: ServerAddress
    private let token: Secret

    init(_ text: String, token: Secret) throws {
        guard let address = ServerAddress(text) else {
            throw ValidationError("--server is an address like https://chat.example.com, not \"\(text)\".")
        }
        self.address = address
        self.token = token
        if !address.isSecure, !address.isLoopback {
            note("note: \(address) isn't encrypted; others on the way can read what is sent, and the token")
        }
    }

    /// - Parameters:
    /// - path: includes the query. Variable parts must be escaped.
    ///   - timeout: the time limit for the complete response.
    func post(
        _ path: String,
        _ body: [UInt8] = [],
        type: String = "application/json",
        timeout: TimeAmount = .seconds(30)
    ) async throws -> Data {
        try await request(.POST, path, body, type: type, timeout: timeout)
    }

    func get<Value: Decodable>(_ path: String, as type: Value.Type) async throws -> Value {
        try decode(type, try await request(.GET, path, [], type: nil, timeout: .seconds(30)))
    }

    /// A request without a body.
    func send(_ method: HTTPMethod, _ path: String) async throws -> Data {
        try await request(method, path, [], type: nil, timeout: .minutes(10))
    }

    func send(_ method: HTTPMethod, _ path: String, _ body: some Encodable) async throws -> Data {
        let json = [UInt8](try body.json())
        return try await request(method, path, json, type: "application/json", timeout: .seconds(60))
    }

    func decode<Value: Decodable>(_ type: Value.Type, _ answer: Data) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: answer)
        } catch {
            throw SpotterError(.internalError, "\(address) answered something that this spotter doesn't understand")
        }
    }

    /// Passes the answer on in pieces, of any length in all.
    ///
    /// - Parameter receive: gets the bytes, their offset and, if the server says it, the number of all.
    /// - Throws: `unavailable` if the connection ends before the answer does.
    func download(
        _ path: String,
        method: HTTPMethod = .GET,
        _ receive: (_ bytes: [UInt8], _ offset: Int64, _ total: Int64?) async throws -> Void
    ) async throws {
        // Only the time without any bytes is bounded: a large backup is made whole before its first byte.
        try await withResponse(to: request(method, path), read: .hours(6), limit: .hours(24)) { response in
            let total = response.headers.first(name: "content-length").flatMap { Int64($0) }
            var offset: Int64 = 0
            for try await chunk in response.body {
                try await receive([UInt8](buffer: chunk), offset, total)
                offset += Int64(chunk.readableBytes)
            }
        }
    }

    private func request(
        _ method: HTTPMethod,
        _ path: String,
        _ body: [UInt8],
        type: String?,
        timeout: TimeAmount
    ) async throws -> Data {
        var request = request(method, path)
        if let type {
            request.headers.add(name: "content-type", value: type)
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        return try await withResponse(to: request, read: timeout, limit: timeout) { response in
            Data(buffer: try await response.body.collect(upTo: 4 * 1024 * 1024))
        }
    }

    private func request(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "\(address)\(path)")
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(token.reveal())")
        request.headers.add(name: "accept", value: "application/json, */*;q=0.5")
        return request
    }

    /// Runs `body` with a successful response.
    /// - Throws: the server's own error; `unavailable` if it can't be reached.
    private func withResponse<Value>(
        to request: HTTPClientRequest,
        read: TimeAmount,
        limit: TimeAmount,
        _ body: (HTTPClientResponse) async throws -> Value
    ) async throws -> Value {
        let client = HTTPClient(
            configuration: HTTPClient.Configuration(
                tlsConfiguration: try ServerTrust.configured().configuration,
                timeout: .init(connect: .seconds(10), read: read)
            )
        )
        do {
            let response = try await client.execute(request, timeout: limit)
            guard (200..<300).contains(response.status.code) else {
                let answer = Data(buffer: try await response.body.collect(upTo: 1024 * 1024))
                throw refusal(response.status.code, answer)
            }
            let value = try await body(response)
            try? await client.shutdown()
            return value
        } catch {
            try? await client.shutdown()
            if error is SpotterError { throw error }
            throw SpotterError(.unavailable, "can't reach \(address): \(ClientError.networkReason(error))")
        }
    }

    private func refusal(_ status: UInt, _ answer: Data) -> SpotterError {
        guard let envelope = try? JSONDecoder().decode(ErrorEnvelope.self, from: answer) else {
            return SpotterError(.unavailable, "\(address) answered with status \(status)")
        }
        return SpotterError(
            ErrorCode(rawValue: envelope.error.code) ?? .internalError,
            "\(envelope.error.message) (\(address), \(envelope.error.code))"
        )
    }
}

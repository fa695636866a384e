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
    }

    /// Takes the token from the option or from the environment. The environment is better, since other users can see
    /// options.
    init(_ text: String, option: String?) throws {
        let token = option ?? ProcessInfo.processInfo.environment["SPOTTER_ADMIN_TOKEN"] ?? ""
        guard !token.isEmpty else {
            throw ValidationError("--server needs the operator's token: set SPOTTER_ADMIN_TOKEN, or --admin-token.")
        }
        try self.init(text, token: Secret(token))
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

    func put(_ path: String, _ body: [UInt8]) async throws -> Data {
        try await request(.PUT, path, body, type: "application/json", timeout: .seconds(30))
    }

    func get(_ path: String) async throws -> Data {
        try await request(.GET, path, [], type: nil, timeout: .seconds(30))
    }

    private func request(
        _ method: HTTPMethod,
        _ path: String,
        _ body: [UInt8],
        type: String?,
        timeout: TimeAmount
    ) async throws -> Data {
        if !address.isSecure, !address.isLoopback {
            note("note: \(address) isn't encrypted; others on the way can read what is sent, and the token")
        }
        var request = HTTPClientRequest(url: "\(address)\(path)")
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(token.reveal())")
        request.headers.add(name: "accept", value: "application/json")
        if let type {
            request.headers.add(name: "content-type", value: type)
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let (status, answer) = try await send(request, timeout)
        guard (200..<300).contains(status) else { throw refusal(status, answer) }
        return answer
    }

    private func send(_ request: HTTPClientRequest, _ limit: TimeAmount) async throws -> (UInt, Data) {
        let timeout = HTTPClient.Configuration.Timeout(connect: .seconds(10), read: limit)
        let client = HTTPClient(
            configuration: HTTPClient.Configuration(
                tlsConfiguration: try ServerTrust.configured().configuration,
                timeout: timeout
            )
        )
        do {
            let response = try await client.execute(request, timeout: limit)
            let body = Data(buffer: try await response.body.collect(upTo: 4 * 1024 * 1024))
            try? await client.shutdown()
            return (response.status.code, body)
        } catch {
            try? await client.shutdown()
            throw SpotterError(.unavailable, "can't reach \(address): \(error)")
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

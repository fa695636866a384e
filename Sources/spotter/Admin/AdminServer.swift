import ArgumentParser
import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import SpotterAPI
import SpotterClient

/// A running server, asked with the operator's token.
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

    /// The same with the token from the option or, better, from the environment.
    init(_ text: String, option: String?) throws {
        let token = option ?? ProcessInfo.processInfo.environment["SPOTTER_ADMIN_TOKEN"] ?? ""
        guard !token.isEmpty else {
            throw ValidationError("--server needs the operator's token: set SPOTTER_ADMIN_TOKEN, or --admin-token.")
        }
        try self.init(text, token: Secret(token))
    }

    /// - Parameters:
    ///   - path: with its query; what varies in it is escaped.
    ///   - patience: until the whole answer is there.
    func post(
        _ path: String,
        _ body: [UInt8] = [],
        type: String = "application/json",
        patience: TimeAmount = .seconds(30)
    ) async throws -> Data {
        try await request(.POST, path, body, type: type, patience: patience)
    }

    func get(_ path: String) async throws -> Data {
        try await request(.GET, path, [], type: nil, patience: .seconds(30))
    }

    private func request(
        _ method: HTTPMethod,
        _ path: String,
        _ body: [UInt8],
        type: String?,
        patience: TimeAmount
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
        let (status, answer) = try await send(request, patience)
        guard (200..<300).contains(status) else { throw refusal(status, answer) }
        return answer
    }

    static func escaped(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        )
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private func send(_ request: HTTPClientRequest, _ patience: TimeAmount) async throws -> (UInt, Data) {
        let timeout = HTTPClient.Configuration.Timeout(connect: .seconds(10), read: patience)
        let client = HTTPClient(
            configuration: HTTPClient.Configuration(
                tlsConfiguration: try ClientOptions.trust().configuration,
                timeout: timeout
            )
        )
        do {
            let response = try await client.execute(request, timeout: patience)
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

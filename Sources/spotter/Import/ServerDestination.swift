import ArgumentParser
import AsyncHTTPClient
import Domain
import Foundation
import Importing
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import SpotterClient

/// A running server, asked with the operator's token.
struct ServerDestination: ImportDestination {
    private let address: ServerAddress
    private let token: Secret

    init(_ text: String, token: Secret) throws {
        guard let address = ServerAddress(text) else {
            throw ValidationError("--server is an address like https://chat.example.com, not \"\(text)\".")
        }
        self.address = address
        self.token = token
    }

    func run(
        _ bytes: [UInt8],
        _ options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        guard bytes.count <= Importer.largestBody else {
            let limit = Importer.largestBody / 1024 / 1024
            throw SpotterError(
                .tooLarge,
                "a server takes files up to \(limit) MB; stop it and import with --data, or split the file"
            )
        }
        if !address.isSecure, !address.isLoopback {
            note("note: \(address) isn't encrypted; others on the way can read the file and the token")
        }
        var request = HTTPClientRequest(url: url(options))
        request.method = .POST
        request.headers.add(name: "authorization", value: "Bearer \(token.reveal())")
        request.headers.add(name: "content-type", value: "application/x-ndjson")
        request.headers.add(name: "accept", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: bytes))
        let (status, answer) = try await send(request)
        guard status == .ok else { throw refusal(status.code, answer) }
        do {
            return try JSONDecoder().decode(ImportReport.self, from: answer)
        } catch {
            throw SpotterError(.internalError, "\(address) answered something that isn't an import's report")
        }
    }

    private func send(_ request: HTTPClientRequest) async throws -> (HTTPResponseStatus, Data) {
        // The answer comes when everything is on disk; until then the server is silent.
        let patience = HTTPClient.Configuration.Timeout(connect: .seconds(10), read: .minutes(30))
        let client = HTTPClient(configuration: HTTPClient.Configuration(timeout: patience))
        do {
            let response = try await client.execute(request, timeout: .minutes(30))
            let body = Data(buffer: try await response.body.collect(upTo: 4 * 1024 * 1024))
            try? await client.shutdown()
            return (response.status, body)
        } catch {
            try? await client.shutdown()
            throw SpotterError(.unavailable, "can't reach \(address): \(error)")
        }
    }

    private func url(_ options: ImportOptions) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        )
        let query = options.query.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")"
        }
        return "\(address)/v1/admin/import?\(query.joined(separator: "&"))"
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

import Domain
import Foundation
import ServerTestKit
import SpotterAPI
import SpotterClient
import SpotterServer
import TestSupport
import Testing

@testable import Gateway

/// The whole server over TLS, with the real client.
@Suite(.standardTimeLimit) struct SecureServerTests {
    private let folder = TemporaryFolder()

    private func write(_ certificate: TestCertificate) throws -> TLSFiles {
        let files = try certificate.write(to: folder.path)
        return TLSFiles(certificate: files.certificate, key: files.key)
    }

    private func trust(_ certificate: TestCertificate) throws -> ServerTrust {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        return try ServerTrust(certificates: certificate.write(to: folder.path).certificate)
    }

    private func api(_ user: TestUser, _ server: TestServer, trusting certificate: TestCertificate) throws
        -> SpotterHTTP
    {
        let grant = AuthGrant(
            user: user.user,
            accessToken: user.accessToken,
            refreshToken: user.refreshToken,
            expiresAt: .latest
        )
        return SpotterHTTP(server: server.address, session: MemorySession(grant), trust: try trust(certificate))
    }

    @Test func restAndSockets() async throws {
        defer { folder.remove() }
        let files = try write(.one)
        try await TestServer.run {
            $0.tls = files
        } _: { server in
            #expect(server.address.isSecure)
            let (alex, sara, chat) = try await server.pair()
            let http = try api(alex, server, trusting: .one)
            #expect(try await http.chats().map(\.id) == [chat.id])
            let socket = try await SpotterSocket.connect(
                to: server.address,
                trust: try trust(.one),
                token: sara.accessToken,
                deviceId: "d"
            )
            let sent = try await socket.send(Draft(chatId: chat.id, clientMessageId: "c1", text: "hello"))
            #expect(sent.text == "hello")
            socket.close()
        }
    }

    @Test func strangersToTheCertificateAreTold() async throws {
        defer { folder.remove() }
        let files = try write(.one)
        try await TestServer.run {
            $0.tls = files
        } _: { server in
            let alex = try await server.register("Alex", role: .trainer)
            let http = try api(alex, server, trusting: .two)
            let error = await #expect(throws: ClientError.self) { try await http.chats() }
            #expect("\(try #require(error))".contains("--ca-certificate"))
            let atSocket = await #expect(throws: ClientError.self) {
                try await SpotterSocket.connect(to: server.address, token: alex.accessToken, deviceId: "d")
            }
            #expect("\(try #require(atSocket))".contains("--ca-certificate"))
        }
    }

    /// A renewed certificate is shown to new connections; what can't be used isn't, and is said once.
    @Test func renewalNeedsNoRestart() async throws {
        defer { folder.remove() }
        let files = try write(.one)
        try await TestServer.run {
            $0.tls = files
        } _: { server in
            let alex = try await server.register("Alex", role: .trainer)
            let tls = try #require(server.server.tls)
            #expect(try !tls.renew(), "nothing has changed")

            _ = try write(.two)
            #expect(try tls.renew())
            _ = try await api(alex, server, trusting: .two).chats()
            let old = try api(alex, server, trusting: .one)
            await #expect(throws: ClientError.self) { try await old.chats() }

            try TestCertificate.one.key.write(toFile: files.key, atomically: true, encoding: .utf8)
            #expect(throws: SpotterError.self) { try tls.renew() }
            #expect(try !tls.renew(), "it was said")
            _ = try await api(alex, server, trusting: .two).chats()

            _ = try write(.one)
            #expect(try tls.renew())
            _ = try await api(alex, server, trusting: .one).chats()
        }
    }
}

import Domain
import Foundation
import Logging
import ServerTestKit
import TestSupport
import Testing

@testable import FunctionsCompat

/// The key that signs ID tokens, and its change.
@Suite(.standardTimeLimit) struct SigningKeyTests {
    private static let jwks = "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"

    private func kids(_ server: TestServer) async throws -> [String] {
        let answer = try await server.request("GET", Self.jwks)
        return JSONValue.parse([UInt8](answer.body))?["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
    }

    @Test func theKeyIsMadeOnceAndForItsOwnerOnly() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/keys/firebase.pem"
        let (before, atOnce) = try await TestServer.run(in: folder.path) { server in
            #expect(!FileManager.default.fileExists(atPath: path), "a server that nobody asks for keys has none")
            // Requests that come together get one key.
            let answers = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<4 { group.addTask { try await kids(server) } }
                return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
            }
            return (try await kids(server), answers)
        }
        #expect(before.count == 1 && atOnce == [before])
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        let after = try await TestServer.run(in: folder.path) { try await kids($0) }
        #expect(after == before)
    }

    /// The change of a key that `SigningKeys` describes.
    @Test func aKeyIsChangedByRenamingItsFile() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let keys = "\(folder.path)/keys"
        let (alex, old, token) = try await TestServer.run(in: folder.path) { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let token = try await IdentityApp(server: server).signIn(alex).idToken
            return (alex, try await kids(server), token)
        }
        try FileManager.default.moveItem(atPath: "\(keys)/firebase.pem", toPath: "\(keys)/firebase-previous.pem")
        try await TestServer.run(in: folder.path) { server in
            let app = IdentityApp(server: server)
            let now = try await kids(server)
            #expect(now.count == 2 && now.last == old.first && now.first != old.first)
            #expect(try await app.doors(token, of: alex) == [200, 200, 200], "nobody has to log in again")
            #expect(try await app.post("accounts:lookup", ["idToken": .string(token)]).http == 200)
            let fresh = try await app.signIn(alex).idToken
            let header = Base64URL.decode(String(fresh.prefix { $0 != "." })).flatMap { JSONValue.parse($0) }
            #expect(header?["kid"]?.string == now.first)
        }
    }

    @Test func aDamagedKeyIsReportedAndNotReplaced() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let log = RecordedLog()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/data/keys", withIntermediateDirectories: true)
        try await TestServer.run(in: "\(folder.path)/data") { server in
            _ = try await server.register("Alex Moore", role: .trainer)
        }
        let path = "\(folder.path)/data/keys/firebase.pem"
        try Data("no key".utf8).write(to: URL(fileURLWithPath: path))
        try await TestServer.run(in: "\(folder.path)/data", log: log) { server in
            let answer = try await IdentityApp(server: server).signIn("alexmoore@example.com", "secret-Alex Moore")
            #expect(answer.http == 503 && answer.word == "UNAVAILABLE" && answer.isGoogleError)
            #expect(try await server.request("GET", "/healthz").status == 200)
        }
        #expect(log.lines(of: .error).contains { $0.contains("keys/firebase.pem") && !$0.contains("no key") })
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("no key".utf8))
    }
}

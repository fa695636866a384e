import Domain
import Foundation
import TestSupport
import Testing

@testable import SpotterClient

@Suite final class CredentialStoreTests {
    private let folder = TemporaryFolder()
    private var home: String { folder.path + "/home" }
    private var environment: [String: String] { ["XDG_CONFIG_HOME": home, "HOME": "/nonexistent"] }
    private let credentials = Credentials(server: .standard, deviceId: "d1", grant: Fixture.grant("one"))

    deinit { folder.remove() }

    @Test func survivesInAFileForItsOwnerOnly() throws {
        let store = try CredentialStore(environment: environment)
        #expect(try store.load() == nil)
        try store.save(credentials)
        #expect(try store.load() == credentials)
        #expect(store.path == "\(home)/spotter/credentials.json")
        let mode = try FileManager.default.attributesOfItem(atPath: store.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try store.remove()
        try store.remove()
        #expect(try store.load() == nil)
    }

    @Test func certificatesAreRememberedAndOlderFilesHaveNone() throws {
        let store = try CredentialStore(environment: environment)
        let grant = Fixture.grant("one")
        let trusting = Credentials(server: .standard, deviceId: "d1", grant: grant, caCertificate: "/etc/ca.pem")
        try store.save(trusting)
        #expect(try store.load() == trusting)
        let text = try #require(FileManager.default.contents(atPath: store.path))
        var fields = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        #expect(fields.removeValue(forKey: "caCertificate") as? String == "/etc/ca.pem")
        try JSONSerialization.data(withJSONObject: fields).write(to: URL(filePath: store.path))
        #expect(try store.load() == credentials)
    }

    @Test func profilesAreApart() throws {
        let sara = try CredentialStore(profile: "sara", environment: environment)
        try sara.save(credentials)
        #expect(try CredentialStore(environment: environment).load() == nil)
        #expect(sara.path.hasSuffix("/credentials-sara.json"))
    }

    @Test(arguments: ["", "../x", "a/b", "a b", "ü", String(repeating: "x", count: 65)])
    func profileNamesAreNoPaths(name: String) {
        #expect(throws: CredentialStore.Failure.badProfile(name)) {
            try CredentialStore(profile: name, environment: environment)
        }
    }

    @Test func homeIsTheFallbackAndRelativePathsAreNot() throws {
        #expect(
            try CredentialStore(environment: ["HOME": "/home/x", "XDG_CONFIG_HOME": "relative"]).path
                == "/home/x/.config/spotter/credentials.json"
        )
        #expect(throws: CredentialStore.Failure.noHome) { try CredentialStore(environment: [:]) }
    }

    @Test func aDamagedFileIsSaidSo() throws {
        let store = try CredentialStore(environment: environment)
        try store.save(credentials)
        try Data("{".utf8).write(to: URL(fileURLWithPath: store.path))
        #expect(throws: CredentialStore.Failure.damaged(path: store.path)) { try store.load() }
    }

    @Test func nothingPrintsTokens() {
        var text = "\(credentials) \(credentials.grant)"
        dump(credentials, to: &text)
        #expect(!text.contains("access-one"))
        #expect(!text.contains("refresh-one"))
    }

    @Test func aStoredSessionIsWhatTheFileHolds() throws {
        let store = try CredentialStore(environment: environment)
        try store.save(credentials)
        let session = StoredSession(store, credentials: credentials)
        try session.save(Fixture.grant("two"))
        #expect(try store.load()?.grant == Fixture.grant("two"))
        #expect(try store.load()?.deviceId == "d1")
        let elsewhere = try #require(ServerAddress("https://other.example.com"))
        try store.save(Credentials(server: elsewhere, deviceId: "d1", grant: Fixture.grant("three")))
        #expect(try session.load() == nil, "another server's tokens aren't ours to send")
        try session.save(nil)
        #expect(try session.load() == nil)
    }

    @Test func theLockKeepsOthersOut() async throws {
        let store = try CredentialStore(environment: environment)
        let order = AsyncStream<Int>.makeStream()
        let holds = AsyncStream<Void>.makeStream()
        let first = Task {
            try await store.exclusively {
                order.continuation.yield(1)
                _ = await holds.stream.first { true }
                order.continuation.yield(2)
            }
        }
        var events = order.stream.makeAsyncIterator()
        #expect(await events.next() == 1)
        let second = Task { try await store.exclusively { _ = order.continuation.yield(3) } }
        holds.continuation.yield()
        #expect(await events.next() == 2)
        #expect(await events.next() == 3)
        try await first.value
        try await second.value
    }
}

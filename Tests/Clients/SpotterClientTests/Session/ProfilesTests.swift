import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@Suite struct ProfilesTests {
    private let folder = TemporaryFolder()
    private var environment: [String: String] { ["XDG_CONFIG_HOME": folder.path] }

    private func logIn(_ profile: String?) throws {
        let grant = AuthGrant.example
        let credentials = Credentials(server: .standard, deviceId: "laptop", grant: grant)
        try CredentialStore(profile: profile, environment: environment).save(credentials)
    }

    private func names() throws -> [String?] { try CredentialStore.profiles(environment: environment).map(\.name) }

    @Test func allLogInsAreListedAndNothingElse() throws {
        defer { folder.remove() }
        #expect(try names().isEmpty)
        for profile in ["work", nil, "alex-2"] { try logIn(profile) }
        for name in ["credentials-work.json.lock", "credentials-.json", "credentials-a b.json", "other.json"] {
            try Data("{}".utf8).write(to: folder.url.appending(path: "spotter/\(name)"))
        }
        #expect(try names() == [nil, "alex-2", "work"])
        // One that can't be read is there, and says so.
        try Data("{".utf8).write(to: folder.url.appending(path: "spotter/credentials-torn.json"))
        let torn = try CredentialStore.profiles(environment: environment).first { $0.name == "torn" }
        #expect(torn != nil && torn?.credentials == nil)
    }

    @Test func theDefaultIsChosenAndTakenBack() throws {
        defer { folder.remove() }
        try logIn("work")
        #expect(try CredentialStore.defaultProfile(environment: environment) == nil)
        try CredentialStore.setDefaultProfile("work", environment: environment)
        #expect(try CredentialStore.defaultProfile(environment: environment) == "work")
        #expect(throws: CredentialStore.Failure.badProfile("../work")) {
            try CredentialStore.setDefaultProfile("../work", environment: environment)
        }
        try CredentialStore.setDefaultProfile(nil, environment: environment)
        #expect(try CredentialStore.defaultProfile(environment: environment) == nil)
        // What somebody has written there by hand isn't a path.
        try Data("../../etc/passwd\n".utf8).write(to: folder.url.appending(path: "spotter/default-profile"))
        #expect(try CredentialStore.defaultProfile(environment: environment) == nil)
    }
}

import Domain
import ServerHarness

/// The `spotter` to be measured.
package struct SpotterExecutable: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// Imports a file into a data folder, like `spotter import`.
    /// - Throws: `unavailable` if that fails.
    func importFile(_ file: String, into folder: String) async throws {
        guard try await ChildProcess.run(path, ["import", file, "--data", folder]) == .code(0) else {
            throw SpotterError(.unavailable, "spotter import failed")
        }
    }

    /// Logs in at a server.
    /// - Throws: `unavailable` if the server refuses.
    static func logIn(_ rest: RESTClient, email: String, password: String) async throws -> String {
        let login = try await rest.post("/v1/auth/login", ["email": email, "password": password])
        guard let token = login["accessToken"] as? String else {
            throw SpotterError(.unavailable, "can't log in to the server under test as \(email)")
        }
        return token
    }
}

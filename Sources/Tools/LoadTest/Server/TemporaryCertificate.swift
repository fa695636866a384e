import Domain
import Foundation
import ServerHarness

/// A self-signed certificate for this machine, made by the `openssl` command: P-256, as Let's Encrypt's are by default.
struct TemporaryCertificate: Sendable {
    private let folder = TemporaryFolderPath.make("spotter-bench")

    var serverOptions: [String] {
        ["--tls-certificate", folder + "/certificate.pem", "--tls-key", folder + "/key.pem"]
    }

    /// - Throws: `unavailable` if `openssl` isn't installed or fails.
    static func make() async throws -> TemporaryCertificate {
        let certificate = TemporaryCertificate()
        let folder = certificate.folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=spotter bench", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", folder + "/key.pem", "-out", folder + "/certificate.pem",
        ]
        guard (try? await ChildProcess.run("openssl", arguments, showsErrors: false)) == .code(0) else {
            certificate.remove()
            throw SpotterError(
                .unavailable,
                "a server with TLS needs a certificate, made by the openssl command; install openssl, or start the "
                    + "server yourself and name it with --server"
            )
        }
        return certificate
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

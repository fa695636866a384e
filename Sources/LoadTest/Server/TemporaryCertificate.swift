import Domain
import Foundation

/// A certificate for this machine that nobody vouches for, made by the `openssl` command, as long as a measurement takes:
/// P-256, as Let's Encrypt's are by default.
struct TemporaryCertificate: Sendable {
    private let folder = MeasuredServer.temporaryFolder()

    var serverOptions: [String] {
        ["--tls-certificate", folder + "/certificate.pem", "--tls-key", folder + "/key.pem"]
    }

    /// - Throws: `unavailable` where there is no `openssl`, or it can't.
    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=spotter bench", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", folder + "/key.pem", "-out", folder + "/certificate.pem",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            remove()
            throw SpotterError(
                .unavailable,
                "a server with TLS needs a certificate, made by the openssl command; install openssl, or start the "
                    + "server yourself and name it with --server"
            )
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

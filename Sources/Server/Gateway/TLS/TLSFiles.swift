package import Domain
import FileIO
package import Foundation
import NIOCore
package import NIOSSL

/// The paths of a server's certificate chain and private key, both in PEM.
package struct TLSFiles: Sendable, Equatable {
    /// The server's certificate first, then its intermediates.
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Reads both files and checks that they belong together.
    /// - Throws: `invalid_request` if a file is unusable; the message names the file and the reason.
    package func context(now: Date = Date()) throws(SpotterError) -> NIOSSLContext {
        let chain = try certificates()
        try check(chain, now)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(try privateKey())
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = Self.cipherSuites
        configuration.applicationProtocols = ["http/1.1"]
        // The time for a peer to confirm the TLS shutdown. All data has been sent by then.
        configuration.shutdownTimeout = .seconds(1)
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw .invalid("tls.key: \(key) is not the key of the first certificate in \(certificate).")
        }
    }

    /// For TLS 1.2: a key exchange that keeps past connections secret, and authenticated encryption. TLS 1.3 has no
    /// others.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// When the server's own certificate expires, in seconds since 1970.
    /// - Throws: `invalid_request` if the chain can't be read.
    package func expiry() throws(SpotterError) -> Int { try certificates().first?.notValidAfter ?? 0 }

    private func certificates() throws(SpotterError) -> [NIOSSLCertificate] {
        let bytes = try Self.bytes("tls.certificate", certificate)
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty else {
            throw .invalid("tls.certificate: \(certificate) holds no certificate in PEM.")
        }
        return chain
    }

    private func privateKey() throws(SpotterError) -> NIOSSLPrivateKey {
        let bytes = try Self.bytes("tls.key", key)
        guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
            throw .invalid(
                "tls.key: \(key) holds no private key in PEM, or one with a password, which can't be asked for."
            )
        }
        return key
    }

    /// Rejects a chain that clients would refuse.
    private func check(_ chain: [NIOSSLCertificate], _ now: Date) throws(SpotterError) {
        guard let own = chain.first else { return }
        let now = Int(now.timeIntervalSince1970)
        guard now <= own.notValidAfter else {
            throw .invalid("tls.certificate: \(certificate) expired on \(Self.day(own.notValidAfter)); renew it.")
        }
        guard now >= own.notValidBefore else {
            throw .invalid(
                "tls.certificate: \(certificate) isn't valid before \(Self.day(own.notValidBefore)); is this machine's "
                    + "clock right?"
            )
        }
    }

    private static func day(_ time: Int) -> String {
        Date(timeIntervalSince1970: Double(time)).formatted(.iso8601.year().month().day())
    }

    private static func bytes(_ setting: String, _ path: String) throws(SpotterError) -> [UInt8] {
        guard access(path, R_OK) == 0 else {
            throw .invalid("\(setting): \(path) can't be read (\(String(cString: strerror(errno)))).")
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .invalid("\(setting): \(path) can't be read as a file.")
        }
        return [UInt8](data)
    }

    /// Changes whenever either file changes, including when a link points elsewhere or a file becomes readable.
    var stamp: [Stamp] {
        [certificate, key].map { Stamp(content: FileStamp(path: $0), isReadable: access($0, R_OK) == 0) }
    }

    struct Stamp: Sendable, Equatable {
        let content: FileStamp?
        let isReadable: Bool
    }
}

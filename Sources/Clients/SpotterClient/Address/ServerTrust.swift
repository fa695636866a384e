import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
package import NIOSSL
import Synchronization

/// The certificate authorities that may vouch for a server: the system's, and optionally others.
///
///     let trust = try ServerTrust(certificates: "/etc/spotter/ca.pem")
///     let api = SpotterHTTP(server: address, session: MemorySession(), trust: trust)
public final class ServerTrust: Sendable {
    /// Trusts the system's authorities. Lives as long as the process.
    public static let system = ServerTrust(.makeClientConfiguration())

    package let configuration: TLSConfiguration
    private let client = Mutex<HTTPClient?>(nil)
    private let context = Mutex<NIOSSLContext?>(nil)

    private init(_ configuration: TLSConfiguration) { self.configuration = configuration }

    deinit { client.withLock { $0 }?.shutdown { _ in } }

    /// For REST calls. A refused connection isn't retried, so that it is reported at once. Redirects aren't followed,
    /// because they could carry the token elsewhere. Created at the first call, so that no start waits for its threads.
    var http: HTTPClient {
        client.withLock { client in
            if let client { return client }
            var settings = HTTPClient.Configuration(
                tlsConfiguration: configuration,
                redirectConfiguration: .disallow
            )
            settings.timeout = .init(connect: .seconds(10), read: .seconds(120))
            settings.connectionPool.retryConnectionEstablishment = false
            let new = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: settings)
            client = new
            return new
        }
    }

    /// Whether something has been asked for, or is about to be. Until then there is neither a thread nor a list of
    /// authorities.
    package var isUsed: Bool { client.withLock { $0 != nil } || context.withLock { $0 != nil } }

    /// Also trusts the certificates of a PEM file: those of a private authority, or a server's own.
    /// - Throws: `invalid_request` if the file can't be read or contains no certificate.
    public convenience init(certificates path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SpotterError.invalid("\(path) can't be read; it must hold certificates in PEM.")
        }
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes([UInt8](data)), !certificates.isEmpty else {
            throw SpotterError.invalid("\(path) holds no certificate in PEM.")
        }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.additionalTrustRoots = [.certificates(certificates)]
        self.init(configuration)
    }

    /// The TLS context for sockets. Created once, because that loads the system's whole list of authorities.
    func socketContext() throws -> NIOSSLContext {
        try context.withLock { context in
            if let context { return context }
            let new = try NIOSSLContext(configuration: configuration)
            context = new
            return new
        }
    }
}

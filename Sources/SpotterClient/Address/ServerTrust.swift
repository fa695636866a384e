import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
package import NIOSSL
import Synchronization

/// Whose word is taken for who a server is: what the system trusts, and an authority of one's own beside it.
public final class ServerTrust: Sendable {
    /// What the system trusts. Lives as long as the process.
    public static let system = ServerTrust(.makeClientConfiguration())

    package let configuration: TLSConfiguration
    /// REST calls. A refused connection is an answer, not to be retried for as long as the connect timeout; and a redirect
    /// could carry the token elsewhere.
    let http: HTTPClient
    private let context = Mutex<NIOSSLContext?>(nil)

    private init(_ configuration: TLSConfiguration) {
        self.configuration = configuration
        var settings = HTTPClient.Configuration(
            tlsConfiguration: configuration,
            redirectConfiguration: .disallow
        )
        settings.timeout = .init(connect: .seconds(10), read: .seconds(120))
        settings.connectionPool.retryConnectionEstablishment = false
        http = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: settings)
    }

    deinit { http.shutdown { _ in } }

    /// Trusts the certificates of a PEM file too: a private authority's, or a server's own.
    /// - Throws: `SpotterError` where it can't be read or holds none.
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

    /// What sockets are encrypted with. Read once: that takes the system's whole list.
    func socketContext() throws -> NIOSSLContext {
        try context.withLock { context in
            if let context { return context }
            let new = try NIOSSLContext(configuration: configuration)
            context = new
            return new
        }
    }
}

